// A server of built pages that works like any static host.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};
const ZIPPED = /^(?:text|application)|svg/;

/** The file of an address: `/start/vite` is `start/vite.html`. Undefined if the folder has none. */
export function findPage(folder, url) {
  let path;
  try {
    // The URL parser resolves `..`, but not after `%2F`.
    path = join(folder, decodeURIComponent(new URL(url, 'http://site').pathname));
  } catch {
    return undefined;
  }
  if (!path.startsWith(join(folder, sep)) || path.includes('\0')) return undefined;
  return [path, join(path, 'index.html'), `${path}.html`].find(
    (file) => existsSync(file) && statSync(file).isFile(),
  );
}

/**
 * Serves the folder on a free port of loopback; an address without a file is answered 404 with `404.html`. Returns the
 * origin, and a function that closes the server and its connections.
 */
export async function serveFolder(folder) {
  const server = createServer((request, response) => {
    const page = findPage(folder, request.url);
    const file = page ?? join(folder, '404.html');
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    const zip = ZIPPED.test(type) ? [createGzip()] : [];
    response.writeHead(page ? 200 : 404, {
      'content-type': type,
      ...(zip.length > 0 && { 'content-encoding': 'gzip' }),
    });
    // A reader who disconnects is not an error.
    pipeline([createReadStream(file), ...zip, response], () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${server.address().port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
