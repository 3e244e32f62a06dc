import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runFence } from '@adit/testing/run-fence';

const README = readFileSync(join(__dirname, '../README.md'), 'utf8');

it('the README stores an envelope', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'adit-readme-'));
  const { logged } = await runFence(README, require, {
    change: (code) => code.replace("'./spool'", JSON.stringify(join(folder, 'spool'))),
  });
  expect(logged).toEqual([[expect.objectContaining({ envelopes: 1 })]]);
  rmSync(folder, { recursive: true });
});
