import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFence } from '@adit/testing/run-fence';

const README = readFileSync(join(__dirname, '../README.md'), 'utf8');

it('the README reads a DSN and a limit', async () => {
  const { logged } = await runFence(README, require);
  const [dsn, limits] = logged;
  expect(dsn).toEqual(['o1.ingest.sentry.io', '42']);
  expect(limits).toEqual([[expect.objectContaining({ category: 'all' })]]);
});
