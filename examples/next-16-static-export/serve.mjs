// Serves the files of `out`, and forwards the tunnel path to the tunnel server, like nginx or a CDN for a real site.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { extname, join } from 'node:path';

const { PORT = '3000', TUNNEL_ORIGIN = 'http://127.0.0.1:8787' } = process.env;
const OUT = join(import.meta.dirname, 'out');
const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
};

/** The file of a path: `/orders` is `orders.html`. */
function findFile(path) {
  const file = join(OUT, path);
  return [file, `${file}.html`, join(file, 'index.html')].find(
    (name) => existsSync(name) && statSync(name).isFile(),
  );
}

function passOn(incoming, response) {
  const { method, url, headers } = incoming;
  const outgoing = request(new URL(url, TUNNEL_ORIGIN), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.writeHead(502).end());
  incoming.pipe(outgoing);
}

createServer((incoming, response) => {
  // The URL parser resolves `..`.
  const path = new URL(incoming.url, 'http://site').pathname;
  if (path === '/monitoring-tunnel') return passOn(incoming, response);
  const file = findFile(path);
  const shown = file ?? join(OUT, '404.html');
  response.writeHead(file ? 200 : 404, {
    'content-type': TYPES[extname(shown)] ?? 'application/octet-stream',
  });
  createReadStream(shown).pipe(response);
}).listen(PORT);
