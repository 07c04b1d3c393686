// node scripts/settings.mjs [--check] LUAFLOW: has the settings of the section "Checks" in
// package.json say what the schema of .luaflow.json says (with --check: fails if they do
// not), and writes that schema to dist, where the extension finds it for .luaflow.json.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const check = process.argv[2] === '--check';
const luaflow = process.argv.at(-1);
const run = (...args) => execFileSync(luaflow, args, { encoding: 'utf8' });

const schemaText = run('init', '--schema');
const schema = JSON.parse(schemaText);
const known = JSON.parse(run('config', '--all', '--no-config', '--format', 'json', 'any.lua')).settings;
const defaults = new Map(known.map(({ key, value }) => [key, value]));

/** The default of an option, which VS Code shows; the server never gets it. */
function defaultOf(name, option) {
  switch (option.type) {
    case 'boolean': return defaults.get(snake(name)) === 'true';
    case 'array': return [];
    case 'object': return assumed(option);
  }
  return option.enum?.[0] ?? null;
}

function assumed(option) {
  const own = Object.entries(option.properties ?? {}).filter(([, p]) => p.type === 'boolean');
  return Object.fromEntries(own.map(([name, p]) => [name, defaultOf(name, p)]));
}

const snake = name => name.replace(/[A-Z]/g, c => '_' + c.toLowerCase());

/** A schema without references, which settings cannot have. What is recursive is cut. */
function inline(of, within = []) {
  if (Array.isArray(of)) {
    return of.map(one => inline(one, within));
  }
  if (of === null || typeof of !== 'object') {
    return of;
  }
  const { $ref, ...rest } = of;
  const out = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inline(value, within)]));
  if ($ref === undefined) {
    return out;
  }
  const name = $ref.slice('#/definitions/'.length);
  if (within.includes(name)) {
    return { ...out, type: ['array', 'object'] };
  }
  return { ...inline(schema.definitions[name], [...within, name]), ...out };
}

/** The options of a path: those of the whole, and they need not be told twice. */
function setting(name, option) {
  const { description, ...rest } = name === 'files'
    ? { ...option, additionalProperties: { type: 'object' } }
    : inline(option);
  const value = defaultOf(name, option);
  rest.anyOf?.push({ type: 'null' });
  return { ...rest, default: value, scope: 'resource', markdownDescription: description };
}

const file = 'package.json';
const before = readFileSync(file, 'utf8');
const manifest = JSON.parse(before);
const section = manifest.contributes.configuration.find(c => c.title === 'Checks');
section.properties = Object.fromEntries(Object.entries(schema.properties)
  .filter(([name]) => name !== '$schema')
  .map(([name, option]) => ['luaflow.' + name, setting(name, option)]));
const after = JSON.stringify(manifest, null, 2) + '\n';
if (check && after !== before) {
  console.error('the settings in package.json are not those of the server: node scripts/settings.mjs LUAFLOW');
  process.exit(1);
}
writeFileSync(file, after);
mkdirSync('dist', { recursive: true });
writeFileSync('dist/luaflow.schema.json', schemaText);
