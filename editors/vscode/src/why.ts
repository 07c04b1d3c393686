// Why something is dead or live: the server's reasons as a tree whose lines jump to what
// they are about.

import * as path from 'node:path';
import * as vscode from 'vscode';
import * as messages from './messages';
import { rangeOf } from './ranges';
import type { Reason, Step } from './requests';
import type { Server } from './server';

export class WhyView implements vscode.TreeDataProvider<Reason | Step>, vscode.Disposable {
  private reasons: Reason[] = [];
  private document: vscode.TextDocument | undefined;
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly answered = new vscode.EventEmitter<Reason[]>();
  private readonly tree: vscode.TreeView<Reason | Step>;
  private readonly disposables: vscode.Disposable[];

  readonly onDidChangeTreeData = this.changed.event;
  /** Fires when reasons are shown. */
  readonly onDidAnswer = this.answered.event;

  constructor(private readonly server: Server) {
    this.tree = vscode.window.createTreeView('luaflow.why', { treeDataProvider: this });
    this.disposables = [
      this.changed, this.answered, this.tree,
      vscode.commands.registerTextEditorCommand('luaflow.why', editor => this.ask(editor)),
      vscode.commands.registerCommand('luaflow.closeWhy', () => this.show(undefined, [])),
      vscode.workspace.onDidChangeTextDocument(e => {
        if (e.document === this.document && e.contentChanges.length > 0) {
          this.tree.message = 'The text has changed since.';
        }
      }),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  getChildren(of?: Reason | Step): (Reason | Step)[] {
    if (of === undefined) {
      return this.reasons;
    }
    return 'steps' in of ? of.steps : [];
  }

  getParent(of: Reason | Step): Reason | undefined {
    return 'steps' in of ? undefined : this.reasons.find(r => r.steps.includes(of));
  }

  getTreeItem(of: Reason | Step): vscode.TreeItem {
    const item = new vscode.TreeItem(of.message);
    item.tooltip = of.message;
    if ('steps' in of) {
      item.collapsibleState = of.steps.length > 0 ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.None;
      item.iconPath = new vscode.ThemeIcon(of.code === undefined ? 'question' : 'lightbulb');
    }
    if ('location' in of && of.location !== undefined) {
      const there = vscode.Uri.parse(of.location.uri);
      item.description = path.posix.basename(there.path);
      item.command = { command: 'vscode.open', title: 'Go there', arguments: [there, { selection: rangeOf(of.location.range) }] };
    } else if (of.range !== undefined && this.document !== undefined) {
      const selection = rangeOf(of.range);
      item.description = `line ${selection.start.line + 1}` + ('code' in of && of.code ? `, ${of.code}` : '');
      item.command = { command: 'vscode.open', title: 'Go there', arguments: [this.document.uri, { selection }] };
    }
    return item;
  }

  private async ask(editor: vscode.TextEditor): Promise<void> {
    try {
      const { reasons } = await this.server.ask('luaflow/why', editor.document, editor.selection.active);
      await this.show(editor.document, reasons);
    } catch (e) {
      messages.inform(messages.reason(e));
    }
  }

  private async show(document: vscode.TextDocument | undefined, reasons: Reason[]): Promise<void> {
    this.document = document;
    this.reasons = reasons;
    this.tree.message = undefined;
    this.tree.description = document && path.posix.basename(document.uri.path);
    this.changed.fire();
    await vscode.commands.executeCommand('setContext', 'luaflow.reasons', reasons.length > 0);
    const first = reasons[0];
    if (first !== undefined) {
      await this.tree.reveal(first, { select: true, focus: false, expand: true });
      this.answered.fire(reasons);
    }
  }
}
