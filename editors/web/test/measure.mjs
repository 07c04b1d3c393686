// node test/measure.mjs SITE: prints how long people wait for a page that scripts/static.mjs has made: for the first
// finding, from the begin of loading, with nothing in the browser's cache; for the findings after a key in a text of
// 4 kB; for a frame while a listing of 10,000 instructions scrolls, and for the row after an arrow key there. In ms:
// the median, and the longest.

import { inBrowser, serve, until } from './kit.mjs';

const server = await serve(process.argv[2]);

function tell(what, times) {
  times.sort((a, b) => a - b);
  console.log(`${what}: ${times[times.length >> 1].toFixed(0)}, at most ${times.at(-1).toFixed(0)}`);
}

/** Opens the page with a text in its link. */
async function withText(open, text) {
  const page = await open(server.address);
  await page.locator('.finding').first().waitFor();
  const link = await page.evaluate(async program => {
    const packed = new Blob([JSON.stringify(['a.lua', '', program])]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    return btoa(Array.from(bytes, b => String.fromCharCode(b)).join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  }, text);
  await page.evaluate(hash => { location.hash = hash; }, `#text=${link}`);
  await until('the text is there', async () => await page.locator('#name').textContent() === 'a.lua');
  return page;
}

async function first({ open }) {
  const times = [];
  for (let i = 0; i < 7; i++) {
    const page = await open(server.address, {
      init: p => p.addInitScript(() => {
        new MutationObserver(() => {
          if (globalThis.firstFinding === undefined && document.querySelector('.finding') !== null) {
            globalThis.firstFinding = performance.now();
          }
        }).observe(document, { childList: true, subtree: true });
      }),
    });
    await page.waitForFunction(() => globalThis.firstFinding !== undefined);
    times.push(await page.evaluate(() => globalThis.firstFinding));
    await page.close();
  }
  tell('first finding', times);
}

async function edits({ open }) {
  const part = n => `local function f${n}(t)\n  local sum, count = 0, 0\n  for _, v in ipairs(t) do\n    sum = sum + v\n    count = count + 1\n  end\n  return sum\nend\nprint(f${n}({ ${n} }))\n`;
  const text = Array.from({ length: 26 }, (_, n) => part(n)).join('');
  const page = await withText(open, text);
  await page.locator('.finding').nth(25).waitFor();
  await page.locator('#source .cm-content').focus();
  await page.keyboard.press('Control+End');
  const times = [];
  for (let i = 0; i < 40; i++) {
    const shown = page.evaluate(() => new Promise(resolve => {
      let begin = performance.now();
      addEventListener('keydown', () => { begin = performance.now(); }, { once: true, capture: true });
      const observer = new MutationObserver(() => {
        observer.disconnect();
        resolve(performance.now() - begin);
      });
      observer.observe(document.querySelector('#findings-list'), { childList: true });
    }));
    await page.keyboard.press(i % 8 === 0 ? 'Enter' : ['l', 'o', 'c', 'a', 'l', ' ', 'x', ' '][i % 8]);
    times.push(await shown);
  }
  tell(`findings after a key in ${text.length} bytes`, times);
}

async function listing({ open }) {
  const lines = Array.from({ length: 2_500 }, (_, n) => `x = x * ${n} + (x or y) - y\n`).join('');
  const page = await withText(open, `local x, y = ...\n${lines}return x\n`);
  await until('the listing is there', async () => Number(await page.locator('.row').first().getAttribute('aria-setsize').catch(() => 0)) > 10_000);
  const frames = await page.evaluate(async () => {
    const scroller = document.querySelector('#listing .scroller'), all = [];
    for (let i = 0, last = performance.now(); i < 120; i++) {
      scroller.scrollTop += 900;
      await new Promise(requestAnimationFrame);
      all.push(performance.now() - last);
      last = performance.now();
    }
    return all;
  });
  tell('a frame of the listing', frames);
  await page.locator('#listing .scroller').focus();
  const keys = await page.evaluate(async () => {
    const scroller = document.querySelector('#listing .scroller'), all = [];
    for (let i = 0; i < 40; i++) {
      const begin = performance.now();
      scroller.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      all.push(performance.now() - begin);
    }
    return all;
  });
  tell('a row after a key', keys);
}

try {
  await inBrowser([first, edits, listing]);
} finally {
  server.close();
}
