import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { recordedHost } from '../testing/recorded-host.helper.ts';
import { TRIED_DOCUMENT, TRIED_ITEMS } from '../testing/tried-items.helper.ts';
import { createAbilities } from './abilities.ts';
import { runCli } from './cli.ts';

it('`policy try` prints what the guide of the policy document shows', async () => {
  const guide = readFileSync(join(__dirname, '../../../libs/policy/docs/document.md'), 'utf8');
  const [, , shown = ''] = /## Try it before it is in force(.*?)```text\n(.*?)```/s.exec(guide) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'adit-cli-'));
  writeFileSync(join(folder, 'policy.json'), JSON.stringify(TRIED_DOCUMENT));
  writeFileSync(join(folder, 'items.json'), JSON.stringify({ items: TRIED_ITEMS }));
  const host = recordedHost(folder);
  try {
    const args = ['policy', 'try', 'policy.json', '--items', 'items.json'];
    expect(await runCli(args, createAbilities({}, '22.12.0'), '1.0.0', host)).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(host.out()).toBe(shown);
});
