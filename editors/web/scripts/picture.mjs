// node scripts/picture.mjs SITE FILE.png [light|dark]: makes the picture of README.md, of a page that scripts/static.mjs has made.

import { inBrowser, serve } from '../test/kit.mjs';

const [site, file, colorScheme = 'light'] = process.argv.slice(2);
const server = await serve(site);
await inBrowser([async function picture({ open }) {
  const page = await open(server.address, { colorScheme, viewport: { width: 1280, height: 760 } });
  await page.locator('.row[data-pc="11"]').click();
  await page.locator('.layer.needs input').check();
  await page.locator('.layer.backward input').check();
  await page.locator('.arrow.control').first().waitFor({ state: 'attached' });
  await page.mouse.move(640, 500);
  await page.screenshot({ path: file });
}]);
server.close();
