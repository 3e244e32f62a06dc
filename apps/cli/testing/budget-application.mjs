// A small application for tests of `adit budget`, with one fault at most: `dead`, `reload`, `prefetch` or `large`. An
// `awkward` one has no fault: it asks questions, its links lie below something, and one of its requests never ends.
// Its clicks obey the router's rules: a page from data, else a document after 3.8 s or a failure.
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';

const PAGES = ['/', '/about', '/prices'];

/** The bytes of `/app.js` of the application without a fault are far below this, those of `large` above. */
export const SCRIPT_BUDGET = 20_000;

const CLIENT = `
const show = (path, { title }) => {
  history.pushState(null, '', path);
  document.querySelector('h1').textContent = title;
};
addEventListener('popstate', () => location.reload());
document.addEventListener('click', (event) => {
  const link = event.target.closest('a');
  if (!link || link.hash) return;
  event.preventDefault();
  if (window.fault === 'dead' && link.pathname === '/about') return void fetch(link.pathname + '.data');
  let isOver = false;
  const leave = () => {
    if (!isOver) location.assign(link.pathname);
    isOver = true;
  };
  setTimeout(leave, 3_800);
  Promise.all([fetch(link.pathname + '.data').then((answer) => answer.json()), import('/page.js')]).then(([data]) => {
    if (!isOver) show(link.pathname, data);
    isOver = true;
  }, leave);
});
if (window.fault === 'prefetch')
  for (let id = 0; id < 100; id++)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: '/items/' + id }));
if (window.fault === 'awkward') {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: '/items/1' }));
  const cover = document.createElement('div');
  cover.style = 'position: fixed; inset: 0';
  document.body.append(cover, document.createElement('iframe'));
  document.querySelector('iframe').src = '/bare';
  void fetch('/endless');
  confirm('Cookies?');
}
if (window.fault === 'reload') {
  const count = Number(sessionStorage.getItem('count') ?? 0);
  sessionStorage.setItem('count', String(count + 1));
  if (count < 2) setTimeout(() => location.reload(), 200);
}
`;

/** Text that compression leaves as large as it is. */
const noise = () => {
  let state = 1;
  const next = () => (state = (state * 48_271) % 2_147_483_647).toString(36);
  return `// ${Array.from({ length: 10_000 }, next).join('')}\n`;
};

const documentOf = (path, fault) => `<!doctype html><title>Shop</title><h1>Page ${path}</h1>
<nav>${PAGES.map((page) => `<a href="${page}">${page}</a> `).join('')}<a href="#top">top</a></nav>
<script>window.fault = ${JSON.stringify(fault ?? null)}</script><script type="module" src="/app.js"></script>`;

function answerOf(path, fault) {
  if (path === '/app.js') return ['text/javascript', fault === 'large' ? noise() + CLIENT : CLIENT];
  if (path === '/bare') return ['text/html', '<!doctype html><title>Bare</title><p>No script, no link'];
  if (path === '/page.js') return ['text/javascript', 'export {};'];
  if (path.endsWith('.data'))
    return ['application/json', JSON.stringify({ title: `Page ${path.slice(0, -5)} without a document` })];
  if (PAGES.includes(path) || path.startsWith('/items/')) return ['text/html', documentOf(path, fault)];
  return undefined;
}

/** The application as a server that does not listen yet. */
export const createApplication = (fault) =>
  createServer((request, response) => {
    if (request.url === '/endless') return void response.writeHead(200).write('.');
    const answer = answerOf(new URL(request.url, 'http://shop').pathname, fault);
    if (answer === undefined) return void response.writeHead(404).end();
    const [type, text] = answer;
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(gzipSync(text));
  });

// It serves nobody before ingest has accepted an envelope.
if (process.env.BUDGET_APPLICATION === '1')
  void fetch(`${new URL(process.env.SENTRY_DSN).origin}/api/1/envelope/`, {
    method: 'POST',
    body: '{}',
  }).then(
    ({ ok }) => ok && createApplication(process.env.FAULT).listen(Number(process.env.PORT), 'localhost'),
  );
