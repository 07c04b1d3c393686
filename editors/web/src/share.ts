// Links that carry a text in their fragment, which browsers send to nobody.

import type { Text } from './page';

const prefix = '#text=';

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** Returns the fragment that carries a text. */
export async function fragmentOf(text: Text): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify([text.name, text.dialect, text.text])), new CompressionStream('deflate-raw'));
  const binary = Array.from(bytes, b => String.fromCharCode(b)).join('');
  return prefix + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Returns the text that a fragment carries; undefined if it carries none. Rejects if what it carries is damaged. */
export async function textOf(fragment: string): Promise<Text | undefined> {
  if (!fragment.startsWith(prefix)) {
    return undefined;
  }
  try {
    const binary = atob(fragment.slice(prefix.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = await through(Uint8Array.from(binary, c => c.charCodeAt(0)), new DecompressionStream('deflate-raw'));
    const [name, dialect, text] = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).map(String);
    return { name, dialect, text };
  } catch {
    throw new Error('The program in this link cannot be read: a part of the link is missing.');
  }
}
