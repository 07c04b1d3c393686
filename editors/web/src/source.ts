// The pane of the source: an editor with the findings, and what hangs together with the selection.

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { type Arrow, arrowLayer, tips } from './arrows';
import { make } from './dom';
import { lua } from './lua';
import { inline, markdown } from './markdown';
import type { Model } from './model';
import { type Edit, type Finding, kinds, levels, type Span } from './page';

/** On a change that the user has not made. */
const ours = Annotation.define<boolean>();
const setMarks = StateEffect.define<DecorationSet>();

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    const set = transaction.effects.find(e => e.is(setMarks));
    return set !== undefined ? set.value : value.map(transaction.changes);
  },
  provide: field => EditorView.decorations.from(field),
});

export const colours = syntaxHighlighting(HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--keyword)' },
  { tag: tags.atom, color: 'var(--atom)' },
  { tag: tags.number, color: 'var(--number)' },
  { tag: tags.string, color: 'var(--string)' },
  { tag: tags.comment, color: 'var(--comment)', fontStyle: 'italic' },
  { tag: tags.function(tags.variableName), color: 'var(--call)' },
]));

/** The look of all editors of the page; their styles are in a shadow root, which the page's do not reach. */
export const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--pane)', fontSize: 'var(--code-size)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--code)', lineHeight: '1.5', position: 'relative' },
  '.cm-content': { caretColor: 'var(--text)', padding: '6px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--pane)', color: 'var(--faint)', border: 'none' },
  '.cm-gutter-lint': { width: '14px' },
  '.cm-lint-marker': { width: '9px', height: '9px' },
  '.cm-activeLine': { backgroundColor: 'var(--active)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--active)', color: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { background: 'var(--chosen)' },
  '.cm-matchingBracket': { backgroundColor: 'transparent', outline: '1px solid var(--faint)' },
  '.cm-panels': { backgroundColor: 'var(--bar)', color: 'var(--text)' },
  '.cm-tooltip': { backgroundColor: 'var(--bar)', color: 'var(--text)', border: '1px solid var(--line)', borderRadius: '3px', maxWidth: '36em', fontFamily: 'var(--ui)', fontSize: '12px' },
  '.cm-tooltip .markdown': { padding: '4px 9px' },
  '.cm-tooltip .markdown code, .cm-tooltip .markdown pre': { fontFamily: 'var(--code)' },
  '.cm-tooltip .markdown p, .cm-tooltip .markdown ul': { margin: '3px 0' },
  '.cm-tooltip .markdown ul': { paddingLeft: '18px' },
  '.cm-diagnosticText .markdown': { padding: '0' },
  '.cm-textfield, .cm-button': { background: 'var(--pane)', color: 'var(--text)', border: '1px solid var(--line)', borderRadius: '3px', fontFamily: 'var(--ui)' },
  '.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-searchMatch': { backgroundColor: 'var(--backward)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--chosen)' },
  '.cm-diagnosticAction': { backgroundColor: 'var(--pane)', color: 'var(--slot)', border: '1px solid var(--line)', borderRadius: '3px', font: 'inherit', padding: '1px 6px', cursor: 'pointer' },
  '.cm-diagnosticSource': { color: 'var(--faint)', fontSize: '11px' },
  '.cm-selected-span': { backgroundColor: 'var(--chosen)', boxShadow: '0 0 0 1px var(--chosen-line)', borderRadius: '1px' },
  '.cm-link-end': { borderBottom: '2px solid var(--faint)' },
  ...Object.fromEntries(kinds.map(kind => [`.cm-link-end.${kind}`, { borderBottomColor: `var(--${kind})` }])),
  '.cm-backward': { backgroundColor: 'var(--backward)' },
  '.cm-forward': { backgroundColor: 'var(--forward)' },
  '.cm-backward.cm-forward': { backgroundColor: 'var(--both)' },
  '.cm-faded': { opacity: '0.55' },
  '.cm-arrows': { position: 'absolute', left: '0', top: '0', width: '1px', height: '1px', overflow: 'visible', pointerEvents: 'none', zIndex: '3' },
  '.arrow': { fill: 'none', strokeWidth: '1.4', opacity: '0.85' },
  ...Object.fromEntries(kinds.flatMap(kind => [[`.arrow.${kind}`, { stroke: `var(--${kind})` }], [`.tip.${kind}`, { fill: `var(--${kind})` }]])),
});

/** Returns a piece of text that is in the document, or null for an empty one. */
function within({ from, to }: Span, length: number): Span | null {
  return from < to && to <= length ? { from, to } : null;
}

const severities = { error: 'error', warning: 'warning', information: 'info', hint: 'hint' } as const;

export class Source {
  readonly view: EditorView;
  private arrows: readonly Arrow[] = [];
  private readonly editable = new Compartment();

  constructor(place: HTMLElement, private readonly model: Model) {
    const root = place.attachShadow({ mode: 'open' });
    const parent = make('div');
    parent.style.height = '100%';
    root.append(parent);
    this.view = new EditorView({ parent, root, state: this.stateOf('') });
    model.on('text', () => this.open());
    model.on('overview', () => this.showFindings());
    model.on('selection', () => this.showSelection(true));
    model.on('view', () => this.showSelection(false));
  }

