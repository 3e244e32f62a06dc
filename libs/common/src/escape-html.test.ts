import { escapeHtml } from './escape-html.ts';

it('escapes each character that HTML gives a meaning, and no other', () => {
  expect(escapeHtml(`<a title="1" b='2'>&amp; é 漢 /\`=</a>`)).toBe(
    '&lt;a title=&quot;1&quot; b=&#x27;2&#x27;&gt;&amp;amp; é 漢 /`=&lt;/a&gt;',
  );
  expect(escapeHtml('')).toBe('');
});
