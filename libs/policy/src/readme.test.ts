import { readFileSync } from 'node:fs';
import { NOISE_RULES } from './index.ts';

it('the documents have a table with every noise rule', () => {
  const rules = readFileSync(`${__dirname}/../docs/noise-rules.md`, 'utf8');

  for (const { id } of NOISE_RULES) expect(rules).toContain(`\`${id}\``);
});
