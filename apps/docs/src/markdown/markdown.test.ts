import { instance } from '@viz-js/viz';
import { drawDiagram } from './diagrams.ts';
import { imageSizeOf } from './image-size.ts';
import { slugOf } from './slug.ts';
import { titleOf } from './titles.ts';

describe('drawDiagram', () => {
  const draw = async (dot: string, alt = 'a leads to b') => drawDiagram(await instance(), dot, alt);

  it('draws an SVG with a text for those who do not see it, in the colours of the page', async () => {
    const html = await draw('digraph { a -> b [label="then"] }', 'a, then <b>');
    expect(html).toMatch(/^<figure v-pre><svg class="diagram" aria-hidden="true" /);
    expect(html).toContain('<figcaption class="visually-hidden">a, then &lt;b></figcaption>');
    expect(html).toContain('>then</text>');
    expect(html).toContain('stroke="currentColor"');
    expect(html).not.toMatch(/black|<title>|<!--| id=/);
  });

  it('throws without that text, and for what Graphviz cannot read or warns of', async () => {
    await expect(draw('digraph { a }', ' ')).rejects.toThrow('write it after ```dot');
    await expect(draw('digraph { a -> }')).rejects.toThrow('diagram "a leads to b": syntax error');
    await expect(draw('digraph { a [shape="no-such"] }')).rejects.toThrow('no-such');
  });
});

describe('imageSizeOf', () => {
  it('reads PNG and SVG', () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000010000000200806000000', 'hex');
    expect(imageSizeOf(png)).toEqual({ width: 16, height: 32 });
    expect(imageSizeOf(Buffer.from('<svg viewBox="0 0 9 9" width="90" height="8.5">'))).toEqual({
      width: 90,
      height: 8.5,
    });
  });

  it('knows no size of anything else', () => {
    expect(imageSizeOf(new Uint8Array())).toBeUndefined();
    expect(imageSizeOf(Buffer.from('<svg viewBox="0 0 9 9">'))).toBeUndefined();
  });
});

it.each([
  ['Next, started by `next start`', 'next-started-by-next-start'],
  ['What is “dropped”? 4.3 KB / s', 'what-is-dropped-43-kb--s'],
  ['snake_case — ÄÖ', 'snake_case--äö'],
])('makes the anchor of a heading as GitHub does: %s', (heading, slug) => {
  expect(slugOf(heading)).toBe(slug);
});

it('reads the title of a page without its marks, and not from code', () => {
  expect(titleOf('```sh\n# no\n```\n\n# `a` **b** \\<c\\>\n\n# d')).toBe('a b <c>');
  expect(titleOf('text')).toBeUndefined();
});
