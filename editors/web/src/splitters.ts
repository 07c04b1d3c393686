// The bars between panes, by which they are made wider or narrower.

import { byId } from './dom';

/** Makes a pane wider by some pixels, and the one at its right narrower. */
function move(splitter: HTMLElement, by: number): void {
  const left = byId(splitter.dataset.left!), right = byId(splitter.dataset.right!);
  const widths = [left.offsetWidth, right.offsetWidth] as const, least = 120;
  const step = Math.max(least - widths[0], Math.min(widths[1] - least, by));
  const panes = [...document.querySelectorAll<HTMLElement>('main > .pane')].map(p => ({ p, width: p.offsetWidth }));
  for (const { p, width } of panes) {
    p.style.flex = `${p === left ? width + step : p === right ? width - step : width} 1 0`;
  }
  splitter.setAttribute('aria-valuenow', String(Math.round(100 * (widths[0] + step) / (widths[0] + widths[1]))));
}

export function splitters(): void {
  document.querySelectorAll<HTMLElement>('.splitter').forEach(splitter => {
    splitter.setAttribute('aria-valuenow', '50');
    splitter.addEventListener('pointerdown', e => {
      e.preventDefault();
      splitter.setPointerCapture(e.pointerId);
    });
    splitter.addEventListener('pointermove', e => {
      if (splitter.hasPointerCapture(e.pointerId)) {
        const { left, width } = splitter.getBoundingClientRect();
        move(splitter, e.clientX - left - width / 2);
      }
    });
    splitter.addEventListener('keydown', e => {
      const by = { ArrowLeft: -24, ArrowRight: 24 }[e.key];
      if (by !== undefined) {
        e.preventDefault();
        move(splitter, by);
      }
    });
  });
}
