// A VS Code of its own for a test: the server in the npm package code-server, with the
// extension's package installed and a copy of the tests' workspace, and a page of a
// headless chromium to see it in. All that is started and written is gone at the end.

import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

/** The folder of the extension. */
export const extension = dirname(import.meta.dirname);

/**
 * Does something with a VS Code. `program` is the folder of its server, `vsix` the package;
 * `settings` go before those of settings.json. What is to be done gets the folder that all
 * is in, the address of the server and an empty page.
 */
export async function withVSCode({ program, vsix, settings }, use) {
  const main = join(program, 'out', 'server-main.js');
  const dir = mkdtempSync(join(tmpdir(), 'luaflow-vscode-'));
  const options = ['--accept-server-license-terms', '--server-data-dir', join(dir, 'data'), '--extensions-dir', join(dir, 'extensions')];
  let server, browser;
  try {
    for (const name of ['workspace', 'stub']) {
      cpSync(join(extension, 'test', name), join(dir, name), { recursive: true });
    }
    execFileSync(process.execPath, [main, ...options, '--install-extension', resolve(vsix), '--force'], { stdio: 'pipe' });
    const common = JSON.parse(readFileSync(join(extension, 'test', 'settings.json'), 'utf8'));
    const user = join(dir, 'data', 'data', 'User');
    mkdirSync(user, { recursive: true }); // not all versions have made it by now
    writeFileSync(join(user, 'settings.json'), JSON.stringify({ ...common, ...settings }));
    server = spawn(process.execPath, [main, ...options, '--host', '127.0.0.1', '--port', '0',
      '--without-connection-token', '--telemetry-level', 'off', '--enable-smoke-test-driver'],
    { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: environment(dir) });
    const address = `127.0.0.1:${await listening(server)}`;
    browser = await chromium.launchPersistentContext(join(dir, 'browser'), {
      executablePath: '/usr/bin/chromium', headless: true, viewport: { width: 1280, height: 800 },
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
        '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    });
    return await use({ dir, address, page: browser.pages()[0] ?? await browser.newPage() });
  } finally {
    await browser?.close();
    if (server !== undefined && server.exitCode === null && server.signalCode === null) {
      const ended = new Promise(resolve => server.once('exit', resolve));
      process.kill(-server.pid); // the extension hosts and the language servers too
      await ended;
    }
    rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** A home of its own, and a PATH on which there is a node and no luaflow. */
function environment(dir) {
  return {
    ...process.env, HOME: dir, XDG_CACHE_HOME: join(dir, 'cache'), PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    LUAFLOW_TEST_TMP: dir, LUAFLOW_TEST_SERVER: process.env.LUAFLOW_SERVER,
  };
}

/** The port of a server, once it listens. */
function listening(server) {
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = chunk => {
      said += chunk;
      const found = /agent listening on (\d+)/.exec(said);
      if (found) {
        resolve(Number(found[1]));
      }
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
    server.on('exit', code => reject(new Error(`VS Code ended with ${code}:\n${said}`)));
  });
}
