// The slice of a place: what it depends on, or what depends on it, stays, and the rest of
// the file fades until Escape ends it. It moves with the text, and is asked for again when
// that was edited. What is gone is shown no more, unless the text becomes again what it was.

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
  text: string;
}

/** How long the text must rest before a slice is asked for again, in ms. */
const rest = 150;

export class SliceView implements vscode.Disposable {
  private current: Kept | undefined;
  /** The slice whose place is gone, as it was before. */
  private lost: Kept | undefined;
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
        } else if (e.document === this.lost?.document && e.document.getText() === this.lost.text) {
          this.renew(this.lost, () => this.lost);
        }
      }),
      vscode.workspace.onDidCloseTextDocument(document => {
        if (document === this.current?.document || document === this.lost?.document) {
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
        from: document.offsetAt(at.start), to: document.offsetAt(at.end), text: document.getText(),
      });
    }
  }

  /** Moves with the text, and asks again when that rests; what the server says nothing of stays. */
  private edited(kept: Kept, changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    const before = { ...kept }, now = kept.document.getText();
    for (const change of changes) { // the last one of the text first
      const { start, end, length } = difference(change, before.text);
      if (start <= kept.from && end >= kept.to && end > start) {
        const from = again(before.text, before.from, now);
        if (from === undefined) {
          this.become(undefined); // it is gone
          this.lost = before;
          return;
        }
        kept.to += from - kept.from;
        kept.from = from;
        break;
      }
      if (end <= kept.from) {
        kept.from += length - (end - start);
        kept.to += length - (end - start);
      } else if (start <= kept.to) {
        kept.to = Math.max(kept.from + 1, kept.to + length - (end - start));
      }
    }
    kept.text = now;
    this.renew(kept, () => this.current);
  }

  /** Asks for a slice again when the text has rested, if it still is what is kept. */
  private renew(kept: Kept, now: () => Kept | undefined): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (kept === now()) {
        void this.load(kept.document, kept.document.positionAt(kept.from), kept.forward).catch(() => {});
      }
    }, rest);
  }

  private become(next: Kept | undefined): void {
    clearTimeout(this.timer);
    this.current = next;
    this.lost = undefined;
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

/** What a change really changes of a text: from where to where, and how many characters are there instead. */
function difference({ rangeOffset, rangeLength, text }: vscode.TextDocumentContentChangeEvent, before: string) {
  let start = rangeOffset, end = rangeOffset + rangeLength, from = 0, to = text.length;
  for (; start < end && from < to && before[start] === text[from]; start++, from++) { /* it is the same */ }
  for (; start < end && from < to && before[end - 1] === text[to - 1]; end--, to--) { /* so it is */ }
  return { start, end, length: to - from };
}

/**
 * Where a place of a text is in another one that has as many lines that are, but for blanks around them, like its
 * own; undefined if it has not.
 */
function again(before: string, place: number, now: string): number | undefined {
  const begin = before.lastIndexOf('\n', place - 1) + 1;
  const line = before.slice(begin).split('\n', 1)[0]!;
  const like = line.trim(), column = place - begin - line.indexOf(like);
  const places = (text: string): number[] => {
    const found: number[] = [];
    let offset = 0;
    for (const other of text.split('\n')) {
      if (other.trim() === like) {
        found.push(offset + other.indexOf(like));
      }
      offset += other.length + 1;
    }
    return found;
  };
  const old = places(before), found = places(now);
  return found.length === old.length ? found[old.indexOf(place - column)]! + column : undefined;
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
