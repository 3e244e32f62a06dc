import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import * as Sentry from '@sentry/browser';
import ts from 'typescript';
import * as library from './index.ts';
import * as sdkLibrary from './sdk/index.ts';
import { CONFIG } from '../testing/early.contract.ts';

const readme = readFileSync(`${__dirname}/../README.md`, 'utf8');
const fences = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code ?? '');

/** Runs a fence as a module. */
function run(code: string, modules: Record<string, unknown>): unknown {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      esModuleInterop: true,
    },
  });
  const exports = {};
  const evaluate = compileFunction(outputText, ['require', 'exports']) as (...args: unknown[]) => void;
  evaluate((name: string) => modules[name], exports);
  return exports;
}

describe('the README', () => {
  it('starts monitoring with its first lines, and the SDK after', async () => {
    const sent: string[] = [];
    globalThis.fetch = ((url: string, { body }: RequestInit) => {
      sent.push(`${url} ${body as string}`);
      return Promise.resolve({ status: 200, headers: new Headers() } as Response);
    }) as typeof fetch;
    document.documentElement.dataset['monitoring'] = JSON.stringify(CONFIG);
    const modules = {
      '@sentry/nextjs': Sentry,
      '@adit/monitoring-client': library,
      '@adit/monitoring-client/sdk': sdkLibrary,
    };

    const { monitoring } = run(fences[0] ?? '', {
      ...modules,
      './monitoring/sdk': run(fences[1] ?? '', modules),
    }) as { monitoring: library.MonitoringHandle };
    monitoring.captureError(new Error('first event'));
    await monitoring.flush();
    await Sentry.close();

    expect(sent.some((it) => it.startsWith(`${CONFIG.tunnel} `) && it.includes('first event'))).toBe(true);
  });
});
