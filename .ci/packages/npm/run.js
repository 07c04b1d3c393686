// Runs luaflow as WebAssembly: wasm_exec.js, which comes with Go, beside luaflow.wasm.
'use strict';

const fs = require('node:fs');
const path = require('node:path');

globalThis.fs = fs;
globalThis.path = path;
require('./wasm_exec.js');

const go = new Go();
go.argv = ['luaflow', ...process.argv.slice(2)];
go.env = process.env;
go.exit = process.exit;
WebAssembly.instantiate(fs.readFileSync(path.join(__dirname, 'luaflow.wasm')), go.importObject).then(
  ({ instance }) => go.run(instance),
  (error) => {
    console.error(`luaflow: ${error.message}`);
    process.exit(4);
  },
);
