// node registry.mjs FOLDER COMMAND…: serves the packages in a folder (*.tgz, as npm pack writes them) as a registry of npm
// on the loopback, runs a command whose npm asks it, and ends with its exit code.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const [folder, command, ...args] = process.argv.slice(2);
const packages = new Map(); // by name: what a registry says of one
const server = createServer((request, response) => {
  const path = decodeURIComponent(request.url.slice(1));
  if (path.endsWith('.tgz')) {
    response.end(readFileSync(join(folder, path)));
  } else if (packages.has(path)) {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(packages.get(path)));
  } else {
    response.statusCode = 404;
    response.end('{}');
  }
});
server.listen(0, '127.0.0.1', () => {
  const registry = `http://127.0.0.1:${server.address().port}/`;
  for (const file of readdirSync(folder)) {
    const archive = join(folder, file);
    const manifest = JSON.parse(execFileSync('tar', ['-xzOf', archive, 'package/package.json'], { encoding: 'utf8' }));
    const integrity = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    packages.set(manifest.name, {
      name: manifest.name,
      'dist-tags': { latest: manifest.version },
      versions: { [manifest.version]: { ...manifest, dist: { tarball: registry + file, integrity } } },
    });
  }
  const env = { ...process.env, npm_config_registry: registry, npm_config_update_notifier: 'false' };
  spawn(command, args, { stdio: 'inherit', env }).on('exit', (code) => process.exit(code ?? 1));
});
