import { renderPlain, searchTextOf } from './search-text.ts';

const HTML =
  '<h1 id="m">@adit/x</h1><h2>Interfaces</h2><h3>Draft</h3><p>A draft.</p><h4>Methods</h4><h5>remove()</h5><p>Removes.</p><h3>Plan</h3>';

it('finds entry points and exports of the reference, and all of other pages', () => {
  expect(searchTextOf('reference/@adit/x.md', HTML)).toBe(
    '<h1 id="m">@adit/x</h1><h3>Draft</h3><p>A draft.</p><h3>Plan</h3>',
  );
  expect(searchTextOf('guides/roll-back.md', HTML)).toBe(HTML);
});

it('renders without the colours of code, and leaves the renderer as it was', () => {
  const highlight = (): string => '<b>code</b>';
  const options: { highlight?: unknown } = { highlight };
  const render = (source: string, env: string): string => {
    if (source === '') throw new Error('empty');
    return `${source} ${env} ${String(options.highlight)}`;
  };
  expect(renderPlain({ options, render }, 'a', 'b')).toBe('a b undefined');
  expect(options.highlight).toBe(highlight);
  expect(() => renderPlain({ options, render }, '', 'b')).toThrow('empty');
  expect(options.highlight).toBe(highlight);
});
