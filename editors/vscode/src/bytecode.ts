// The bytecode of a function as a read-only document beside its source. What is dead or
// unreachable in it is faded and says so; the cursor in either text selects in the other,
// and the listing follows the cursor and the changes of the source.

import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Range } from 'vscode-languageclient/node';
import { Latest } from './latest';
import * as messages from './messages';
import { rangeOf } from './ranges';
import type { Bytecode, Instruction } from './requests';
import { isServed, type Server } from './server';

const scheme = 'luaflow-bytecode';

/** A listing that was asked for, and that the tests can look at. */
export interface Listing {
  uri: vscode.Uri;
  source: vscode.TextDocument;
  code: Bytecode;
  /** The lines of the listing that are marked, from 0. */
  dead: number[];
  unreachable: number[];
}

export class BytecodeView implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly listings = new Map<string, Listing>(); // by URI
  private readonly contentChanged = new vscode.EventEmitter<vscode.Uri>();
  private readonly marked = new vscode.EventEmitter<Listing>();
  private readonly latest = new Latest();
  private readonly dead = mark(' dead');
  private readonly unreachable = mark(' unreachable');
  private readonly disposables: vscode.Disposable[];

  readonly onDidChange = this.contentChanged.event;
  /** Fires when a listing is shown with its marks. */
  readonly onDidMark = this.marked.event;

  constructor(private readonly server: Server) {
    this.disposables = [
      this.contentChanged, this.marked, this.dead, this.unreachable,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.commands.registerTextEditorCommand('luaflow.bytecode', editor => this.show(editor)),
      vscode.window.onDidChangeTextEditorSelection(e => this.moved(e.textEditor)),
      vscode.window.onDidChangeVisibleTextEditors(() => this.markAll()),
      vscode.workspace.onDidChangeTextDocument(e => this.edited(e.document)),
      vscode.workspace.onDidCloseTextDocument(doc => this.listings.delete(doc.uri.toString())),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.listings.get(uri.toString())?.code.text ?? '';
  }

  private async show(editor: vscode.TextEditor): Promise<void> {
    try {
      const listing = await this.load(editor);
      await vscode.window.showTextDocument(listing.uri, {
        viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true,
      });
      this.mark(listing);
      this.selectInListing(listing, editor);
    } catch (e) {
      messages.inform(messages.reason(e));
    }
  }

  /** Asks for the function at the cursor, and has the listing of the document say it. */
  private async load(editor: vscode.TextEditor): Promise<Listing> {
    const source = editor.document;
    const code = await this.server.ask('luaflow/bytecode', source, editor.selection.active);
    const uri = uriOf(source);
    const before = this.listings.get(uri.toString());
    const listing = { uri, source, code, dead: linesOf(code, 'dead'), unreachable: linesOf(code, 'unreachable') };
    this.listings.set(uri.toString(), listing);
    if (before !== undefined && before.code.text !== code.text) {
      this.contentChanged.fire(uri); // marked when the document has the text
    }
    return listing;
  }

  /** The listing of a source that is shown, and its editor. */
  private shown(source: vscode.TextDocument): [Listing, vscode.TextEditor] | undefined {
    const listing = this.listings.get(uriOf(source).toString());
    const editor = listing && editorOf(listing.uri);
    return listing && editor && [listing, editor];
  }

  private moved(editor: vscode.TextEditor): void {
    if (editor !== vscode.window.activeTextEditor) {
      return; // it was this view that moved the cursor
    }
    const listing = this.listings.get(editor.document.uri.toString());
    if (listing !== undefined) {
      selectInSource(listing, editor.selection.active.line);
    } else if (isServed(editor.document) && this.shown(editor.document)) {
      this.follow(editor);
    }
  }

  private edited(document: vscode.TextDocument): void {
    const listing = this.listings.get(document.uri.toString());
    if (listing !== undefined) {
      this.mark(listing);
      return;
    }
    const editor = vscode.window.visibleTextEditors.find(e => e.document === document);
    if (editor !== undefined && isServed(document) && this.shown(document)) {
      this.follow(editor);
    }
  }

  private follow(editor: vscode.TextEditor): void {
    this.latest.do(async () => {
      let listing = this.listings.get(uriOf(editor.document).toString());
      if (listing === undefined || !isOf(listing, editor)) {
        listing = await this.load(editor);
        this.mark(listing);
      }
      this.selectInListing(listing, editor);
    });
  }

  private markAll(): void {
    for (const listing of this.listings.values()) {
      this.mark(listing);
    }
  }

  /** Marks what is dead, once the editor shows the text that this is known of. */
  private mark(listing: Listing): void {
    const editor = editorOf(listing.uri);
    if (editor === undefined || editor.document.getText() !== listing.code.text) {
      return;
    }
    editor.options = { tabSize: 6, insertSpaces: false }; // the least that keeps the columns
    const whole = (line: number) => editor.document.lineAt(line).range;
    editor.setDecorations(this.dead, listing.dead.map(whole));
    editor.setDecorations(this.unreachable, listing.unreachable.map(whole));
    this.marked.fire(listing);
  }

  /** Selects the instructions that the text at the cursor was made into. */
  private selectInListing(listing: Listing, from: vscode.TextEditor): void {
    const editor = editorOf(listing.uri);
    if (editor === undefined || editor === vscode.window.activeTextEditor || editor.document.getText() !== listing.code.text) {
      return;
    }
    const lines = instructionsAt(listing.code, from.selection.active).map(i => editor.document.lineAt(i.line).range);
    const first = lines[0];
    if (first !== undefined) {
      editor.selections = lines.map(r => new vscode.Selection(r.start, r.end));
      editor.revealRange(first, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }
}

/** Whether a listing is that of the function at an editor's cursor still. */
function isOf({ source, code }: Listing, { document, selection }: vscode.TextEditor): boolean {
  const around = ({ range }: { range: Range }) => rangeOf(range).contains(selection.active);
  return document === source && document.version === code.version &&
    (code.path === '0' || around(code)) && !code.functions.some(around);
}

/** Selects the text that the instruction in a line of the listing was made of. */
function selectInSource(listing: Listing, line: number): void {
  const editor = vscode.window.visibleTextEditors.find(e => e.document === listing.source);
  const found = listing.code.instructions.find(i => i.line === line)?.range;
  if (editor === undefined || found === undefined || listing.code.version !== listing.source.version) {
    return;
  }
  const range = rangeOf(found);
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/**
 * The instructions that store to what is at a position; or those of the smallest pieces of text around
 * it, or of its line.
 */
function instructionsAt(code: Bytecode, position: vscode.Position): Instruction[] {
  for (const piecesOf of [(i: Instruction) => i.targets ?? [], (i: Instruction) => i.range ? [i.range] : []]) {
    const found = smallest(code.instructions, position, piecesOf);
    if (found.length > 0) {
      return found;
    }
  }
  return code.instructions.filter(i => i.range?.start.line === position.line);
}

/** The instructions that have the smallest of the pieces of text around a position. */
function smallest(instructions: Instruction[], position: vscode.Position, piecesOf: (i: Instruction) => Range[]): Instruction[] {
  const around = (i: Instruction) => piecesOf(i).map(rangeOf).filter(r => r.contains(position));
  const least = instructions.flatMap(around).reduce<vscode.Range | undefined>(
    (best, range) => best === undefined || best.contains(range) ? range : best, undefined);
  return least === undefined ? [] : instructions.filter(i => around(i).some(r => r.isEqual(least)));
}

function linesOf(code: Bytecode, fate: Instruction['fate']): number[] {
  return code.instructions.filter(i => i.fate === fate).map(i => i.line);
}

function editorOf(uri: vscode.Uri): vscode.TextEditor | undefined {
  return vscode.window.visibleTextEditors.find(e => e.document.uri.toString() === uri.toString());
}

/** One listing for each document, so that it stays in its tab. */
function uriOf(source: vscode.TextDocument): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${path.posix.basename(source.uri.path)} (bytecode)`, query: source.uri.toString() });
}

function mark(text: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    opacity: '0.5',
    after: { contentText: text, color: new vscode.ThemeColor('editorWarning.foreground'), fontStyle: 'italic', margin: '0 0 0 2em' },
  });
}
