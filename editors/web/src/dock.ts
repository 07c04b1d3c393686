// What stands below the panes: the findings, and what is known of the selection, in words.

import { byId, count, make } from './dom';
import { inline, markdown } from './markdown';
import type { Model } from './model';
import { type Edit, type Finding, type Instruction, levels, type Link } from './page';

/** Returns the line of an offset, from 1. */
function lineAt(text: string, at: number): number {
  let line = 1;
  for (let i = text.indexOf('\n'); i >= 0 && i < at; i = text.indexOf('\n', i + 1)) {
    line++;
  }
  return line;
}

/** The list of findings. */
export class Findings {
  private readonly list = byId('findings-list');
  private open: string | undefined; // the code whose page is shown

  constructor(private readonly model: Model, private readonly apply: (edits: readonly Edit[]) => void) {
    model.on('overview', () => this.show());
    model.on('text', () => this.list.replaceChildren());
    model.on('selection', () => this.mark());
    this.list.addEventListener('keydown', e => this.key(e));
    byId('finding-page-close').addEventListener('click', () => this.showPage(undefined));
  }

  private show(): void {
    const { findings, omitted } = this.model.overview!;
    byId('findings-count').textContent = findings.length === 0 ? 'No findings' : count(findings.length, 'finding');
    byId('findings-omitted').textContent = omitted;
    byId<HTMLButtonElement>('fix-all').disabled = !findings.some(f => f.fixes.some(x => x.level === 'safe'));
    this.list.replaceChildren(...findings.map((f, n) => this.row(f, n)));
    this.mark();
  }

  private row(finding: Finding, n: number): HTMLElement {
    const goto = make('button', { class: 'finding-goto', 'data-finding': n }, make('span', { class: `severity ${finding.severity}`, role: 'img', 'aria-label': finding.severity }),
      make('span', { class: 'where' }, String(lineAt(this.model.text.text, finding.span.from))), make('span', { class: 'message' }, ...inline(finding.message)));
    goto.addEventListener('click', () => this.model.selectAt(finding.span.from));
    const code = make('button', { class: 'code', title: 'What this check claims' }, finding.code);
    code.addEventListener('click', () => this.showPage(finding));
    const fixes = finding.fixes.map(fix => {
      const button = make('button', { class: `fix ${fix.level}`, title: `${fix.title}: ${levels[fix.level]}` }, ...inline(fix.title));
      button.addEventListener('click', () => this.apply(fix.edits));
      return button;
    });
    const related = finding.related.map(r => {
      const button = make('button', { class: 'related' }, `${lineAt(this.model.text.text, r.span.from)}: ${r.message}`);
      button.addEventListener('click', () => this.model.selectAt(r.span.from));
      return button;
    });
    return make('li', { class: 'finding' }, goto, code, ...fixes, ...related);
  }

  /** Marks the findings that are about what is selected. */
  private mark(): void {
    const span = this.model.selection?.span;
    this.list.querySelectorAll<HTMLElement>('.finding-goto').forEach(e => {
      const finding = this.model.overview?.findings[Number(e.dataset.finding)];
      const isSelected = span !== undefined && finding !== undefined && span.from < span.to && finding.span.from < span.to && span.from < finding.span.to;
      e.closest('li')!.classList.toggle('selected', isSelected);
    });
  }

  private showPage(finding: Finding | undefined): void {
    this.open = finding === undefined || finding.code === this.open ? undefined : finding.code;
    byId('finding-page').hidden = this.open === undefined;
    byId('finding-page-text').replaceChildren(...this.open === undefined ? [] : markdown(finding!.page));
  }

  private key(e: KeyboardEvent): void {
    const move = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (move !== undefined) {
      const all = [...this.list.querySelectorAll<HTMLElement>('.finding-goto')];
      const now = all.indexOf((document.activeElement?.closest('li')?.querySelector('.finding-goto') ?? null) as HTMLElement);
      e.preventDefault();
      all[Math.max(0, Math.min(all.length - 1, now + move))]?.focus();
    }
  }
}

/** What is known of the selection. */
export class Details {
  constructor(private readonly model: Model) {
    model.on('selection', () => this.show());
    model.on('text', () => this.clear());
  }

  private clear(): void {
    byId('details').replaceChildren();
    byId('status').textContent = '';
  }

