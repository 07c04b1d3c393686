// node test/page.mjs: draws graphs in the page of the panel, in a headless chromium, clicks on them
// and looks at what the page says; and places random graphs. Ends with 0 if all is as it should be.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const extension = dirname(import.meta.dirname);

/** A module of the extension. */
async function load(path) {
  const { outputFiles } = await build({ entryPoints: [join(extension, 'src', 'page', path)], bundle: true, write: false, format: 'esm', logLevel: 'warning' });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);
}

/** A generator of random numbers from 0 to 1, without them. */
function random(seed) {
  return () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed / 2 ** 31;
  };
}

/** No block of a random graph stands on another, each is below those that lead to it, and lines join blocks. */
async function places() {
  const { layout } = await load('layout.ts');
  for (let seed = 1; seed <= 300; seed++) {
    const next = random(seed), count = 1 + Math.floor(next() * 30);
    const nodes = Array.from({ length: count }, () => ({
      width: 20 + next() * 200, height: 20 + next() * 100,
      to: Array.from({ length: Math.floor(next() * 3) }, () => Math.floor(next() * count)),
    }));
    const { spots, lines, width, height } = layout(nodes);
    nodes.forEach((a, i) => {
      const { x, y } = spots[i];
      assert.ok(x >= 0 && y >= 0 && x + a.width <= width && y + a.height <= height, `seed ${seed}: block ${i} is not on the page`);
      nodes.forEach((b, j) => {
        const apart = x + a.width <= spots[j].x || spots[j].x + b.width <= x || y + a.height <= spots[j].y || spots[j].y + b.height <= y;
        assert.ok(i === j || apart, `seed ${seed}: blocks ${i} and ${j} stand on each other`);
      });
      a.to.filter(j => j > i).forEach(j => assert.ok(spots[j].y >= y + a.height, `seed ${seed}: block ${j} is not below ${i}`));
    });
    assert.equal(lines.length, nodes.reduce((sum, n) => sum + n.to.length, 0));
    for (const { from, edge, points } of lines) {
      const to = nodes[from].to[edge], [start, end] = [points[0], points.at(-1)];
      assert.ok(Math.abs(start[1] - spots[from].y - nodes[from].height) < 1e-6 && Math.abs(end[1] - spots[to].y) < 1e-6, `seed ${seed}: a line of block ${from}`);
      for (const [x, y] of points) {
        assert.ok(x >= 0 && x <= width && y >= 0 && y <= height, `seed ${seed}: a line of block ${from} leaves the page`);
      }
    }
  }
}

const title = 'a.lua, function in line 1';
const blocks = [
  { rows: [{ line: 0, text: 'local i = <0>' }], isDead: false, edges: [{ to: 1 }], postDominator: 1 },
  { rows: [{ line: 1, text: 'while `i` < n do' }], isDead: false, edges: [{ to: 2, if: '`i < n` is true' }, { to: 3, if: '`i < n` is false' }], dominator: 0, postDominator: 3, loop: 1 },
  { rows: [{ line: 2, text: 'i = i + 1' }, { line: 3, text: 'f(i)' }], isDead: false, edges: [{ to: 1 }], dominator: 1, postDominator: 1, loop: 1 },
  { rows: [{ line: 5, text: 'return i' }], isDead: false, edges: [], dominator: 1 },
  { rows: [{ line: 6, text: 'g()' }], isDead: true, edges: [] },
];

/** The page says that it is there, draws what it is told, and tells what is clicked. */
async function clicks(page) {
  const said = [], problems = [];
  const { page: html } = await load('html.ts');
  await page.exposeFunction('told', message => said.push(message));
  page.on('console', m => problems.push(m.text()));
  page.on('pageerror', e => problems.push(String(e)));
  await page.addInitScript('globalThis.acquireVsCodeApi = () => ({ postMessage: told })');
  await page.route('http://page.test/**', route => route.fulfill(route.request().url().endsWith('.js')
    ? { contentType: 'text/javascript', body: readFileSync(join(extension, 'dist', 'graph.js'), 'utf8') }
    : { contentType: 'text/html', body: html('http://page.test/graph.js', 'http://page.test', '1234') }));
  await page.goto('http://page.test/');
  const until = async (what, holds) => {
    for (let i = 0; !await holds(); i++) {
      assert.ok(i < 600, `waited in vain until ${what}`);
      await new Promise(resolve => setTimeout(resolve, 20));
    }
  };
  await until('the page is there', () => said.length > 0);
  assert.deepEqual(said.splice(0), [{ ready: true }]);
  const tell = message => page.evaluate(m => postMessage(m, '*'), message);
  const classes = n => page.locator(`[data-block="${n}"]`).getAttribute('class');
  await tell({ show: { title, blocks } });
  await page.locator('[data-block="4"]').waitFor();
  assert.equal(await page.locator('#title').textContent(), title);
  assert.equal(await page.locator('.edge').count(), 4);
  assert.equal(await page.locator('.edge.back').count(), 1);
  assert.match(await classes(1), /\bheader\b/);
  assert.match(await classes(4), /\bdead\b/);
  assert.match(await page.locator('[data-block="4"] .title').textContent(), /never executed/);
  assert.match(await page.locator('[data-block="0"] .row').first().textContent(), /1  local i = <0>/);
  await tell({ at: 2 });
  await until('a block is marked', async () => /\bat\b/.test(await classes(2)));

  await page.locator('[data-block="2"] .row').nth(1).click();
  await until('the click is told', () => said.length > 0);
  assert.deepEqual(said.splice(0), [{ block: 2, row: 1 }]);
  for (const [n, name] of [[2, 'chosen'], [0, 'dominator'], [1, 'dominator'], [3, 'postdominator'], [1, 'inloop']]) {
    assert.match(await classes(n), new RegExp(`\\b${name}\\b`), `block ${n}`);
  }
  assert.equal(await page.locator('#chosen').textContent(), 'b2; dominated by b1; followed in any case by b1; in the loop of b1');
  await page.locator('[data-block="3"] .row').press('Enter');
  await until('the key is told', () => said.length > 0);
  assert.deepEqual(said.splice(0), [{ block: 3, row: 0 }]);
  assert.deepEqual(problems, []);
}

const profile = mkdtempSync(join(tmpdir(), 'luaflow-page-'));
let browser;
try {
  await places();
  browser = await chromium.launchPersistentContext(profile, { executablePath: '/usr/bin/chromium', headless: true, args: ['--no-sandbox', '--disable-gpu'] });
  await clicks(await browser.newPage());
  console.log('ok   the page of a graph');
} finally {
  await browser?.close();
  rmSync(profile, { recursive: true, force: true });
}
