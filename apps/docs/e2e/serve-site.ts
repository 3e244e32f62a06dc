import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { createGzip } from 'node:zlib';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
};

/** A static server of the built site on a free port. */
export async function serveSite(folder: string): Promise<{ origin: string; close: () => void }> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    const file = [join(folder, path), join(folder, path, 'index.html'), join(folder, `${path}.html`)].find(
      (name) => name.startsWith(folder) && existsSync(name) && statSync(name).isFile(),
    );
    const served = file ?? join(folder, '404.html');
    const type = TYPES[extname(served)] ?? 'application/octet-stream';
    const zips = /^(?:text|application)|svg/.test(type);
    response.writeHead(file ? 200 : 404, {
      'content-type': type,
      ...(zips && { 'content-encoding': 'gzip' }),
    });
    const bytes = createReadStream(served);
    if (zips) bytes.pipe(createGzip()).pipe(response);
    else bytes.pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
