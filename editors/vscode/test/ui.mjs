// node test/ui.mjs VSCODE PACKAGE.vsix FOLDER: uses the extension as somebody does who has
// just installed it, with mouse and keys, in a profile in which nothing is set; and leaves
// pictures in FOLDER. Ends with 0 if all went as it should.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withVSCode } from './vscode.mjs';

const [program, vsix, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const patience = 60_000; // ms, for one thing to be seen

/** The editor, as far as these steps need it. */
class Workbench {
  constructor({ page, dir, address }) {
    Object.assign(this, { page, dir, address, start: Date.now() });
    page.setDefaultTimeout(patience);
  }

  say(what) {
    console.log(`${((Date.now() - this.start) / 1000).toFixed(1)} s: ${what}`);
  }

  async picture(name) {
    await this.page.screenshot({ path: join(folder, name + '.png') });
  }

  async openFolder(name) {
    await this.page.goto(`http://${this.address}/?folder=${join(this.dir, 'workspace', name)}`);
    await this.page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
  }

  async openFile(name) {
    await this.page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).dblclick();
    await this.page.locator('.monaco-editor .view-lines').first().waitFor();
  }

  async command(title) {
    await this.page.keyboard.press('F1');
    const input = this.page.locator('.quick-input-widget input').first();
    await input.fill('>' + title);
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().click();
  }

  /** Puts the cursor into a line, at its first word. */
  async goTo(line) {
    await this.page.keyboard.press('Control+G');
    await this.page.locator('.quick-input-widget input').first().fill(`:${line}`);
    await this.page.keyboard.press('Enter');
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await this.page.keyboard.press('Home');
  }

  problems() {
    return this.page.locator('.markers-panel .monaco-list-row');
  }

  async until(what, holds) {
    const end = Date.now() + patience;
    while (!await holds()) {
      assert.ok(Date.now() < end, `waited in vain until ${what}`);
      await new Promise(resolve => setTimeout(resolve, 50));
    }
    this.say(what);
  }
}

/** From the first squiggle to the saved file. */
async function mend(bench) {
  const { page } = bench;
  await bench.openFolder('shop');
  bench.say('the folder is open');
  await bench.openFile('receipt.lua');
  await page.locator('.squiggly-warning').first().waitFor();
  bench.say('there is a squiggle');

  await page.keyboard.press('Control+Shift+M');
  await bench.problems().filter({ hasText: 'discount' }).waitFor();
  await page.locator('.markers-panel').getByText('dead-store').waitFor();
  await bench.picture('problems');

  await page.locator('.monaco-editor .view-line').first().click();
  await bench.goTo(9);
  await page.keyboard.press('Control+K');
  await page.keyboard.press('Control+I');
  await page.locator('.monaco-hover:not(.hidden) .hover-row', { hasText: 'its scope ends' }).first().waitFor();
  await bench.picture('hover');
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+.');
  await page.locator('.action-widget .monaco-list-row', { hasText: 'remove the dead store' }).waitFor();
  await bench.picture('quick-fix'); // the README has it
  await page.keyboard.press('Enter');
  const saved = () => readFileSync(join(bench.dir, 'workspace', 'shop', 'receipt.lua'), 'utf8');
  await bench.until('the store is gone', async () => !(await text(page)).includes('    discount = 0'));
  await page.keyboard.press('Control+S');
  await bench.until('the file is saved', async () => !saved().includes('    discount = 0'));
  await bench.picture('fixed');
}

async function text(page) {
  const lines = await page.locator('.monaco-editor .view-line').allInnerTexts();
  return lines.join('\n').replaceAll('\u00a0', ' ');
}

/** What luaflow has beyond the protocol. */
async function ask(bench) {
  const { page } = bench;
  await bench.openFolder('shop');
  await bench.openFile('receipt.lua');
  await page.locator('.squiggly-warning').first().waitFor();
  await page.locator('.monaco-editor .view-line').first().click();

  await bench.goTo(9);
  await bench.command('luaflow: Show bytecode of this function');
  await page.locator('.view-line', { hasText: 'LOADK' }).first().waitFor();
  await bench.until('dead instructions are marked', async () => await page.locator('.view-line span[class*="ced-"]').count() > 0);
  await bench.picture('bytecode');
  await page.locator('.tab', { hasText: '(bytecode)' }).locator('.codicon-close').click();

  await bench.goTo(9);
  await bench.command('luaflow: Why is this dead or live?');
  await page.locator('.pane', { hasText: 'Why (luaflow)' }).locator('.monaco-list-row').nth(1).waitFor();
  await bench.picture('why');

  await bench.goTo(8);
  const plain = await page.locator('.view-line span[class*="ced-"]').count();
  // What is faded as unused keeps its own shade in a slice.
  const shade = () => page.locator('.view-line .squiggly-inline-unnecessary', { hasText: 'tax' }).evaluate(
    e => { let shade = 1; for (; !e.classList.contains('view-line'); e = e.parentElement) shade *= Number(getComputedStyle(e).opacity); return shade; });
  const unused = await shade();
  await bench.command('luaflow: Slice backward');
  const faded = async () => await page.locator('.view-line span[class*="ced-"]').count();
  await bench.until('the rest is faded', async () => await faded() > plain);
  assert.equal(await shade(), unused);
  await bench.picture('slice');
  await page.keyboard.press('Escape');
  await bench.until('Escape has ended the slice', async () => await faded() === plain);

  await page.keyboard.press('Control+K');
  await page.keyboard.press('Alt+G');
  await page.locator('.tab', { hasText: 'Graph' }).waitFor();
  const graph = page.frameLocator('iframe.webview').frameLocator('iframe');
  await graph.locator('.block.at').waitFor();
  await bench.picture('graph');
  await graph.locator('.row', { hasText: 'return title' }).click();
  await bench.until('a click has gone to the text', async () => await page.locator('.monaco-editor .line-numbers.active-line-number').first().innerText() === '14');
  await page.locator('.tab', { hasText: 'Graph' }).locator('.codicon-close').click();

  void bench.command('luaflow: Fix all in the workspace…');
  await page.locator('.bulk-edit-panel .monaco-list-row').nth(1).waitFor();
  await bench.picture('preview');
}

