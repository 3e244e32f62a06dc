import { markup, NOTHING } from './markup.ts';

describe('markup', () => {
  it('escapes every text, in content and in attributes', () => {
    const bad = `<b onclick='x'>"&`;
    expect(markup`<a title="${bad}">${bad}</a>`.markup).toBe(
      '<a title="&#60;b onclick=&#39;x&#39;&#62;&#34;&#38;">&#60;b onclick=&#39;x&#39;&#62;&#34;&#38;</a>',
    );
  });

  it('takes numbers, markup and lists of markup as they are', () => {
    const items = ['<1>', '2'].map((text) => markup`<li>${text}</li>`);
    expect(markup`<ul>${items}</ul>${NOTHING}${3}`.markup).toBe('<ul><li>&#60;1&#62;</li><li>2</li></ul>3');
  });
});
