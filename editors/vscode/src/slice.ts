// The slice of a place: what it depends on, or what depends on it, stays, and the rest of
// the file fades until Escape ends it. It moves with the text, and is asked for again when
// that was edited.

import * as vscode from 'vscode';
import * as messages from './messages';
import { rangeOf } from './ranges';
import type { Slice } from './requests';
import type { Server } from './server';

/** A slice that is shown, with the lines that are faded as a whole, from 0. */
export interface Shown {
  document: vscode.TextDocument;
  slice: Slice;
  faded: number[];
}

/** What is shown, and where it goes on. */
interface Kept extends Shown {
  forward: boolean;
  /** What it is about, in characters of the text as it is now. */
  from: number;
  to: number;
}

/** How long the text must rest before a slice is asked for again, in ms. */
const rest = 150;

export class SliceView implements vscode.Disposable {
  private current: Kept | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly changed = new vscode.EventEmitter<Shown | undefined>();
  private readonly outside = vscode.window.createTextEditorDecorationType({ opacity: '0.25' });
  private readonly around = vscode.window.createTextEditorDecorationType({ opacity: '0.6' });
  private readonly origin = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.wordHighlightStrongBackground'),
    borderRadius: '2px',
  });
  private readonly disposables: vscode.Disposable[];

  /** Fires with the slice that is shown now; with none when it has ended. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly server: Server) {
    this.disposables = [
      this.changed, this.outside, this.around, this.origin,
      vscode.commands.registerTextEditorCommand('luaflow.sliceBackward', editor => this.show(editor, false)),
      vscode.commands.registerTextEditorCommand('luaflow.sliceForward', editor => this.show(editor, true)),
      vscode.commands.registerCommand('luaflow.endSlice', () => this.become(undefined)),
      vscode.window.onDidChangeVisibleTextEditors(() => this.decorate()),
      vscode.workspace.onDidChangeTextDocument(e => {
        if (e.document === this.current?.document && e.contentChanges.length > 0) {
          this.edited(this.current, e.contentChanges);
        }
      }),
      vscode.workspace.onDidCloseTextDocument(document => {
        if (document === this.current?.document) {
          this.become(undefined);
        }
      }),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private async show({ document, selection }: vscode.TextEditor, forward: boolean): Promise<void> {
    try {
      await this.load(document, selection.active, forward);
    } catch (e) {
      messages.inform(messages.reason(e));
    }
  }

  /** Asks for a slice, and shows it if the text is still the same. */
  private async load(document: vscode.TextDocument, position: vscode.Position, forward: boolean): Promise<void> {
    const slice = await this.server.ask('luaflow/slice', document, position, { forward });
    if (slice.version === document.version) {
      const at = rangeOf(slice.at);
      this.become({
        document, slice, forward, faded: complement(slice.lines, document.lineCount),
        from: document.offsetAt(at.start), to: document.offsetAt(at.end),
      });
    }
  }

  /** Moves with the text, and asks again when that rests; what the server says nothing of stays. */
  private edited(kept: Kept, changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    for (const { rangeOffset: start, rangeLength: length, text } of changes) {
      const end = start + length;
      if (start <= kept.from && end >= kept.to && length > 0) {
        this.become(undefined); // it is gone
        return;
      }
      if (end <= kept.from) {
        kept.from += text.length - length;
        kept.to += text.length - length;
      } else if (start <= kept.to) {
        kept.to = Math.max(kept.from + 1, kept.to + text.length - length);
      }
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (kept === this.current) {
        void this.load(kept.document, kept.document.positionAt(kept.from), kept.forward).catch(() => {});
      }
    }, rest);
  }

  private become(next: Kept | undefined): void {
    clearTimeout(this.timer);
    this.current = next;
    this.decorate();
    void vscode.commands.executeCommand('setContext', 'luaflow.slicing', next !== undefined);
    this.changed.fire(next);
  }

  private decorate(): void {
    if (this.current !== undefined && this.current.slice.version !== this.current.document.version) {
      return; // what is drawn has moved with the text
    }
    for (const editor of vscode.window.visibleTextEditors) {
      const shown = editor.document === this.current?.document ? this.current : undefined;
      editor.setDecorations(this.outside, shown?.faded.map(line => editor.document.lineAt(line).range) ?? []);
      editor.setDecorations(this.around, shown ? gaps(shown) : []);
      editor.setDecorations(this.origin, shown ? [rangeOf(shown.slice.at)] : []);
    }
  }
}

/** The lines below count that are not listed. */
function complement(lines: number[], count: number): number[] {
  const listed = new Set(lines);
  return Array.from({ length: count }, (_, line) => line).filter(line => !listed.has(line));
}

/** What stands on the lines of a slice and is not in it. */
function gaps({ document, slice }: Shown): vscode.Range[] {
  const pieces = new Map<number, vscode.Range[]>(); // by line
  for (const range of slice.ranges.map(rangeOf)) {
    pieces.set(range.start.line, [...(pieces.get(range.start.line) ?? []), range]);
  }
  return slice.lines.flatMap(line => {
    const out: vscode.Range[] = [];
    let from = document.lineAt(line).range.start;
    for (const piece of pieces.get(line) ?? []) {
      out.push(new vscode.Range(from, piece.start));
      from = piece.end;
    }
    out.push(new vscode.Range(from, document.lineAt(line).range.end));
    return out.filter(range => !range.isEmpty);
  });
}
