// The picture of a control-flow graph as SVG: the whole, or what stands in a part of it.

import { draw } from './dom';
import type { Block, Edge, Graph } from './page';

/** The size of a unit of the graph on the page, in px: the width of a character. */
export const unit = 7.2;
const lineHeight = 1.8, size = 1.66, margin = 0.5; // units: of lines and their letters, and around the whole

/** A part of a picture, in units. */
export interface Part { left: number; top: number; right: number; bottom: number }

/** The size of the picture of a graph, in units. */
export const width = (graph: Graph) => graph.width + 2 * margin, height = (graph: Graph) => graph.height + 2 * margin;

/** Returns an empty picture of the size of a graph. */
export function canvas(graph: Graph): SVGSVGElement {
  return draw('svg', { viewBox: `${-margin} ${-margin} ${width(graph)} ${height(graph)}`, class: 'graph', role: 'presentation' });
}

/** Returns what stands in a part of the picture of a graph. Blocks have the classes that marks says, beside their own. */
export function contents(graph: Graph, part: Part, marks: (block: number) => string): Element[] {
  const tip = (id: string, name: string) => draw('marker', { id, viewBox: '0 0 8 8', refX: 8, refY: 4, markerWidth: 1, markerHeight: 1, markerUnits: 'userSpaceOnUse', orient: 'auto' },
    draw('path', { d: 'M0,0.5 L8,4 L0,7.5 z', class: name }));
  const meets = (left: number, top: number, right: number, bottom: number) => left <= part.right && right >= part.left && top <= part.bottom && bottom >= part.top;
  const edges = graph.edges.filter(({ points }) => {
    const xs = points.map(p => p[0]), ys = points.map(p => p[1]);
    return meets(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
  });
  const boxes = graph.blocks.flatMap((b, n) => meets(b.x, b.y, b.x + b.width, b.y + b.height) ? [box(b, n, marks(n))] : []);
  return [draw('defs', {}, tip('graph-tip', 'tip'), tip('graph-back', 'tip back')), ...edges.map(e => edge(graph, e)), ...boxes, ...edges.flatMap(condition)];
}

/** Returns the whole picture of a graph as a file, with its colours in it. */
export function file(graph: Graph): string {
  const svg = canvas(graph);
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  svg.setAttribute('width', String(Math.ceil(width(graph) * unit)));
  svg.setAttribute('height', String(Math.ceil(height(graph) * unit)));
  svg.append(draw('style', {}, style), ...contents(graph, { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }, () => ''));
  return new XMLSerializer().serializeToString(svg);
}

/** The colours of a picture that is saved: light or dark as the reader has it. */
const style = `svg { color-scheme: light dark; font-family: monospace; background: #fff; --fg: #1f2328; --line: #8c959f; --box: #f6f8fa; --loop: #0969da; }
@media (prefers-color-scheme: dark) { svg { background: #0d1117; --fg: #e6edf3; --line: #6e7681; --box: #161b22; --loop: #58a6ff; } }
text { fill: var(--fg); white-space: pre; } .title { font-weight: bold; } .if { font-style: italic; opacity: 0.75; }
rect { fill: var(--box); stroke: var(--line); stroke-width: 0.12; } .loop rect { stroke: var(--loop); stroke-width: 0.25; }
.edge { fill: none; stroke: var(--line); stroke-width: 0.15; } .edge.back { stroke: var(--loop); } .tip { fill: var(--line); } .tip.back { fill: var(--loop); }
.unreachable { opacity: 0.5; } .unreachable rect, .edge.unreachable { stroke-dasharray: 0.6 0.4; }`;

function edge(graph: Graph, e: Edge): Element {
  const dead = graph.blocks[e.from]?.status === 'unreachable' ? ' unreachable' : '';
  return draw('path', { d: smooth(e.points), class: `edge${e.back ? ' back' : ''}${dead}`, 'data-from': e.from, 'data-to': e.to, 'marker-end': `url(#graph-${e.back ? 'back' : 'tip'})` },
    draw('title', {}, `b${e.from} to b${e.to}${e.if === '' ? '' : ` if ${e.if.replaceAll('`', '')}`}`));
}

/** Returns a curve through points that leaves and enters each of them upright. */
function smooth(points: readonly [number, number][]): string {
  return points.map(([x, y], i) => {
    const [px, py] = points[i - 1] ?? [x, y], middle = (py + y) / 2;
    return i === 0 ? `M${x},${y}` : px === x ? `L${x},${y}` : `C${px},${middle} ${x},${middle} ${x},${y}`;
  }).join(' ');
}

/** Returns what an edge asks, beside its first stretch, at the side that it leads to. */
function condition(e: Edge): Element[] {
  const [start, next] = e.points;
  if (e.if === '' || start === undefined || next === undefined) {
    return [];
  }
  const text = /( is (true|false)|the loop (runs|ends).*)$/.exec(e.if)?.slice(2).find(word => word !== undefined) ?? e.if.replaceAll('`', ''), isLeft = next[0] < start[0];
  const at = (i: 0 | 1, part: number) => start[i] + (next[i] - start[i]) * part;
  return [draw('text', { x: at(0, 0.3) + (isLeft ? -0.7 : 0.7), y: at(1, 0.4) + 0.3, class: 'if', 'font-size': size * 0.85, 'text-anchor': isLeft ? 'end' : 'start' }, text)];
}

function box(b: Block, n: number, marks: string): Element {
  const isLoop = b.loop === n;
  const label = [b.title, b.status === 'unreachable' ? 'never executed' : '', ...b.lines].filter(t => t !== '').join(', ');
  const group = draw('g', {
    class: `block ${b.status}${isLoop ? ' loop' : ''} ${marks}`.trimEnd(), transform: `translate(${b.x},${b.y})`, 'data-block': n, id: `block-${n}`, role: 'option', 'aria-selected': String(/\bselected\b/.test(marks)), 'aria-label': label,
  }, draw('rect', { width: b.width, height: b.height, rx: 0.4 }));
  const rows = [b.title, ...b.lines], top = (b.height - rows.length * lineHeight) / 2;
  rows.forEach((text, i) => group.append(draw('text', { x: 0.8, y: top + (i + 0.73) * lineHeight, class: i === 0 ? 'title' : 'text', 'font-size': size }, text)));
  return group;
}
