// node scripts/pictures.mjs README.md: puts the pictures that a page names, by paths from the folder of
// the extension, into the page itself. A package has no address from which VS Code could load them.

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [page] = process.argv.slice(2);
const extension = dirname(import.meta.dirname);
const text = readFileSync(page, 'utf8');
writeFileSync(page, text.replaceAll(/(!\[[^\]]*\]\()(\.\.\/pictures\/[\w-]+\.png)\)/g,
  (_, start, path) => `${start}data:image/png;base64,${readFileSync(join(extension, path)).toString('base64')})`));
