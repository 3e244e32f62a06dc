import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import * as Sentry from '@sentry/browser';
import ts from 'typescript';
import * as library from './index.ts';
import type { MonitoringHandle } from './start-monitoring.ts';

const readme = readFileSync(`${__dirname}/../README.md`, 'utf8');

/** Runs the first `ts` fence as a module, with the real browser SDK and these sources. */
function runFence(): { monitoring: MonitoringHandle } {
  const [, code = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const modules: Record<string, unknown> = { '@sentry/nextjs': Sentry, '@adit/monitoring-client': library };
  const exports = {};
  const run = compileFunction(outputText, ['require', 'exports', 'document']) as (...args: unknown[]) => void;
  run((name: string) => modules[name], exports, document);
  return exports as { monitoring: MonitoringHandle };
}

describe('the README', () => {
  it('starts monitoring with its first lines', async () => {
    const urls: string[] = [];
    globalThis.fetch = ((url: string) => {
      urls.push(url);
      return Promise.resolve({ status: 200, headers: new Headers() } as Response);
    }) as typeof fetch;
    document.documentElement.setAttribute(
      'data-dsn',
      'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509',
    );

    const { monitoring } = runFence();
    expect(monitoring.state).toBe('started');
    await monitoring.close();

    expect(new Set(urls)).toEqual(new Set(['/monitoring-tunnel?o=450&p=4509']));
  });
});
