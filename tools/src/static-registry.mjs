// A registry of packed packages: `node tools/src/static-registry.mjs FOLDER` prints its address and serves the folder's tarballs
// until it is stopped. Requests for other packages are redirected to the registry that npm is configured for.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const digest = (algorithm, bytes, encoding) => createHash(algorithm).update(bytes).digest(encoding);

/** A tarball with its manifest. */
function readTarball(folder, file) {
  const bytes = readFileSync(join(folder, file));
  const text = execFileSync('tar', ['-xzOf', join(folder, file), 'package/package.json'], {
    encoding: 'utf8',
  });
  return { file, bytes, manifest: JSON.parse(text) };
}

/** The registry's answer for a name: every version in the folder, the highest as `latest`. */
function packument(name, tarballs, origin) {
  const versions = tarballs.map(({ file, bytes, manifest }) => ({
    ...manifest,
    _id: `${name}@${manifest.version}`,
    dist: {
      tarball: `${origin}/${name}/-/${file}`,
      integrity: `sha512-${digest('sha512', bytes, 'base64')}`,
      shasum: digest('sha1', bytes, 'hex'),
    },
  }));
  return {
    name,
    'dist-tags': { latest: versions.at(-1).version },
    versions: Object.fromEntries(versions.map((manifest) => [manifest.version, manifest])),
    time: Object.fromEntries(
      ['created', 'modified', ...versions.map(({ version }) => version)].map((key) => [key, PUBLISHED]),
    ),
  };
}

/** A publication date for package managers that wait a week before they accept a version. */
const PUBLISHED = '2026-01-01T00:00:00.000Z';

const configuredRegistry = () =>
  execFileSync('npm', ['config', 'get', 'registry'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/** Serves the tarballs of the folder on a free port. `upstream` is the address of the registry with all other packages. */
export async function startStaticRegistry(folder, upstream = configuredRegistry()) {
  const tarballs = readdirSync(folder)
    .filter((file) => file.endsWith('.tgz'))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((file) => readTarball(folder, file));

  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url.slice(1));
    const tarball = tarballs.find(({ file, manifest }) => path === `${manifest.name}/-/${file}`);
    const named = tarballs.filter(({ manifest }) => manifest.name === path);
    if (tarball) response.end(tarball.bytes);
    else if (named.length > 0) response.end(JSON.stringify(packument(path, named, origin)));
    else response.writeHead(307, { location: new URL(request.url.slice(1), upstream.trim()).href }).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${server.address().port}`;
  return { address: `${origin}/`, close: () => server.close() };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  startStaticRegistry(process.argv[2]).then(({ address }) => console.log(address));
