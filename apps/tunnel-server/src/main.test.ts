import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const MAIN = join(__dirname, '../dist/main.js');
const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';

interface Ending {
  readonly code: number | null;
  readonly errors: string;
}

async function endOf(child: ChildProcess): Promise<Ending> {
  const [[code], errors] = await Promise.all([
    once(child, 'exit') as Promise<[number | null]>,
    text(child.stderr!),
  ]);
  return { code, errors };
}

const start = (env: Readonly<Record<string, string>>): ChildProcess =>
  spawn(process.execPath, [MAIN], { env: { PORT: '0', ADIT_ADMIN_PORT: '0', ...env }, stdio: 'pipe' });

it.each([
  [{}, 'ADIT_DSNS is missing: use one or more DSNs, comma-separated.'],
  [{ ADIT_DSNS: DSN, PORT: 'http' }, 'PORT="http" is not valid: use a port from 0 to 65535.'],
])('stops at the wrong configuration %j with exit code 78 and one line', async (env, message) => {
  const { code, errors } = await endOf(start(env));

  expect(code).toBe(78);
  expect(errors).toBe(`${message}\n`);
});

it('stops at a value that the tunnel refuses with exit code 78 and one line', async () => {
  const { code, errors } = await endOf(start({ ADIT_DSNS: 'not-a-dsn' }));

  expect(code).toBe(78);
  expect(errors.trimEnd().split('\n')).toHaveLength(1);
  expect(errors).toContain('not-a-dsn');
});

it('says where it listens, and ends by itself after SIGTERM', async () => {
  const child = start({ ADIT_DSNS: DSN });
  const [output] = (await once(child.stdout!, 'data')) as [Buffer];
  const ended = once(child, 'exit');
  child.kill('SIGTERM');

  expect(output.toString()).toMatch(
    /^Tunnel http:\/\/127\.0\.0\.1:\d+\/monitoring-tunnel\nHealth http:\/\/\S+\n$/,
  );
  expect(await ended).toEqual([0, null]);
});
