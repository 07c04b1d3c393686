#!/usr/bin/env node
// Runs luaflow: the program in the package for this system, which npm has installed beside this one, or
// WebAssembly where there is no such program.
'use strict';

const { spawn } = require('node:child_process');

const system = `${process.platform}-${process.arch}`;
const exe = process.platform === 'win32' ? 'luaflow.exe' : 'luaflow';

// found returns the path of a file in another package; undefined if that is not installed.
function found(file) {
  try {
    return require.resolve(file);
  } catch {
    return undefined;
  }
}

const program = found(`@luaflow/${system}/bin/${exe}`);
const wasm = found('@luaflow/wasm/run.js');
if (!program && !wasm) {
  console.error(
    `luaflow: there is neither @luaflow/${system} nor @luaflow/wasm beside it.\n` +
      'Was it installed with --omit=optional, or on another system? Install it again here,\n' +
      'or `npm install @luaflow/wasm`, which runs wherever Node.js does.',
  );
  process.exit(4);
}
const child = program
  ? spawn(program, process.argv.slice(2), { stdio: 'inherit' })
  : spawn(process.execPath, ['--stack-size=7800', wasm, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => child.kill(signal));
}
child.on('error', (error) => {
  console.error(`luaflow: ${program ?? wasm} cannot be run: ${error.message}`);
  process.exit(4);
});
child.on('exit', (code, signal) => {
  if (signal) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  } else {
    process.exitCode = code;
  }
});