/** What VS Code has of its own for what luaflow answers with all features. */
async function navigate(bench) {
  const { page } = bench;
  await bench.openFolder('shop');
  await bench.openFile('receipt.lua');
  await page.locator('.squiggly-warning').first().waitFor();
  await page.locator('.monaco-editor .view-line').first().click();
  const to = async (line, word) => {
    await bench.goTo(line);
    await page.keyboard.press('End');
    for (let left = word; left > 0; left--) {
      await page.keyboard.press('Control+ArrowLeft');
    }
  };

  await bench.goTo(9);
  await page.locator('[class*="codicon-light-bulb"], [class*="codicon-lightbulb"]').first().waitFor();
  bench.say('there is a bulb');

  await page.locator('.monaco-editor .view-line span', { hasText: '= "Receipt"' }).first().waitFor();
  bench.say('there is a hint');

  await to(14, 1); // total
  await page.keyboard.press('Control+Shift+F10');
  await page.locator('.peekview-widget .ref-tree .monaco-list-row').nth(2).waitFor();
  await bench.picture('peek');
  await page.keyboard.press('Escape');
  await page.locator('.peekview-widget').waitFor({ state: 'detached' });

  await to(14, 1);
  await page.keyboard.press('Shift+Alt+H');
  for (const source of ['line 2: local total', 'line 4: total = total', 'line 8: total = total']) {
    await page.locator('.sidebar .monaco-list-row', { hasText: source }).waitFor();
  }
  await bench.picture('calls');
  await page.locator('.monaco-editor .view-line').first().click();

  await to(14, 1);
  await page.keyboard.press('F2');
  await page.locator('.rename-box input').fill('sum');
  await page.keyboard.press('Enter');
  await bench.until('it is renamed', async () => {
    const now = await text(page);
    return now.includes('sum = sum + item.price') && now.includes('return title .. sum') && !/\btotal\b/.test(now);
  });
  await bench.picture('renamed');
}

/** The extension's page, with its pictures. */
async function read(bench) {
  const { page } = bench;
  await bench.openFolder('shop');
  await page.keyboard.press('Control+Shift+X');
  await page.locator('.extension-list-item', { hasText: 'luaflow' }).first().click();
  const text = page.frameLocator('iframe.webview').frameLocator('iframe');
  await text.locator('img').nth(1).waitFor();
  await bench.until('its pictures are there', () => text.locator('img').evaluateAll(all => all.every(i => i.naturalWidth > 100)));
  await bench.picture('page');
}

/** A workspace that is trusted later. */
async function trust(bench) {
  const { page } = bench;
  await bench.openFolder('configured');
  await bench.openFile('first.lua');
  await page.keyboard.press('Control+Shift+M');
  await bench.problems().filter({ hasText: 'value' }).waitFor();
  bench.say('the .luacheckrc was not run');
  await bench.picture('restricted');
  await page.keyboard.press('Control+J');
  await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).click();
  await page.getByRole('button', { name: 'Trust', exact: true }).click();
  await page.keyboard.press('Control+Shift+M');
  await bench.problems().filter({ hasText: 'spare' }).waitFor();
  await bench.problems().filter({ hasText: 'value' }).waitFor({ state: 'detached' });
  bench.say('the workspace is trusted, and the .luacheckrc was run');
}

for (const steps of [mend, ask, navigate, read, trust]) {
  console.log(`-- ${steps.name}`);
  const settings = { 'security.workspace.trust.enabled': steps === trust, ...steps === navigate && { 'luaflow.features': 'all' } };
  await withVSCode({ program, vsix, settings }, async code => {
    const bench = new Workbench(code);
    try {
      await steps(bench);
    } catch (e) {
      await bench.picture(`failed-${steps.name}`);
      throw e;
    }
  });
}
