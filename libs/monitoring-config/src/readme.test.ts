import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { compileFunction } from 'node:vm';
import * as Sentry from '@sentry/nextjs';
import { createScriptedIngest } from '@adit/testing';
import { JSDOM } from 'jsdom';
import ts from 'typescript';
import * as library from './index.ts';
import type { OutcomeLog } from './outcome-log.ts';

const readme = readFileSync(`${__dirname}/../README.md`, 'utf8');

/** Runs code of the README as a module, with an SDK and these sources. */
function run(code: string, env: Record<string, string>, sdk: object = Sentry): object {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const modules: Record<string, unknown> = { '@sentry/nextjs': sdk, '@adit/monitoring-config': library };
  const exports = {};
  const evaluate = compileFunction(outputText, ['require', 'exports', 'process']) as (
    ...args: unknown[]
  ) => void;
  evaluate((name: string) => modules[name], exports, { env });
  return exports;
}

describe('the README', () => {
  beforeAll(() => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined); // Jest's module loader cannot be instrumented
  });

  it('starts monitoring with its first lines', async () => {
    const ingest = await createScriptedIngest();

    const [, code = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
    const { log } = run(code, { SENTRY_DSN: ingest.dsn() }) as { log: OutcomeLog };
    await Sentry.close(2_000);
    await ingest.close();

    expect(log.entries()).toMatchObject([{ kind: 'sent', title: 'Error: first event' }]);
    expect(ingest.received.map(({ method, url }) => `${method} ${url}`)).toContainEqual(
      expect.stringMatching(/^POST \/api\/42\/envelope\//),
    );
  });

  it('starts a Next server with the release of the build, and its own DSN and environment', () => {
    const [, code = ''] = /```ts\n(\/\/ instrumentation\.ts\n.*?)```/s.exec(readme) ?? [];
    // Like Next, which replaces only this expression and not the variable in the record.
    const inlined = code.replaceAll('process.env.NEXT_PUBLIC_SENTRY_RELEASE', "'shop@1'");
    const { init, ...functions } = { ...Sentry, init: jest.fn(), getClient: () => undefined };
    const env = {
      SENTRY_DSN: 'https://key@o450.ingest.sentry.io/4509',
      SENTRY_ENVIRONMENT: 'staging',
      SENTRY_RELEASE: 'x',
    };
    const { register } = run(inlined, env, { ...functions, init }) as { register: () => void };

    register();

    expect(init).toHaveBeenCalledWith(
      expect.objectContaining({ dsn: env.SENTRY_DSN, environment: 'staging', release: 'shop@1' }),
    );
  });

  it('has all named imports that a browser needs', () => {
    const [, code = ''] = /```ts\n(\/\/ browser\n.*?)```/s.exec(readme) ?? [];
    const [root, folder] = [`${__dirname}/../../..`, mkdtempSync(`${tmpdir()}/adit-readme-`)];
    writeFileSync(`${folder}/page.ts`, code);
    execFileSync(
      `${root}/node_modules/.bin/esbuild`,
      ['page.ts', '--bundle', '--format=iife', '--conditions=@adit/source', '--outfile=page.js'],
      { cwd: folder, env: { ...process.env, NODE_PATH: `${root}/node_modules` }, stdio: 'pipe' },
    );
    const bundle = readFileSync(`${folder}/page.js`, 'utf8');
    rmSync(folder, { recursive: true });
    const { window } = new JSDOM('', { runScripts: 'outside-only', url: 'https://shop.test/' });

    window.eval(bundle);
    const sdk = (window as { __SENTRY__?: Record<string, { defaultCurrentScope?: Sentry.Scope }> })
      .__SENTRY__;
    const [client] = Object.values(sdk ?? {}).flatMap(
      (carrier) => carrier.defaultCurrentScope?.getClient() ?? [],
    );
    expect(client?.getOptions()).toMatchObject({
      environment: 'production',
      tunnel: '/monitoring-tunnel?o=450&p=4509',
    });
    expect(client?.getIntegrationByName('AditMonitoring')).toBeDefined();
  });

  it('gives a page between single quotes a value that a browser reads', () => {
    const monitoring = library.defineMonitoring({}, { environment: `a"b'c<d>&e` });
    const attribute = `data-monitoring='${library.serializeRuntimeConfig(monitoring)}'`;

    expect(readme).toContain("data-monitoring='${serializeRuntimeConfig(monitoring)}'");
    const { document } = new JSDOM(`<!doctype html><html ${attribute}>`).window;
    expect(library.readRuntimeConfig(document).environment).toBe(`a"b'c<d>&e`);
  });
});