  private show(): void {
    const { selection: s, text: { text } } = this.model;
    if (s === undefined) {
      return this.clear();
    }
    byId('status').textContent = this.words();
    const selected = text.slice(s.span.from, s.span.to);
    const self = (span: { from: number; to: number }) => span.from === s.span.from && span.to === s.span.to;
    const sections = [
      this.links('Stores that reach it', s.chain.filter(l => !self(l.fromSpan)), 'from'),
      this.links('Reads that it reaches', s.chain.filter(l => !self(l.toSpan)), 'to'),
      this.links('Needs', s.needs, 'from'),
      this.links('Is needed by', s.needed, 'to'),
    ];
    byId('details').replaceChildren(
      make('h3', {}, make('code', {}, shortened(selected)), ' ', make('span', { class: 'where' }, this.where())),
      ...markdown(s.hover).map(e => (e.classList.add('hover'), e)),
      ...sections.flat(), ...s.noSlice === '' ? [] : [make('p', { class: 'nothing' }, s.noSlice)],
    );
  }

  /** One line for screen readers and for the foot of the page. */
  private words(): string {
    const { selection: s, text: { text } } = this.model;
    const at = s!.span.from, each = (list: Instruction[]) => new Set(list.map(i => `${i.path} ${i.pc}`)).size;
    const from = each(s!.chain.filter(l => l.toSpan.from === at).map(l => l.from)), to = each(s!.chain.filter(l => l.fromSpan.from === at).map(l => l.to));
    return [shortened(text.slice(s!.span.from, s!.span.to)), this.where(),
      from > 0 ? `reached by ${count(from, 'store')}` : '', to > 0 ? `reaches ${count(to, 'read')}` : ''].filter(t => t !== '').join(', ');
  }

  private where(): string {
    const { selection: s, fn, overview, text: { text } } = this.model;
    const pcs = [...new Set(s!.pcs)].map(pc => pc + 1); // as listings count
    const name = overview?.functions.find(f => f.path === fn?.path)?.name ?? '';
    return [`line ${lineAt(text, s!.span.from)}`, name, pcs.length === 0 ? 'no instruction' : `${pcs.length === 1 ? 'instruction' : 'instructions'} ${ranges(pcs)}`,
      s!.block >= 0 ? `block b${s!.block}` : ''].filter(t => t !== '').join(', ');
  }

  private links(title: string, links: Link[], end: 'from' | 'to'): HTMLElement[] {
    if (links.length === 0) {
      return [];
    }
    const seen = new Map(links.map(l => [`${l[end].path} ${l[end].pc} ${l.kind} ${l.name}`, l]));
    const items = [...seen.values()].slice(0, 50).map(l => {
      const span = end === 'from' ? l.fromSpan : l.toSpan, { text } = this.model.text;
      const isEntry = l[end].pc < 0; // a parameter's value, which no instruction makes
      const shown = span.from < span.to ? `line ${lineAt(text, span.from)}: ${shortened(text.slice(span.from, span.to))}` : isEntry ? `${l.name} at the entry` : `instruction ${l[end].pc + 1}`;
      const button = make('button', { class: `link ${l.kind}`, title: `${l.kind}${l.name === '' ? '' : ` ${l.name}`}` }, make('i', { class: `dot ${l.kind}` }), shown);
      button.addEventListener('click', () => isEntry && span.from < span.to ? this.model.selectAt(span.from) : this.model.selectInstruction(l[end].path, Math.max(0, l[end].pc)));
      return make('li', {}, button);
    });
    return [make('h4', {}, title), make('ul', { class: 'links' }, ...items, ...seen.size > 50 ? [make('li', {}, `and ${seen.size - 50} more`)] : [])];
  }
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 48 ? `${line.slice(0, 47)}…` : line;
}

/** Returns "3–5, 8" for numbers in order. */
function ranges(numbers: readonly number[]): string {
  const sorted = [...numbers].sort((a, b) => a - b), parts: [number, number][] = [];
  for (const n of sorted) {
    const last = parts.at(-1);
    if (last !== undefined && last[1] + 1 === n) {
      last[1] = n;
    } else {
      parts.push([n, n]);
    }
  }
  const shown = parts.slice(0, 6).map(([a, b]) => a === b ? `${a}` : b === a + 1 ? `${a}, ${b}` : `${a}–${b}`).join(', ');
  return parts.length > 6 ? `${shown}, …` : shown;
}
