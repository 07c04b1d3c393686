/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// The page of a graph: draws it, says where the user clicks, and shows of the block that is
// chosen what dominates it, what comes after it in any case, and which loop it is in.

import { type Layout, layout } from './layout';
import type { Block, FromPage, ToPage } from './messages';

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void };

const code = acquireVsCodeApi();
const lineHeight = 17, padding = 6, letter = 7.3, most = 56;
let blocks: Block[] = [];

addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  if ('show' in data) {
    blocks = data.show.blocks;
    document.getElementById('title')!.textContent = data.show.title;
    document.getElementById('graph')!.replaceChildren(draw());
  } else {
    document.querySelectorAll('.at').forEach(e => e.classList.remove('at'));
    const group = data.at === undefined ? null : groupOf(data.at);
    group?.classList.add('at');
    group?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
});
code.postMessage({ ready: true });

function groupOf(block: number): Element | null {
  return document.querySelector(`[data-block="${block}"]`);
}

/** An element of a picture. */
function make(name: string, attributes: Record<string, string | number>, ...children: (Element | string)[]): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
}

function titleOf(block: Block, number: number): string {
  const title = `b${number}`;
  if (block.isDead) {
    return `${title}, never executed`;
  }
  return block.loop === number ? `${title}, begins a loop` : block.loop !== undefined ? `${title}, in the loop of b${block.loop}` : title;
}

function short(text: string): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** The texts of a block: its title, its rows, and what its edges ask. */
function textsOf(block: Block, number: number): string[] {
  const edges = block.edges.filter(e => e.if !== undefined).map(e => `to b${e.to} if ${e.if!.replaceAll('`', '')}`);
  return [titleOf(block, number), ...block.rows.map(r => `${r.line + 1}  ${r.text}`), ...edges].map(short);
}

function draw(): SVGElement {
  const texts = blocks.map(textsOf);
  const sizes = texts.map(t => ({
    width: Math.max(...t.map(text => text.length)) * letter + 2 * padding, height: t.length * lineHeight + 2 * padding,
  }));
  const placed = layout(blocks.map((b, n) => ({ ...sizes[n]!, to: b.edges.map(e => e.to) })));
  const svg = make('svg', { width: placed.width, height: placed.height, role: 'img' },
    make('defs', {}, make('marker', { id: 'arrow', viewBox: '0 0 8 8', refX: 8, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto' },
      make('path', { d: 'M0,0 L8,4 L0,8 z', class: 'tip' }))));
  for (const line of placed.lines) {
    const to = blocks[line.from]!.edges[line.edge]!.to;
    svg.append(make('polyline', {
      points: line.points.map(p => p.join(',')).join(' '), 'marker-end': 'url(#arrow)',
      class: `edge${to <= line.from ? ' back' : ''}${blocks[line.from]!.isDead ? ' dead' : ''}`,
    }));
  }
  blocks.forEach((_, n) => svg.append(drawBlock(n, texts[n]!, sizes[n]!, placed)));
  return svg;
}

function drawBlock(n: number, texts: string[], size: { width: number; height: number }, { spots }: Layout): SVGElement {
  const block = blocks[n]!, { x, y } = spots[n]!;
  const isLoop = block.loop === n;
  const group = make('g', {
    class: `block${block.isDead ? ' dead' : ''}${isLoop ? ' header' : ''}`, transform: `translate(${x},${y})`, 'data-block': n,
  }, make('rect', { ...size, rx: 3 }));
  texts.forEach((text, i) => {
    const isRow = i > 0 && i <= block.rows.length;
    const label = make('text', { x: padding, y: padding + (i + 0.75) * lineHeight, class: i === 0 ? 'title' : isRow ? 'row' : 'if', tabindex: isRow || i === 0 ? 0 : -1 }, text);
    label.append(make('title', {}, isRow ? block.rows[i - 1]!.text : text));
    onChoice(label, () => {
      choose(n);
      if (block.rows.length > 0) {
        code.postMessage({ block: n, row: isRow ? i - 1 : 0 });
      }
    });
    group.append(label);
  });
  return group;
}

/** Has a click or Enter do something. */
function onChoice(element: Element, act: () => void): void {
  element.addEventListener('click', act);
  element.addEventListener('keydown', e => {
    if ((e as KeyboardEvent).key === 'Enter') {
      act();
    }
  });
}

/** Shows how other blocks are related to one. */
function choose(n: number): void {
  for (const name of ['chosen', 'dominator', 'postdominator', 'inloop']) {
    document.querySelectorAll(`.${name}`).forEach(e => e.classList.remove(name));
  }
  groupOf(n)?.classList.add('chosen');
  for (let above = blocks[n]?.dominator; above !== undefined; above = blocks[above]?.dominator) {
    groupOf(above)?.classList.add('dominator');
  }
  for (let after = blocks[n]?.postDominator; after !== undefined; after = blocks[after]?.postDominator) {
    groupOf(after)?.classList.add('postdominator');
  }
  const loop = blocks[n]?.loop;
  blocks.forEach((b, other) => {
    if (loop !== undefined && b.loop === loop) {
      groupOf(other)?.classList.add('inloop');
    }
  });
  const say = (what: string, list: (number | undefined)[]) => {
    const known = list.filter(b => b !== undefined);
    return known.length > 0 ? `${what} b${known.join(', b')}` : '';
  };
  document.getElementById('chosen')!.textContent = [`b${n}`,
    say('dominated by', [blocks[n]?.dominator]), say('followed in any case by', [blocks[n]?.postDominator]), say('in the loop of', [loop]),
  ].filter(t => t !== '').join('; ');
}
