// What the tests of the page need: a server of its files with an engine, and a browser that tells all that goes wrong.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { chromium } from 'playwright-core';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.gz': 'application/octet-stream', '.txt': 'text/plain' };

/**
 * Serves the files of a folder, and answers what the page asks as luaflow explore does: answer takes and returns a
 * text, and the events of file are those that tell is called with.
 */
export async function serve(folder, answer) {
  const followers = new Set();
  let first;
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://page.test').pathname.slice(1) || 'index.html';
    if (path === 'ask' && request.method === 'POST') {
      let body = '';
      for await (const chunk of request) {
        body += chunk;
      }
      response.end(await answer(body));
    } else if (path === 'file' && first === undefined) {
      response.writeHead(204).end();
    } else if (path === 'file') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      followers.add(response);
      response.write(first);
    } else {
      try {
        const body = readFileSync(join(folder, path));
        response.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'text/plain' }).end(body);
      } catch {
        response.writeHead(404).end();
      }
    }
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => server.on('listening', resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    /** Tells a text to all pages, and to those that come; undefined for no more to those. */
    tell(text) {
      first = text && `data: ${JSON.stringify(text)}\n\n`;
      if (first !== undefined) {
        followers.forEach(f => f.write(first));
      }
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Waits until something holds; fails with what it is. */
export async function until(what, holds) {
  for (let i = 0; ; i++) {
    if (await holds()) {
      return;
    }
    assert.ok(i < 400, `waited in vain until ${what}`);
    await new Promise(resolve => setTimeout(resolve, 25));
  }
}

/** Runs acts in a browser; each has pages of its own, which it opens with open(address, options). */
export async function inBrowser(acts) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    for (const act of acts) {
      const problems = [], requests = [], contexts = [];
      const open = async (address, { init, ...options } = {}) => {
        const context = await browser.newContext({ viewport: { width: 1440, height: 860 }, ...options });
        contexts.push(context);
        const page = await context.newPage();
        page.setDefaultTimeout(10_000);
        page.on('console', m => problems.push(m.text()));
        page.on('pageerror', e => problems.push(String(e.stack)));
        page.on('request', r => requests.push(r.url()));
        await page.addInitScript(() => addEventListener('securitypolicyviolation', e => console.log(`policy: ${e.violatedDirective} ${e.blockedURI}`)));
        if (init !== undefined) {
          await init(page);
        }
        await page.goto(address);
        return page;
      };
      try {
        await act({ open, problems, requests });
        assert.deepEqual(problems, [], 'the console');
        console.log(`ok   ${act.title ?? act.name}`);
      } catch (e) {
        const last = contexts.at(-1)?.pages().at(-1);
        if (process.env.LUAFLOW_SCREENSHOT !== undefined) {
          await last?.screenshot({ path: process.env.LUAFLOW_SCREENSHOT });
        }
        console.error(`FAIL ${act.title ?? act.name}\n${e.stack}\n${problems.join('\n')}`);
        process.exitCode = 1;
      }
      await Promise.all(contexts.map(c => c.close()));
    }
  } finally {
    await browser.close();
  }
}
