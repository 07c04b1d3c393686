// node test/page.mjs [NAME…]: uses the page in a headless Chromium as people do, and looks at what each click selects in
// the other panes. Ends with 0 if all is as it should be. LUAFLOW_SCREENSHOT=FILE.png leaves a picture of what failed;
// LUAFLOW_ENGINE=FILE.wasm is an engine that is not to be compiled.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { answers } from './engine.mjs';
import { inBrowser, serve, until } from './kit.mjs';

const web = dirname(import.meta.dirname);
const source = readFileSync(join(web, 'src', 'examples.ts'), 'utf8');
const collatz = { name: 'collatz.lua', text: /\['collatz.lua'[^`]*`([^`]*)`/.exec(source)[1], dialect: '' };
const site = mkdtempSync(join(tmpdir(), 'luaflow-site-'));
process.on('exit', () => rmSync(site, { recursive: true }));
const made = spawnSync(process.execPath, [join(web, 'scripts', 'static.mjs'), site, ...process.env.LUAFLOW_ENGINE ? [process.env.LUAFLOW_ENGINE] : []], { encoding: 'utf8' });
assert.ok(existsSync(join(site, 'luaflow.wasm.gz')), made.stderr);
const answer = await answers(site);
const server = await serve(join(web, 'dist'), answer);

/** Opens the page with Collatz in it, in the state in which its finding is selected. */
async function collatzIn(open, options) {
  server.tell(collatz);
  const page = await open(server.address, options);
  await page.locator('.row').nth(15).waitFor();
  await until('a selection is shown', async () => /line \d/.test(await page.locator('#status').textContent()));
  return page;
}

const pcsOf = (page, what) => page.locator(`.row${what}`).evaluateAll(rows => rows.map(r => Number(r.dataset.pc)));
const selected = page => pcsOf(page, '.selected');
const block = page => page.locator('.graph .block.selected').evaluateAll(blocks => blocks.map(b => Number(b.dataset.block)));
const textOf = page => page.locator('.cm-content').first().evaluate(e => e.cmTile?.view?.state.sliceDoc() ?? [...e.querySelectorAll('.cm-line')].map(l => l.textContent).join('\n'));
const selectedText = async page => (await page.locator('#source .cm-selected-span').allTextContents()).join('');

/** Clicks on the nth occurrence of a text in a line of the source, in its first character. */
async function clickOn(page, line, text, nth = 0) {
  const at = await page.locator('#source .cm-line').nth(line - 1).evaluate((element, [wanted, count]) => {
    let offset = -1;
    for (let i = 0; i <= count; i++) {
      offset = element.textContent.indexOf(wanted, offset + 1);
    }
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(), before = 0; node !== null; before += node.length, node = walker.nextNode()) {
      if (offset < before + node.length) {
        const range = document.createRange();
        range.setStart(node, offset - before);
        range.setEnd(node, offset - before + 1);
        const { left, top, width, height } = range.getBoundingClientRect();
        return { x: left + width * 0.3, y: top + height / 2 };
      }
    }
  }, [text, nth]);
  await page.mouse.click(at.x, at.y);
}

/** Waits until the listing has these pcs selected and the graph this block. */
async function selects(page, what, pcs, blockNumber) {
  await until(`${what} selects ${pcs} in b${blockNumber}`, async () => String(await selected(page)) === String(pcs) && String(await block(page)) === String(blockNumber));
}

async function clicks({ open }) {
  const page = await collatzIn(open);
  await page.locator('.row[data-pc="8"]').click();
  await selects(page, 'a click on an instruction', [8], 3);
  assert.match(await selectedText(page), /n/);
  assert.match(await page.locator('#status').textContent(), /line 7, .*instruction 9, block b3/);
  for (const [n, name] of [[2, 'dominator'], [1, 'dominator'], [0, 'dominator'], [5, 'postdominator'], [4, 'inloop']]) {
    assert.match(await page.locator(`#block-${n}`).getAttribute('class'), new RegExp(`\\b${name}\\b`), `block ${n}`);
  }
  assert.match(await page.locator('#graph-note').textContent(), /b3 · dominated by b2 · followed in any case by b5 · in the loop of b1$/);

  await page.locator('#block-5').click();
  await selects(page, 'a click on a block', [12], 5);
  assert.match(await selectedText(page), /steps/);

  await clickOn(page, 9, 'n');
  await until('a click on a name selects its instruction', async () => (await selected(page)).includes(11));
  assert.deepEqual(await block(page), [4]);

  await page.locator('.finding-goto').first().click();
  await until('a click on a finding selects it', async () => await page.locator('.finding.selected').count() === 1);
  await page.locator('rect.range', { hasText: 'holds steps' }).click();
  await until('a click on a live range selects its variable', async () => /steps/.test(await selectedText(page)));
}

async function arrows({ open }) {
  const page = await collatzIn(open);
  await clickOn(page, 9, 'n', 1);
  await until('arrows come to a read', async () => await page.locator('#source .arrow.value').count() >= 3);
  const drawn = await page.locator('.bars .arrow.value').evaluateAll(a => a.map(e => [Number(e.dataset.from), Number(e.dataset.to)]));
  for (const from of [8, 11]) {
    assert.ok(drawn.some(([f, t]) => f === from && t === 10), `an arrow from ${from} to 10: ${JSON.stringify(drawn)}`);
  }
  await page.locator('.layer.chain input').uncheck();
  await until('no arrow is left', async () => await page.locator('.arrow').count() === 0);
  await page.locator('.layer.needs input').check();
  await until('what decides is shown', async () => await page.locator('.bars .arrow').count() > 0);
  await page.locator('.layer.value input').uncheck();
  await until('values are not shown', async () => await page.locator('.arrow.value').count() === 0);
  await page.locator('.layer.backward input').check();
  await until('the slice is shown in text and listing', async () => (await pcsOf(page, '.backward')).length > 1 && await page.locator('#source .cm-backward').count() > 0);
}

async function passes({ open }) {
  const page = await collatzIn(open);
  const slider = page.locator('#pass');
  assert.ok((await pcsOf(page, '.dead')).includes(4), 'what nothing needs is grey');
  assert.ok((await pcsOf(page, '.unreachable')).includes(15), 'what is not reached is struck');
  const before = await page.locator('.row').count();
  await slider.focus();
  await slider.press('End');
  await until('the last pass is shown', async () => await page.locator('#pass-name').textContent() === 'optimised');
  await until('the pass has dropped something', async () => await page.locator('.row').count() < before);
  assert.equal(await slider.getAttribute('aria-valuetext'), 'optimised');
  assert.equal((await pcsOf(page, '')).includes(4), false);
  await page.locator('.row[data-pc="8"]').click();
  await selects(page, 'a click in the last pass', [8], 3);
}

async function fixes({ open }) {
  const page = await collatzIn(open);
  await page.locator('#fix-all').click();
  const dialog = page.locator('#fixes');
  await dialog.locator('.cm-merge-b .cm-line').first().waitFor();
  assert.match(await dialog.locator('#fixes-title').textContent(), /^1 fix, proved to change nothing else/);
  assert.ok(await dialog.locator('.cm-merge-a .cm-changedLine').count() > 0);
  await dialog.getByText('Cancel').click();
  assert.equal(await textOf(page), collatz.text);
  await page.locator('#fix-all').click();
  await dialog.locator('.cm-merge-b .cm-line').first().waitFor();
  await page.locator('#fixes-take').click();
  await until('nothing is found', async () => await page.locator('#findings-count').textContent() === 'No findings');
  assert.doesNotMatch(await textOf(page), /\blast\b/);
  assert.ok(await page.locator('#fix-all').isDisabled());
  await page.locator('#source .cm-content').focus();
  await page.keyboard.press('Control+z');
  await until('the finding is there again', async () => await page.locator('.finding').count() === 1);
  assert.equal(await textOf(page), collatz.text);
  await page.locator('.finding .fix.safe').first().click();
  await until('one fix is made', async () => await page.locator('.finding').count() === 0);
}

async function hovers({ open }) {
  const page = await collatzIn(open);
  await page.locator('#source .cm-lintRange-warning').first().hover();
  await page.locator('.cm-tooltip .cm-diagnosticText').waitFor();
  assert.match(await page.locator('.cm-diagnosticText').first().textContent(), /never read/);
  assert.ok(await page.locator('.cm-diagnosticAction').count() > 0);
  await page.locator('.cm-tooltip .markdown.cm-tooltip-section').waitFor(); // what the engine says of the name
  await page.locator('.finding .code').click();
  assert.ok((await page.locator('#finding-page-text').textContent()).length > 20);
  await page.locator('#finding-page-close').click();
  assert.ok(await page.locator('#finding-page').isHidden());
}

async function typing({ open }) {
  const page = await collatzIn(open);
  await page.locator('#source .cm-content').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('-- the end, with an é and a 😀\n');
  await until('the text is looked at', async () => /the end/.test(await textOf(page)));
  await clickOn(page, 7, 'n');
  await until('places are those of the new text', async () => (await selected(page)).includes(8));
  assert.equal(await page.locator('.finding').count(), 1);
}

async function links({ open }) {
  const page = await collatzIn(open);
  await page.locator('#source .cm-content').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('-- ü');
  await page.locator('#dialect').selectOption('5.4');
  await page.locator('#share').click();
  await until('the address carries the text', () => /^#text=[\w-]+$/.test(new URL(page.url()).hash));
  const other = await open(page.url());
  await until('the text is there', async () => await textOf(other) === `${collatz.text}-- ü`);
  assert.equal(await other.locator('#dialect').inputValue(), '5.4');
  const broken = await open(`${server.address}#text=abcd`);
  await until('a damaged link is told', async () => /cannot be read/.test(await broken.locator('#trouble').textContent()));
}

async function keyboard({ open }) {
  const page = await collatzIn(open);
  const seen = [];
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press('F6');
    seen.push(await page.evaluate(() => document.activeElement.closest('[data-pane]')?.id));
  }
  assert.deepEqual(seen.slice(0, 5), ['source-pane', 'listing-pane', 'graph-pane', 'findings-pane', 'details-pane']);
  assert.equal(seen[5], 'source-pane');
  const listing = page.locator('#listing .scroller');
  await listing.focus();
  await page.keyboard.press('Home');
  await selects(page, 'Home', [0], 0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await selects(page, 'the arrow down', [2], 1);
  const active = await listing.getAttribute('aria-activedescendant');
  assert.equal(await page.locator(`#${active}`).getAttribute('aria-selected'), 'true');
  assert.match(await page.locator(`#${active}`).getAttribute('aria-label'), /^3, EQ/);
  await page.locator('#graph .scroller').focus();
  await page.keyboard.press('ArrowDown');
  await until('down goes along an edge', async () => [2, 6].includes((await block(page))[0]));
  await page.keyboard.press('ArrowUp');
  await until('up goes back', async () => String(await block(page)) === '1');
  await page.locator('.finding-goto').focus();
  await page.keyboard.press('Enter');
  await until('Enter selects a finding', async () => await page.locator('.finding.selected').count() === 1);
  assert.equal(await page.locator('#status').getAttribute('aria-live'), 'polite');
}

async function looks({ open }) {
  const page = await collatzIn(open, { colorScheme: 'light' });
  const paper = () => page.locator('#source-pane').evaluate(e => getComputedStyle(e).backgroundColor);
  assert.equal(await paper(), 'rgb(255, 255, 255)');
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.notEqual(await paper(), 'rgb(255, 255, 255)');
  await page.locator('#theme').click();
  assert.equal(await paper(), 'rgb(255, 255, 255)');
  await page.reload();
  await page.locator('.row').first().waitFor();
  assert.equal(await paper(), 'rgb(255, 255, 255)', 'what was chosen is remembered');
  const download = page.waitForEvent('download');
  await page.locator('#export').click();
  const svg = readFileSync(await (await download).path(), 'utf8');
  assert.match(svg, /^<svg[^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  assert.equal([...svg.matchAll(/data-block=/g)].length, await page.locator('.graph .block').count());
  assert.match(svg, /prefers-color-scheme: dark/);
}

async function examples({ open }) {
  const page = await collatzIn(open);
  server.tell(undefined);
  const alone = await open(server.address);
  await until('without a file an example is shown', async () => await alone.locator('#name').textContent() === 'collatz.lua');
  const count = await page.locator('#examples option').count();
  for (let n = 1; n < count; n++) {
    await page.locator('#examples').selectOption({ index: n });
    await until(`example ${n} is shown`, async () => await page.locator('#name').textContent() !== '' && /line \d/.test(await page.locator('#status').textContent()) && await page.locator('.row').count() > 0);
    assert.ok(await page.locator('#trouble').isHidden(), await page.locator('#trouble').textContent());
  }
}

async function large({ open }) {
  server.tell({ name: 'many.lua', text: `-- many\nlocal x = 0\n${'x = x + 1\n'.repeat(10_000)}return x\n`, dialect: '' });
  const page = await open(server.address);
  await page.locator('.row').first().waitFor();
  const listing = page.locator('#listing .scroller');
  await listing.focus();
  await page.keyboard.press('End');
  await until('the last instruction is shown', async () => (await pcsOf(page, '.active'))[0] >= 9_999);
  assert.ok(await page.locator('.row').count() < 120, 'few rows are elements');
  assert.ok(Number(await page.locator('.row').first().getAttribute('aria-setsize')) >= 10_000);
  await page.keyboard.press('PageUp');
  await until('a page up is selected', async () => (await selected(page)).length === 1);
}

async function follows({ open, requests }) {
  const page = await collatzIn(open);
  const loaded = requests.filter(r => !/\/(ask|file)$/.test(r)).length;
  server.tell({ ...collatz, text: collatz.text.replace('3 * n', '5 * n') });
  await until('the page follows the file', async () => /5 \* n/.test(await textOf(page)));
  await page.locator('.row[data-pc="8"]').click();
  await selects(page, 'a click', [8], 3);
  assert.equal(requests.filter(r => !/\/(ask|file)$/.test(r)).length, loaded, 'nothing is asked of anybody but the engine');
}

async function editor({ open }) {
  const said = [];
  server.tell(collatz);
  const page = await open(server.address, {
    init: async p => {
      await p.exposeFunction('told', async message => {
        said.push(message);
        if (message.method === 'ready') {
          await p.evaluate(text => postMessage({ text }, '*'), collatz);
        } else if (message.id !== undefined) {
          await p.evaluate(text => postMessage(JSON.parse(text), '*'), await answer(JSON.stringify(message)));
        }
      });
      await p.addInitScript('globalThis.acquireVsCodeApi = () => ({ postMessage: told })');
    },
  });
  await page.locator('.row').nth(15).waitFor();
  assert.ok(await page.locator('#source-pane').isHidden());
  said.length = 0;
  await page.evaluate(at => postMessage({ cursor: at }, '*'), collatz.text.indexOf('n // 2'));
  await until('the page follows the cursor', async () => (await selected(page)).includes(8));
  assert.deepEqual(said.filter(m => m.method === 'reveal'), []);
  await page.locator('#block-5').click();
  await until('the editor is told', () => said.some(m => m.method === 'reveal'));
  const { from, to } = said.find(m => m.method === 'reveal').params;
  assert.match(collatz.text.slice(from, to), /steps/);
}

/** The page as files: it works without anybody that answers, and asks for nothing but its files. */
async function hosted({ open, requests }) {
  const files = await serve(site);
  try {
    const page = await open(files.address);
    await page.locator('.finding').first().waitFor();
    await page.locator('.row').first().waitFor();
    const loaded = requests.length;
    await page.locator('#examples').selectOption({ index: 2 });
    await until('another example is shown', async () => await page.locator('#name').textContent() === 'total.lua' && await page.locator('.finding').count() > 0);
    await page.locator('.row').nth(1).click();
    await until('a click selects', async () => (await selected(page)).length > 0);
    assert.equal(requests.length, loaded);
    assert.deepEqual([...new Set(requests.map(r => r.slice(files.address.length)))].sort(), ['', 'app.css', 'app.js', 'luaflow.wasm.gz', 'start.js', 'wasm_exec.js', 'worker.js']);
  } finally {
    files.close();
  }
  assert.equal(made.status, 0, made.stderr); // or it is too large
}

/** What the policy of the page forbids is not done, and told where these tests would see it. */
async function policy({ open, problems }) {
  const page = await collatzIn(open);
  await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.isBroken = true';
    document.body.append(script);
    document.body.setAttribute('style', 'color: red');
    await fetch('http://127.0.0.1:9/').catch(() => undefined);
    setTimeout(() => new Function('globalThis.isBroken = true')()); // later, as what a browser's debugger runs may do so
  });
  await until('all is told', () => ['script-src-elem', 'style-src-attr', 'connect-src', 'script-src'].every(d => problems.some(p => p.startsWith(`policy: ${d} `))));
  assert.equal(await page.evaluate(() => globalThis.isBroken), undefined);
  problems.length = 0;
}

/** Where the engine does not come, the page says so. */
async function broken({ open, problems }) {
  const files = await serve(site);
  try {
    const page = await open(files.address, { init: p => p.context().route('**/luaflow.wasm.gz', route => route.fulfill({ status: 404 })) });
    await until('it is told', async () => /does not start.*luaflow\.wasm\.gz: 404/.test(await page.locator('#trouble').textContent()));
    problems.length = 0;
  } finally {
    files.close();
  }
}

const all = { hosted, policy, broken, clicks, arrows, passes, fixes, hovers, typing, links, keyboard, looks, examples, large, follows, editor };
const names = process.argv.slice(2);
try {
  await inBrowser(Object.entries(all).filter(([name]) => names.length === 0 || names.includes(name)).map(([, act]) => act));
} finally {
  server.close();
}
process.exit(); // the engine waits for what is asked
