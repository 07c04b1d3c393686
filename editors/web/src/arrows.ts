// Arrows over the source: a link from a piece of the text to another, in the colour of its kind.

import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { draw } from './dom';
import type { Kind } from './page';

/** An arrow between two offsets of the text. */
export interface Arrow { from: number; to: number; kind: Kind; title: string }
type Point = { x: number; y: number };

/** Returns the tips of arrows, one for each kind, whose ids begin with a prefix. */
export function tips(prefix: string, kinds: readonly Kind[]): SVGElement {
  return draw('defs', {}, ...kinds.map(kind => draw('marker', {
    id: `${prefix}-${kind}`, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 6, markerHeight: 6, orient: 'auto',
  }, draw('path', { d: 'M0,0.5 L8,4 L0,7.5 z', class: `tip ${kind}` }))));
}

/** Returns a curve from one point to another that bows to the right, or up where both are in one line. */
function curve(a: Point, b: Point, lineHeight: number): string {
  if (Math.abs(a.y - b.y) < 2) {
    const up = Math.min(lineHeight * 0.9, 4 + Math.abs(a.x - b.x) / 8);
    return `M${a.x},${a.y - lineHeight * 0.32} C${a.x},${a.y - up} ${b.x},${a.y - up} ${b.x},${b.y - lineHeight * 0.36}`;
  }
  const side = b.y > a.y ? 1 : -1, bow = 12 + Math.min(48, Math.abs(b.y - a.y) / 6);
  const start = a.y + side * lineHeight * 0.32, end = b.y - side * lineHeight * 0.4;
  return `M${a.x},${start} C${a.x + bow},${start + (end - start) * 0.35} ${b.x + bow},${start + (end - start) * 0.65} ${b.x},${end}`;
}

/** Returns the extension that draws arrows, which arrows() names at each update. */
export function arrowLayer(prefix: string, defs: () => SVGElement, arrows: (view: EditorView) => readonly Arrow[]) {
  return ViewPlugin.fromClass(class {
    private readonly svg = draw('svg', { class: 'cm-arrows', 'aria-hidden': true });
    private shown: readonly Arrow[] = [];

    constructor(private readonly view: EditorView) {
      this.svg.append(defs());
      view.scrollDOM.append(this.svg);
    }

    update(u: ViewUpdate): void {
      const now = arrows(u.view);
      if (now !== this.shown || u.geometryChanged || u.viewportChanged || u.docChanged) {
        this.shown = now;
        u.view.requestMeasure({ key: this, read: () => this.measure(), write: lines => this.write(lines) });
      }
    }

    destroy(): void {
      this.svg.remove();
    }

    private point(at: number): Point {
      const { view } = this, base = view.scrollDOM.getBoundingClientRect();
      const end = Math.min(at, view.state.doc.length);
      const rect = view.coordsAtPos(end, 1);
      if (rect !== null) {
        return { x: rect.left - base.left + view.scrollDOM.scrollLeft, y: (rect.top + rect.bottom) / 2 - base.top + view.scrollDOM.scrollTop };
      }
      const line = view.lineBlockAt(end); // not drawn now: about where it would be
      return { x: view.contentDOM.offsetLeft + 6 + (end - line.from) * view.defaultCharacterWidth, y: line.top + view.documentPadding.top + line.height / 2 };
    }

    private measure(): { d: string; arrow: Arrow }[] {
      return this.shown.slice(0, 400).map(arrow => ({ arrow, d: curve(this.point(arrow.from), this.point(arrow.to), this.view.defaultLineHeight) }));
    }

    private write(lines: { d: string; arrow: Arrow }[]): void {
      this.svg.querySelectorAll('path.arrow').forEach(p => p.remove());
      for (const { d, arrow } of lines) {
        this.svg.append(draw('path', { d, class: `arrow ${arrow.kind}`, 'marker-end': `url(#${prefix}-${arrow.kind})` }, draw('title', {}, arrow.title)));
      }
    }
  });
}
