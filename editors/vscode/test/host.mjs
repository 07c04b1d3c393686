// node test/host.mjs VSCODE PACKAGES SUITE…: runs dist/test/SUITE.js in the extension host
// of a VS Code in which a package from the folder PACKAGES is installed (see vscode.mjs):
// the universal one for the suite of that name, or else the other. Ends with 0 if all tests
// passed.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { extension, withVSCode } from './vscode.mjs';

const patience = 240_000; // ms, for a suite
const [program, packages, ...suites] = process.argv.slice(2);

/** Settings of suites that have their own. */
const settings = {
  untrusted: { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' },
};

async function run(suite, { dir, address, page }) {
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
    ['extensionTestsPath', remote(join(extension, 'dist', 'test', suite + '.js'))],
    ['skipWelcome', 'true'],
  ];
  await page.goto(`http://${address}/?workspace=${join(dir, 'workspace', 'all.code-workspace')}&payload=${encodeURIComponent(JSON.stringify(payload))}`, { timeout: patience });
  let hung;
  const code = await Promise.race([ended, new Promise(resolve => hung = setTimeout(resolve, patience, 'no end'))]);
  clearTimeout(hung);
  if (code !== 0) {
    console.log(`the suite ended with ${code}; VS Code said:\n${log.join('\n')}`);
    if (process.env.LUAFLOW_SCREENSHOT) {
      await page.screenshot({ path: process.env.LUAFLOW_SCREENSHOT });
    }
  }
  return code === 0;
}

for (const suite of suites) {
  console.log(`-- ${suite}`);
  const vsix = join(packages, readdirSync(packages).find(f => f.endsWith('.vsix') && f.includes('universal') === (suite === 'universal')));
  if (!await withVSCode({ program, vsix, settings: settings[suite] }, code => run(suite, code))) {
    process.exitCode = 1;
  }
}
