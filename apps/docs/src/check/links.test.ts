import { checkPages } from './links.ts';

const check = (files: Record<string, string>, base = '/') => checkPages(new Map(Object.entries(files)), base);

it('follows links to pages, anchors and files', () => {
  const { broken, links } = check({
    'index.html': '<a href="/a/">a</a><a href="/b.html#c-d">b</a><a href="b.html">b</a><img src="/x.png">',
    'a/index.html': '<a href="#top">up</a><h2 id="top">A</h2><a href="../b.html">b</a>',
    'b.html': '<h2 id="c-d">C</h2><a class="x" href="https://example.com">out</a>',
    'x.png': '',
  });
  expect(broken).toEqual([]);
  expect(links).toBe(6);
});

it.each([
  ['a page that is gone', '<a href="/gone.html">x</a>', 'index.html: /gone.html leads nowhere'],
  ['an anchor that is gone', '<a href="#gone">x</a>', 'index.html: #gone has no such anchor'],
  ['a picture that is gone', '<img alt="" src="/gone.png">', 'index.html: /gone.png leads nowhere'],
  [
    'a script of another host',
    '<script async src="https://cdn.example/x.js"></script>',
    'index.html: https://cdn.example/x.js loads from another host',
  ],
  [
    'a style of another host',
    '<link rel="stylesheet" href="//cdn.example/x.css">',
    'index.html: //cdn.example/x.css loads from another host',
  ],
])('finds %s', (_name, html, flaw) => expect(check({ 'index.html': html }).broken).toEqual([flaw]));

it('finds links outside the base path', () => {
  const files = { 'index.html': '<a href="/docs/a.html">a</a><a href="/a.html">a</a>', 'a.html': '' };
  expect(check(files, '/docs/').broken).toEqual(['index.html: /a.html is outside the base path']);
});

it('takes no text of a script for a link', () => {
  expect(check({ 'index.html': '<script>const x = \'<a href="/gone">\';</script>' }).broken).toEqual([]);
});

it.each(['a/*.html', 'a:b.html', 'a b.html', 'a?.html', 'é.png', 'a\\b.html'])(
  'finds a name that Windows or an address does not take: %s',
  (name) =>
    expect(check({ [name]: '' }).broken).toEqual([
      `${name}: the name has other characters than letters, digits and _@.-`,
    ]),
);

it('accepts the names of packages and of hashed files', () => {
  expect(check({ 'reference/@adit/x/texts/zh-Hans.html': '', 'assets/a_b.-Cx_1.js': '' }).broken).toEqual([]);
});
