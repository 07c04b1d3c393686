// node test/host.mjs VSCODE PACKAGE.vsix SUITE…: installs the package in a VS Code of its
// own (VSCODE is the server in the npm package code-server), opens the workspace of the
// tests in it with a headless chromium, and runs dist/test/SUITE.js in its extension host.
// All that is started and written is gone at the end. Ends with 0 if all tests passed.

import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const patience = 240_000; // ms, for a suite
const here = dirname(import.meta.dirname);
const [vscode, vsix, ...suites] = process.argv.slice(2);
const main = join(vscode, 'out', 'server-main.js');

/** Starts VS Code's server; resolves with its port when it listens. */
function start(dir) {
  const server = spawn(process.execPath, [main, ...options(dir), '--host', '127.0.0.1', '--port', '0',
    '--without-connection-token', '--telemetry-level', 'off', '--enable-smoke-test-driver'],
  { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: dir, LUAFLOW_TEST_TMP: dir } });
  const port = new Promise((resolve, reject) => {
    let said = '';
    const listen = chunk => {
      said += chunk;
      const found = /agent listening on (\d+)/.exec(said);
      found && resolve(Number(found[1]));
    };
    server.stdout.on('data', listen);
    server.stderr.on('data', listen);
    server.on('exit', code => reject(new Error(`VS Code ended with ${code}:\n${said}`)));
  });
  return { server, port };
}

function options(dir) {
  return ['--accept-server-license-terms', '--server-data-dir', join(dir, 'data'), '--extensions-dir', join(dir, 'extensions')];
}

async function suite(name) {
  const dir = mkdtempSync(join(tmpdir(), 'luaflow-vscode-'));
  cpSync(join(here, 'test', 'workspace'), join(dir, 'workspace'), { recursive: true });
  cpSync(join(here, 'test', 'stub'), join(dir, 'stub'), { recursive: true });
  execFileSync(process.execPath, [main, ...options(dir), '--install-extension', resolve(vsix), '--force'], { stdio: 'pipe' });
  cpSync(join(here, 'test', 'settings.json'), join(dir, 'data', 'data', 'User', 'settings.json'));
  const { server, port } = start(dir);
  let browser;
  try {
    const address = `127.0.0.1:${await port}`;
    browser = await chromium.launchPersistentContext(join(dir, 'browser'), {
      executablePath: '/usr/bin/chromium', headless: true, viewport: { width: 1280, height: 800 },
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    });
    const page = browser.pages()[0] ?? await browser.newPage();
    const log = [];
    await page.exposeFunction('codeAutomationLog', (_type, args) => {
      const line = args.join(' ');
      if (line.startsWith('test: ')) {
        console.log(line.slice('test: '.length));
      } else {
        log.push(line);
      }
    });
    const ended = new Promise(resolve => page.exposeFunction('codeAutomationExit', resolve));
    const remote = path => `vscode-remote://${address}${path}`;
    const payload = [
      ['extensionDevelopmentPath', remote(join(dir, 'stub'))],
      ['extensionTestsPath', remote(join(here, 'dist', 'test', name + '.js'))],
      ['skipWelcome', 'true'],
    ];
    await page.goto(`http://${address}/?workspace=${join(dir, 'workspace', 'two.code-workspace')}&payload=${encodeURIComponent(JSON.stringify(payload))}`);
    let hung;
    const code = await Promise.race([ended, new Promise(resolve => hung = setTimeout(resolve, patience, 'hung'))]);
    clearTimeout(hung);
    if (code !== 0) {
      console.log(`the suite ended with ${code}; VS Code said:\n${log.join('\n')}`);
      if (process.env.LUAFLOW_SCREENSHOT) {
        await page.screenshot({ path: process.env.LUAFLOW_SCREENSHOT });
      }
    }
    return code === 0;
  } finally {
    await browser?.close();
    process.kill(-server.pid); // the extension hosts and the language servers too
    await new Promise(resolve => server.exitCode === null && server.signalCode === null ? server.once('exit', resolve) : resolve());
    rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

for (const name of suites) {
  console.log(`-- ${name}`);
  if (!await suite(name)) {
    process.exitCode = 1;
  }
}
