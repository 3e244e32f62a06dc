import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { findPage, serveFolder } from './static-site.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

const around = temporaryFolder();
const folder = join(around, 'dist');
for (const [path, text] of [
  ['index.html', 'home'],
  ['404.html', 'no such page'],
  ['start/index.html', 'start'],
  ['start/vite.html', 'vite'],
  ['assets/lab.png', 'picture'],
  ['../dist-other/secret.html', 'secret'],
  ['../secret.html', 'secret'],
]) {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

it.each([
  ['/', 'index.html'],
  ['/index.html', 'index.html'],
  ['/start/', 'start/index.html'],
  ['/start/vite?search=1', 'start/vite.html'],
  ['/assets/lab.png', 'assets/lab.png'],
])('finds the page of %s', (url, file) => expect(findPage(folder, url)).toBe(join(folder, file)));

it.each(['/none', '/%', '/%00', '/../secret', '/%2e%2e/secret', '/..%2Fsecret', '/..%2Fdist-other/secret'])(
  'finds nothing, and nothing outside of the folder, for %s',
  (url) => expect(findPage(folder, url)).toBeUndefined(),
);

it('serves pages with their type, answers 404 with the page for it, and ends with its connections', async () => {
  const site = await serveFolder(folder);
  const read = async (path) => {
    const response = await fetch(`${site.origin}${path}`);
    return [response.status, response.headers.get('content-type'), await response.text()];
  };
  expect(await read('/start/')).toEqual([200, 'text/html; charset=utf-8', 'start']);
  expect(await read('/assets/lab.png')).toEqual([200, 'image/png', 'picture']);
  expect(await read('/none')).toEqual([404, 'text/html; charset=utf-8', 'no such page']);

  const kept = request(site.origin, { headers: { connection: 'keep-alive' } }).end();
  const [response] = await once(kept, 'response');
  response.resume();
  site.close();
  await once(response.socket, 'close');
  await expect(fetch(site.origin)).rejects.toThrow('fetch failed');
});
