// All verified fixes at once: of a file, when it is saved, of the workspace.

import * as vscode from 'vscode';
import {
  type CodeAction, CodeActionRequest, CodeActionResolveRequest, CodeActionTriggerKind, LSPErrorCodes, ResponseError, type WorkspaceEdit,
} from 'vscode-languageclient/node';
import * as messages from './messages';
import { rangeOf } from './ranges';
import { isServed, type Server } from './server';

/**
 * A document that is nowhere. An edit that needs confirmation has VS Code show all of them
 * before, but such a one is shown unticked; so one of this document is it, which changes
 * nothing and says how to go on, and the others are ticked.
 */
const note = vscode.Uri.parse('luaflow-note:/luaflow');
const noteText = 'what is ticked is changed by Apply, and one undo takes all of it back';

const kind = 'source.fixAll.luaflow';

/** What fixes change in the version of a document that they were made for. */
interface Fixed {
  version: number;
  edits: vscode.TextEdit[];
}

export class Fixes implements vscode.Disposable {
  private readonly disposables: vscode.Disposable[];

  constructor(private readonly server: Server) {
    this.disposables = [
      vscode.workspace.registerTextDocumentContentProvider(note.scheme, { provideTextDocumentContent: () => noteText }),
      vscode.commands.registerTextEditorCommand('luaflow.fixAll', editor => this.fixDocument(editor.document)),
      vscode.commands.registerCommand('luaflow.fixWorkspace', () => this.fixWorkspace()),
      vscode.workspace.onWillSaveTextDocument(e => {
        // What VS Code saves by itself may be half a sentence yet.
        if (e.reason === vscode.TextDocumentSaveReason.Manual && isServed(e.document) &&
          vscode.workspace.getConfiguration('luaflow', e.document).get('fixOnSave')) {
          e.waitUntil(this.edits(e.document, CodeActionTriggerKind.Automatic).catch(() => []));
        }
      }),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  /**
   * What the verified fixes of a document change; of its text now, if that changes meanwhile. Where nobody
   * asked for them by name, the server spares what was typed since the document was opened.
   */
  private async edits(document: vscode.TextDocument, triggerKind: CodeActionTriggerKind, token?: vscode.CancellationToken): Promise<vscode.TextEdit[]> {
    const client = this.server.about(document);
    for (;;) {
      const version = document.version;
      const actions = await client.sendRequest(CodeActionRequest.type, {
        textDocument: { uri: document.uri.toString() },
        range: { start: { line: 0, character: 0 }, end: { line: document.lineCount, character: 0 } },
        context: { diagnostics: [], only: [kind], triggerKind },
      }, token);
      const [action] = (actions ?? []) as CodeAction[];
      const resolved = action === undefined || action.edit ? action :
        await client.sendRequest(CodeActionResolveRequest.type, action, token).catch((e: unknown) => {
          if (e instanceof ResponseError && e.code === LSPErrorCodes.RequestFailed) {
            return action; // none can be verified
          }
          throw e;
        });
      if (document.version === version) {
        return textEdits(resolved?.edit);
      }
    }
  }

  private async fixDocument(document: vscode.TextDocument): Promise<void> {
    try {
      const edit = new vscode.WorkspaceEdit();
      edit.set(document.uri, await this.edits(document, CodeActionTriggerKind.Invoked));
      if (edit.size === 0) {
        messages.inform('there is nothing to fix here that could be verified');
      } else {
        await vscode.workspace.applyEdit(edit);
      }
    } catch (e) {
      messages.inform(messages.reason(e));
    }
  }

  /** Shows what would change in all files, and changes what the user leaves ticked. */
  private async fixWorkspace(): Promise<void> {
    try {
      const edit = await vscode.window.withProgress({
        location: vscode.ProgressLocation.Notification, title: 'luaflow: fixing the workspace', cancellable: true,
      }, (progress, token) => this.collect(progress, token));
      if (edit === undefined) {
        return; // cancelled
      }
      if (edit.size === 0) {
        messages.inform('there is nothing to fix in the workspace that could be verified');
        return;
      }
      await vscode.workspace.applyEdit(edit, { isRefactoring: true });
    } catch (e) {
      messages.error(messages.reason(e));
    }
  }

  private async fixed(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<Fixed> {
    const edits = await this.edits(document, CodeActionTriggerKind.Invoked, token);
    return { version: document.version, edits };
  }

  /** A file as a document, unless VS Code does not open it: it may be too large, or no text. */
  private async openText(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
    try {
      return await vscode.workspace.openTextDocument(uri);
    } catch (e) {
      this.server.log.info(`${uri.fsPath} is left out: ${messages.reason(e)}`);
      return undefined;
    }
  }

  private async collect(
    progress: vscode.Progress<{ message: string; increment: number }>, token: vscode.CancellationToken,
  ): Promise<vscode.WorkspaceEdit | undefined> {
    const files = await vscode.workspace.findFiles('**/*.{lua,rockspec}', undefined, undefined, token);
    const found = new Map<vscode.TextDocument, Fixed>();
    for (const uri of files.sort((a, b) => a.path < b.path ? -1 : 1)) {
      if (token.isCancellationRequested) {
        return undefined;
      }
      progress.report({ message: vscode.workspace.asRelativePath(uri), increment: 100 / files.length });
      const document = await this.openText(uri);
      if (document !== undefined && isServed(document)) { // the user's settings may say another language
        found.set(document, await this.fixed(document, token));
      }
    }
    // What was edited while others were asked about is asked about again.
    const stale = () => [...found].filter(([document, { version }]) => document.version !== version);
    for (let again = stale(); again.length > 0; again = stale()) {
      for (const [document] of again) {
        found.set(document, await this.fixed(document, token));
      }
    }
    return token.isCancellationRequested ? undefined : together(found);
  }
}
/** One edit of all files, which is empty if there is nothing to fix. */
function together(found: Map<vscode.TextDocument, Fixed>): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  for (const [{ uri }, { edits }] of found) {
    if (edits.length > 0 && edit.size === 0) {
      edit.insert(note, new vscode.Position(0, 0), '', { needsConfirmation: true, label: 'luaflow' });
    }
    for (const { range, newText } of edits) {
      edit.replace(uri, range, newText, { needsConfirmation: false, label: 'Verified fixes' });
    }
  }
  return edit;
}

/** The changes of an edit to the one document that it is about. */
function textEdits(edit: WorkspaceEdit | undefined): vscode.TextEdit[] {
  const changes = edit?.documentChanges?.flatMap(c => 'edits' in c ? c.edits : []) ?? Object.values(edit?.changes ?? {}).flat();
  return changes.flatMap(c => 'newText' in c ? [new vscode.TextEdit(rangeOf(c.range), c.newText)] : []);
}
