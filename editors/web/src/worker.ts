// The worker of the static page: loads luaflow as WebAssembly, and passes it what is asked. It loads nothing else.

interface Go { importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> }
interface Scope {
  Go: new () => Go;
  luaflowAsk?: (request: string) => string;
  luaflowReady?: () => void;
  importScripts(path: string): void;
  postMessage(answer: string): void;
  onmessage: ((e: MessageEvent<string>) => void) | null;
}
const scope = self as unknown as Scope;

/** Returns what is left of a response that is compressed, or that whoever serves it has unpacked already. */
async function unpacked(response: Response): Promise<Response> {
  if (!response.ok || response.body === null) {
    throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  }
  const reader = response.body.getReader();
  const first = await reader.read();
  const bytes = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: controller => first.value && controller.enqueue(first.value),
    pull: async controller => {
      const { value } = await reader.read();
      if (value === undefined) {
        controller.close();
      } else {
        controller.enqueue(value);
      }
    },
  });
  const isPacked = first.value?.[0] === 0x1f && first.value[1] === 0x8b;
  return new Response(isPacked ? bytes.pipeThrough(new DecompressionStream('gzip')) : bytes, { headers: { 'Content-Type': 'application/wasm' } });
}

async function start(): Promise<void> {
  const response = fetch('luaflow.wasm.gz').then(unpacked);
  scope.importScripts('wasm_exec.js');
  const go = new scope.Go();
  const { instance } = await WebAssembly.instantiateStreaming(response, go.importObject);
  await new Promise<void>((resolve, reject) => {
    scope.luaflowReady = resolve;
    go.run(instance).then(() => reject(new Error('luaflow has ended')), reject);
  });
}

const started = start();
scope.onmessage = ({ data }) => {
  started.then(
    () => scope.postMessage(scope.luaflowAsk!(data)),
    e => scope.postMessage(JSON.stringify({ id: JSON.parse(data).id, error: `luaflow does not start in this browser: ${e.message}` })),
  );
};
