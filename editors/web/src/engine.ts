// The three ways to an engine, which answers what is asked of a text: WebAssembly in a worker beside the page, the
// program that serves the page, and the editor that holds it.

import type { Methods, Text } from './page';

/** What an engine tells of itself. */
export interface Events {
  /** Another text is to be looked at: the file on disk has changed, or the editor's buffer. */
  text(text: Text): void;
  /** No text is there to begin with. */
  none(): void;
  /** The cursor of the editor is at an offset. */
  cursor(at: number): void;
}

export interface Engine {
  /** Answers what is asked, in the order of asking. Rejects with a message for people. */
  ask<M extends keyof Methods>(method: M, params: Methods[M][0]): Promise<Methods[M][1]>;
  /** Shows a piece of the text in the editor that holds the page; nothing where none does. */
  reveal(from: number, to: number): void;
  /** Begins to tell what happens. */
  listen(events: Events): void;
}

type Answer = { id: number; result?: unknown; error?: string };

/** Numbers what is asked, and brings each answer to who asked. */
class Pending {
  private last = 0;
  private readonly waiting = new Map<number, { resolve: (result: never) => void; reject: (e: Error) => void }>();

  constructor(private readonly send: (request: { id: number; method: string; params: unknown }) => void) {}

  ask<M extends keyof Methods>(method: M, params: Methods[M][0]): Promise<Methods[M][1]> {
    return new Promise((resolve, reject) => {
      const id = ++this.last;
      this.waiting.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }

  take({ id, result, error }: Answer): void {
    const asked = this.waiting.get(id);
    this.waiting.delete(id);
    if (error !== undefined) {
      asked?.reject(new Error(error));
    } else {
      asked?.resolve(result as never);
    }
  }

  fail(message: string): void {
    this.waiting.forEach(w => w.reject(new Error(message)));
    this.waiting.clear();
  }
}

/** What start.ts leaves: the worker of the static page. */
export interface Started { luaflowWorker?: Worker }

/** Returns the engine that is WebAssembly beside the page, in a worker. */
function inWorker(worker: Worker): Engine {
  const pending = new Pending(request => worker.postMessage(JSON.stringify(request)));
  worker.onmessage = ({ data }: MessageEvent<string>) => pending.take(JSON.parse(data));
  worker.onerror = e => pending.fail(`luaflow does not start in this browser: ${e.message}`);
  return { ask: (method, params) => pending.ask(method, params), reveal() {}, listen: events => events.none() };
}

/** Returns the engine that is the program which serves the page, at ask and file beside it. */
function onServer(): Engine {
  let before: Promise<unknown> = Promise.resolve(); // answers keep the order of asking
  const pending = new Pending(request => {
    before = before.then(() => post(request)).then(answer => pending.take(answer));
  });
  const post = async (request: { id: number }): Promise<Answer> => {
    try {
      const response = await fetch('ask', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(request) });
      return response.ok ? await response.json() : { id: request.id, error: `luaflow explore answers: ${(await response.text()).trim()}` };
    } catch {
      return { id: request.id, error: 'luaflow explore has ended: start it again, and open the address that it prints' };
    }
  };
  return {
    ask: (method, params) => pending.ask(method, params),
    reveal() {},
    listen(events) {
      const file = new EventSource('file');
      file.onmessage = ({ data }: MessageEvent<string>) => events.text(JSON.parse(data));
      file.onerror = () => {
        if (file.readyState === EventSource.CLOSED) { // for good: no file is followed
          events.none();
        }
      };
    },
  };
}

/** An editor that holds the page, as VS Code has it. */
interface Holder { postMessage(message: unknown): void }
declare const acquireVsCodeApi: undefined | (() => Holder);

/**
 * Returns the engine that is an editor. It is told requests; {method: "reveal", params: Span}, which is not answered;
 * and {method: "ready"} when the page listens. It tells answers, {text: Text} and {cursor: offset}.
 */
function inEditor(holder: Holder): Engine {
  const pending = new Pending(request => holder.postMessage(request));
  return {
    ask: (method, params) => pending.ask(method, params),
    reveal: (from, to) => holder.postMessage({ method: 'reveal', params: { from, to } }),
    listen(events) {
      addEventListener('message', ({ data }: MessageEvent<Answer | { text: Text } | { cursor: number }>) => {
        if ('text' in data) {
          events.text(data.text);
        } else if ('cursor' in data) {
          events.cursor(data.cursor);
        } else {
          pending.take(data);
        }
      });
      holder.postMessage({ method: 'ready' });
    },
  };
}

export type Way = 'worker' | 'server' | 'editor';

/** Returns the engine of this page, and which way leads to it. */
export function engine(): { way: Way; engine: Engine } {
  if (typeof acquireVsCodeApi === 'function') {
    return { way: 'editor', engine: inEditor(acquireVsCodeApi()) };
  }
  const worker = (globalThis as Started).luaflowWorker;
  return worker !== undefined ? { way: 'worker', engine: inWorker(worker) } : { way: 'server', engine: onServer() };
}
