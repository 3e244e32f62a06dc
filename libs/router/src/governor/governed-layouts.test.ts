import { prepareFlightRouterStateForRequest } from 'next/dist/client/flight-data-helpers.js';
import { mayBringLayouts } from './governed-layouts.ts';

const at = (path: string): string => `https://app.example${path}`;

/** A route's tree as Next sends it, from the root down its children; `*` marks where the answer begins. */
function treeOf(...segments: readonly (string | readonly string[])[]): string {
  const build = ([first = '', ...rest]: typeof segments): unknown => {
    const marked = typeof first === 'string' && first.startsWith('*');
    const segment = marked ? first.slice(1) : first;
    const slots = rest.length === 0 ? {} : { children: build(rest) };
    return marked ? [segment, slots, null, 'refetch'] : [segment, slots];
  };
  return encodeURIComponent(JSON.stringify(build(['', ...segments])));
}

const id = (value: string): readonly string[] => ['id', value, 'd'];

describe('mayBringLayouts', () => {
  it.each<[string, string, string, string, boolean]>([
    ['its section', treeOf('*docs', id('1'), '__PAGE__'), '/docs/1', '/docs/2', true],
    ['its section, below a base path', treeOf('*docs', '__PAGE__'), '/base/docs', '/base/docs/2', true],
    ['another section', treeOf('*docs', id('1'), '__PAGE__'), '/docs/1', '/blog/2', false],
    ['a section with a name that begins alike', treeOf('*docs', '__PAGE__'), '/docs', '/docs-old', false],
    ['a group, which no address shows', treeOf('*(site)', 'docs', '__PAGE__'), '/docs', '/blog', true],
    ['a section in a group', treeOf('(site)', '*docs', '__PAGE__'), '/docs', '/blog', false],
    ['the root layout', treeOf('*docs').replace('docs', ''), '/docs', '/blog', true],
    ['a page alone', treeOf('docs', '*__PAGE__'), '/docs', '/docs/2', false],
    ['a page alone, of another query', treeOf('docs', '*__PAGE__'), '/docs?page=1', '/docs?page=2', true],
    ['a page that needs a query', treeOf('docs', '*__PAGE__?{"a":"1"}'), '/docs', '/docs/2', false],
    ['nothing', treeOf('docs', '__PAGE__'), '/docs', '/docs/2', false],
    [
      'a section that is written otherwise',
      treeOf('*schön', '__PAGE__'),
      '/sch%C3%B6n',
      '/sch%C3%B6n/2',
      true,
    ],
    [
      'what the address does not show: it was rewritten',
      treeOf('*tenant', '__PAGE__'),
      '/docs',
      '/blog',
      true,
    ],
  ])('of a full prefetch that brings %s', (_what, tree, from, to, expected) => {
    expect(mayBringLayouts(tree, at(from), at(to))).toBe(expected);
  });

  it('knows the values of dynamic segments', () => {
    const tree = encodeURIComponent(
      JSON.stringify(['', { children: ['shop', { children: [id('1'), {}, null, 'refetch'] }] }]),
    );
    expect(mayBringLayouts(tree, at('/shop/1'), at('/shop/1/cart'))).toBe(true);
    expect(mayBringLayouts(tree, at('/shop/1'), at('/shop/2'))).toBe(false);
  });

  it('reads what Next itself writes', () => {
    const page = ['__PAGE__?{"q":"1"}', {}, null, null, 4] as const;
    const tree = [
      '',
      { children: ['docs', { children: [['id', '1', 'd', ['new']], { children: page }] }, null, 'refetch'] },
    ];
    const header = prepareFlightRouterStateForRequest(
      tree as unknown as Parameters<typeof prepareFlightRouterStateForRequest>[0],
    );
    expect(mayBringLayouts(header, at('/docs/1?q=1'), at('/docs/2'))).toBe(true);
    expect(mayBringLayouts(header, at('/docs/1?q=1'), at('/blog'))).toBe(false);
  });

  it('looks into every slot', () => {
    const tree = encodeURIComponent(
      JSON.stringify(['', { children: ['docs', {}], modal: ['blog', {}, null, 'refetch'] }]),
    );
    expect(mayBringLayouts(tree, at('/blog/docs'), at('/blog/2'))).toBe(true);
  });

  it.each([undefined, '', '%', 'null', '7', '"text"', encodeURIComponent('["", {"children": null}]')])(
    'takes what cannot be read for something that may: %j',
    (tree) => {
      expect(mayBringLayouts(tree, at('/docs'), at('/blog'))).toBe(true);
    },
  );
});
