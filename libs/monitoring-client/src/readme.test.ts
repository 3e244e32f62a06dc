import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MonitoringHandle } from './index.ts';

const ROOT = join(__dirname, '../../..');
const readme = readFileSync(join(__dirname, '../README.md'), 'utf8');
const fences = [...readme.matchAll(/```ts\n\/\/ monitoring\/(\w+\.ts)[^\n]*\n(.*?)```/gs)];

const folder = mkdtempSync(join(tmpdir(), 'adit-readme-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Writes the files of the README, and bundles them like a page's tools. An import that does not exist is an error. */
function bundle(name: string, sdkFence: string, ...flags: string[]): string {
  const source = join(folder, name);
  mkdirSync(source);
  for (const [, file = '', code = ''] of fences.slice(0, 2)) writeFileSync(join(source, file), code);
  writeFileSync(join(source, 'sdk.ts'), sdkFence);
  execFileSync(
    join(ROOT, 'node_modules/.bin/esbuild'),
    [
      join(source, 'start.ts'),
      '--bundle',
      '--minify',
      '--log-level=error',
      '--conditions=@adit/source',
      `--outdir=${source}/out`,
      ...flags,
    ],
    { env: { ...process.env, NODE_PATH: join(ROOT, 'node_modules') } },
  );
  return join(source, 'out');
}

const [, , quickStart = '', withConfig = ''] = fences.map(([, , code]) => code);

describe('the README', () => {
  it('has the files of the quick start, and the SDK with @adit/monitoring-config', () => {
    expect(fences.map(([, file]) => file)).toEqual(['config.ts', 'start.ts', 'sdk.ts', 'sdk.ts', 'start.ts']);
  });

  it.each([
    ['quick start', quickStart],
    ['options of @adit/monitoring-config', withConfig],
  ])('starts monitoring and the SDK: %s', async (name, code) => {
    // The SDK of the previous test.
    Reflect.deleteProperty(globalThis, '__SENTRY__');
    const sent: string[] = [];
    globalThis.fetch = ((url: string, { body }: RequestInit) => {
      sent.push(`${url} ${body as string}`);
      return Promise.resolve({ status: 200, headers: new Headers() } as Response);
    }) as typeof fetch;
    const warn = jest.spyOn(console, 'warn');
    const out = bundle(name.slice(0, 5), code, '--format=iife', '--global-name=page');
    // oxlint-disable-next-line typescript/no-implied-eval -- the bundle is a classic script
    const load = new Function(`${readFileSync(join(out, 'start.js'), 'utf8')}; return page;`) as () => {
      monitoring: MonitoringHandle;
    };

    const { monitoring } = load();
    monitoring.captureError(new Error('first event'));
    await monitoring.flush();

    expect(
      sent.some((it) => it.startsWith('/monitoring-tunnel?o=450&p=4509 ') && it.includes('first event')),
    ).toBe(true);
    expect(sent.join()).toContain('"environment":"production"');
    expect(warn).not.toHaveBeenCalled();
  });

  it('keeps the rest of the SDK out of the chunk with named imports', () => {
    const bytesOf = (out: string): number =>
      readdirSync(out).reduce((sum, file) => sum + statSync(join(out, file)).size, 0);
    const whole = withConfig
      .replace(/import \{ event.*\n/, "import * as Sentry from '@sentry/browser';\n")
      .replace(/const sdk = .*\n/, 'const sdk = Sentry;\n');
    const split = ['--format=esm', '--splitting'];

    expect(whole).toContain('const sdk = Sentry');
    expect(bytesOf(bundle('named', withConfig, ...split)) * 2).toBeLessThan(
      bytesOf(bundle('whole', whole, ...split)),
    );
  });
});
