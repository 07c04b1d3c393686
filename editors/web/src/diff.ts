// The dialog in which all proved fixes are looked at before they are taken.

import { diff, MergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { byId, count, make } from './dom';
import { lua } from './lua';
import type { Model } from './model';
import type { Edit, FixedAll } from './page';
import { colours, look } from './source';

/** The colours of what differs, which the editor's own are too loud for. */
const changed = EditorView.theme({
  '&': { height: 'auto' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--removed)' },
  '&.cm-merge-b .cm-changedLine': { backgroundColor: 'var(--added)' },
  '&.cm-merge-a .cm-changedText': { background: 'var(--removed-text)' },
  '&.cm-merge-b .cm-changedText': { background: 'var(--added-text)' },
  '&.cm-merge-b': { borderLeft: '1px solid var(--line)' },
  '.cm-collapsedLines': { background: 'var(--bar)', color: 'var(--faint)' },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"⋯"' },
});

/** Returns the edits that make one text of another. */
export function changesOf(before: string, after: string): Edit[] {
  return diff(before, after).map(c => ({ from: c.fromA, to: c.toA, new: after.slice(c.fromB, c.toB) }));
}

/** Shows what all fixes would do, and passes the edits that do it to take if the user wants them. */
export async function showFixes(model: Model, take: (edits: Edit[]) => void): Promise<void> {
  const before = model.text.text, fixed = await model.fixAll();
  if (model.text.text !== before) {
    return; // the text has changed in between: these are not its fixes
  }
  const dialog = byId<HTMLDialogElement>('fixes'), place = make('div', { class: 'diff' });
  const root = place.attachShadow({ mode: 'open' });
  byId('fixes-title').textContent = summary(fixed);
  byId('fixes-diff').replaceChildren(place);
  byId<HTMLButtonElement>('fixes-take').disabled = fixed.fixes === 0;
  const side = (doc: string, label: string) => ({
    doc, extensions: [
      lineNumbers(), lua, colours, look, changed, EditorState.readOnly.of(true), EditorState.lineSeparator.of('\n'),
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }), EditorView.editable.of(false),
    ],
  });
  const view = new MergeView({
    a: side(before, 'Before the fixes'), b: side(fixed.text, 'After the fixes'), parent: root, root, gutter: false, collapseUnchanged: { margin: 4, minSize: 6 },
  });
  dialog.onclose = () => {
    view.destroy();
    if (dialog.returnValue === 'take' && model.text.text === before) {
      take(changesOf(before, fixed.text));
    }
  };
  dialog.returnValue = '';
  dialog.showModal();
}

function summary({ fixes, left }: FixedAll): string {
  const found = left === 0 ? 'nothing is left' : `${count(left, 'finding')} ${left === 1 ? 'is' : 'are'} left`;
  return fixes === 0 ? `No fix is proved to change nothing else; ${found}` : `${count(fixes, 'fix').replace('fixs', 'fixes')}, proved to change nothing else; ${found}`;
}
