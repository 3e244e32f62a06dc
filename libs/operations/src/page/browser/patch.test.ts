/** @jest-environment jsdom */
import { patch } from './patch.ts';

describe('patch', () => {
  const BEFORE = '<p>one <b class="x" title="t">1</b></p><ul><li>a</li><li>b</li></ul>';

  it.each([
    BEFORE,
    '<p>two <b class="y">2</b></p><ul><li>a</li></ul>',
    '<p>one <i>1</i></p><ul><li>a</li><li>b</li><li>c</li></ul><!-- more -->',
    'only text',
    '',
    '<svg viewBox="0 0 1 1"><path d="M0 0"></path></svg>',
  ])('makes the content equal to %s', (markup) => {
    const element = document.createElement('div');
    element.innerHTML = BEFORE;
    patch(element, markup);
    expect(element.innerHTML).toBe(markup);
    patch(element, BEFORE);
    expect(element.innerHTML).toBe(BEFORE);
  });

  it('keeps the elements whose text or attributes change, and with them the focus', () => {
    document.body.innerHTML = '<div><a href="/1">1</a></div>';
    const [element, link] = [document.querySelector('div')!, document.querySelector('a')!];
    link.focus();
    patch(element, '<a href="/2">2</a><p>new</p>');

    expect(document.activeElement).toBe(link);
    expect([link.getAttribute('href'), link.textContent]).toEqual(['/2', '2']);
    // Control: the naive way loses it.
    element.innerHTML = '<a href="/3">3</a>';
    expect(document.activeElement).not.toBe(link);
  });

  it('does not write what is the same', async () => {
    const element = document.createElement('div');
    element.innerHTML = BEFORE;
    const seen: MutationRecord[] = [];
    const observer = new MutationObserver((records) => seen.push(...records));
    observer.observe(element, { attributes: true, childList: true, characterData: true, subtree: true });
    patch(element, BEFORE);
    await Promise.resolve();
    expect(seen).toEqual([]);
    patch(element, BEFORE.replace('one', 'two'));
    await Promise.resolve();
    expect(seen.map(({ type }) => type)).toEqual(['characterData']);
  });
});
