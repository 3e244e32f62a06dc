import { expect, it } from '@jest/globals';
import { componentScripts } from './component-scripts.ts';

it.each([
  ['<p>a</p>\n<script setup lang="ts">\nb();\n</script>\n', '\n\nb();\n\n'],
  ['---\na();\n---\n<p />\n<script>b();</script>\n', '\na();\n\n\nb();\n'],
  ['<p>no script</p>\n', '\n'],
  ['<script></script><script>\nc();</script>', '\nc();'],
])('leaves the scripts of %j at their lines', (text, scripts) => {
  expect(componentScripts(text)).toBe(scripts);
});
