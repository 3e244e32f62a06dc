/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import * as common from './index.ts';

const readme = readFileSync(join(__dirname, '../README.md'), 'utf8');

interface Example {
  dsn: unknown;
  isWorthAReload: (thrown: unknown) => boolean;
}

describe('the README', () => {
  it('shows code that does what it says', () => {
    const code = /```ts\n.*?\n\n([^]*?)```/.exec(readme)?.[1] ?? '';
    const { dsn, isWorthAReload } = runInNewContext(
      `${code.replace('thrown: unknown): boolean', 'thrown)')}; ({ dsn, isWorthAReload })`,
      { ...common },
    ) as Example;

    expect(dsn).toMatchObject({ host: 'o450.ingest.sentry.io', projectId: '4509', organizationId: '450' });
    expect(isWorthAReload(new Error('Loading chunk 7 failed.'))).toBe(true);
    expect(isWorthAReload(new TypeError('Failed to fetch'))).toBe(false);
    expect(isWorthAReload({ digest: 'NEXT_NOT_FOUND', message: 'Loading chunk 7 failed.' })).toBe(false);
  });
});
