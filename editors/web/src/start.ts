// Starts the engine of the static page before anything else is read: of all that the page needs it is ready last.

import type { Started } from './engine';

if (document.querySelector('meta[name="luaflow-engine"]')?.getAttribute('content') === 'worker') {
  (globalThis as Started).luaflowWorker = new Worker('worker.js');
}
