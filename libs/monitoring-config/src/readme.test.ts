import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import * as Sentry from '@sentry/nextjs';
import { createScriptedIngest } from '@adit/testing';
import ts from 'typescript';
import * as library from './index.ts';
import type { OutcomeLog } from './outcome-log.ts';

const readme = readFileSync(`${__dirname}/../README.md`, 'utf8');

/** Runs the first `ts` fence as a module, with the real SDK and these sources. */
function runFence(env: Record<string, string>): { log: OutcomeLog } {
  const [, code = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const modules: Record<string, unknown> = { '@sentry/nextjs': Sentry, '@adit/monitoring-config': library };
  const exports = {};
  const run = compileFunction(outputText, ['require', 'exports', 'process']) as (...args: unknown[]) => void;
  run((name: string) => modules[name], exports, { env });
  return exports as { log: OutcomeLog };
}

describe('the README', () => {
  beforeAll(() => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined); // Jest's module loader cannot be instrumented
  });

  it('starts monitoring with its first lines', async () => {
    const ingest = await createScriptedIngest();

    const { log } = runFence({ SENTRY_DSN: ingest.dsn() });
    await Sentry.close(2_000);
    await ingest.close();

    expect(log.entries()).toMatchObject([{ kind: 'sent', title: 'Error: first event' }]);
    expect(ingest.received.map(({ method, url }) => `${method} ${url}`)).toContainEqual(
      expect.stringMatching(/^POST \/api\/42\/envelope\//),
    );
  });

  it('links to a table with every noise rule', () => {
    const rules = readFileSync(`${__dirname}/../docs/noise-rules.md`, 'utf8');

    expect(readme).toContain('(docs/noise-rules.md)');
    for (const { id } of library.NOISE_RULES) expect(rules).toContain(`\`${id}\``);
  });
});