  private stateOf(doc: string): EditorState {
    return EditorState.create({
      doc,
      extensions: [
        lineNumbers(), lintGutter(), highlightActiveLine(), highlightActiveLineGutter(), history(), drawSelection(), bracketMatching(), indentOnInput(), indentUnit.of('  '),
        keymap.of([...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
        lua, colours, look, marks, this.editable.of([]),
        EditorState.lineSeparator.of('\n'), // offsets are the engine's, whatever ends the lines
        EditorView.contentAttributes.of({ 'aria-label': 'Lua source', spellcheck: 'false' }),
        arrowLayer('source', () => tips('source', kinds), () => this.arrows),
        EditorView.domEventHandlers({ mouseup: (_e, view) => this.model.selectAt(view.state.selection.main.head) }),
        hoverTooltip((_view, at) => this.hover(at), { hoverTime: 250 }),
        EditorView.updateListener.of(u => {
          const isOurs = u.transactions.some(t => t.annotation(ours));
          if (u.docChanged) {
            this.arrows = [];
            this.model.change(u.changes, u.state.sliceDoc(), u.state.selection.main.head);
          } else if (u.selectionSet && !isOurs && !u.transactions.some(t => t.isUserEvent('select.pointer'))) {
            this.model.selectAt(u.state.selection.main.head);
          }
        }),
      ],
    });
  }

  private open(): void {
    if (this.view.state.sliceDoc() !== this.model.text.text) {
      this.arrows = [];
      this.view.setState(this.stateOf(this.model.text.text));
    }
  }

  private async hover(at: number) {
    const said = await this.model.hover(at).catch(() => '');
    return said === '' ? null : { pos: at, above: true, create: () => ({ dom: make('div', { class: 'markdown' }, ...markdown(said)) }) };
  }

  private showFindings(): void {
    const { length } = this.view.state.doc;
    const found = this.model.overview!.findings.filter(f => f.span.to <= length);
    this.view.dispatch(setDiagnostics(this.view.state, found.map(f => this.diagnosticOf(f))));
  }

  private diagnosticOf(finding: Finding): Diagnostic {
    return {
      ...finding.span, severity: severities[finding.severity], message: finding.message, source: finding.code,
      renderMessage: () => make('span', { class: 'markdown' }, ...inline(finding.message)),
      ...finding.faded ? { markClass: 'cm-faded' } : {},
      actions: finding.fixes.map(fix => ({ name: `${fix.title} (${levels[fix.level]})`.replaceAll('`', ''), apply: () => this.fix(fix.edits) })),
    };
  }

  /** Makes a fix, if it is one of the text that is shown. */
  fix(edits: readonly Edit[]): void {
    if (!this.model.isBehind) {
      this.apply(edits);
    }
  }

  /** Changes the text. The edits are in terms of the text that is shown. */
  apply(edits: readonly Edit[]): void {
    this.view.dispatch({ changes: edits.map(e => ({ from: e.from, to: e.to, insert: e.new })), userEvent: 'input.fix' });
  }

  /** Returns what is in the first line of a piece of text: a loop is its head. */
  private head(span: Span): Span {
    const { doc } = this.view.state;
    return span.to > doc.length ? span : { from: span.from, to: Math.min(span.to, doc.lineAt(span.from).to) };
  }

  /** Shows the selection of the model, and goes there if it is somewhere else. */
  private showSelection(goes: boolean): void {
    const { selection, layers, links } = this.model, { doc, selection: { main } } = this.view.state;
    const pieces: { span: Span; class: string }[] = [];
    const add = (span: Span, name: string) => {
      const inside = within(span, doc.length);
      if (inside !== null) {
        pieces.push({ span: inside, class: name });
      }
    };
    if (selection !== undefined) {
      (['backward', 'forward'] as const).filter(l => layers.has(l)).forEach(l => selection[l].spans.forEach(s => add(s, `cm-${l}`)));
      links.forEach(l => [l.fromSpan, l.toSpan].forEach(s => add(this.head(s), `cm-link-end ${l.kind}`)));
      add(this.head(selection.span), 'cm-selected-span');
    }
    this.arrows = links.flatMap(l => {
      const from = within(this.head(l.fromSpan), doc.length), to = within(this.head(l.toSpan), doc.length);
      const isOne = from === null || to === null || (from.from < to.to && to.from < from.to); // a value and the expression around it
      return isOne ? [] : [{ from: (from.from + from.to) >> 1, to: (to.from + to.to) >> 1, kind: l.kind, title: l.name }];
    });
    const span = selection === undefined ? null : within(selection.span, doc.length);
    const isElsewhere = goes && span !== null && (main.head < span.from || main.head > span.to);
    this.view.dispatch({
      effects: [setMarks.of(setOf(pieces)), ...isElsewhere ? [EditorView.scrollIntoView(span.from, { y: 'nearest', yMargin: 40 })] : []],
      ...isElsewhere ? { selection: { anchor: span.from } } : {}, annotations: ours.of(true),
    });
  }
}

function setOf(pieces: { span: Span; class: string }[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  pieces.sort((a, b) => a.span.from - b.span.from);
  pieces.forEach(p => builder.add(p.span.from, p.span.to, Decoration.mark({ class: p.class })));
  return builder.finish();
}
