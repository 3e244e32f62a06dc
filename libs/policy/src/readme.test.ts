import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { buildEnvelope, createScriptedIngest } from '@adit/testing';
import ts from 'typescript';
import { NOISE_RULES } from './index.ts';

const PACKAGE = join(__dirname, '..');
const README = readFileSync(join(PACKAGE, 'README.md'), 'utf8');

/** The parts of the tunnel that are used here. It is of a higher layer, so it is loaded by name. */
interface Tunnel {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** Runs the first code of the README. */
function runFirstLines(dsn: string): { readonly tunnel: Tunnel; readonly lines: number } {
  const [, code = ''] = /```ts\n(.*?)```/s.exec(README) ?? [];
  const { outputText } = ts.transpileModule(code.replace(/'https:\/\/\w+@[^']+'/, `'${dsn}'`), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exports = {} as { tunnel: Tunnel };
  const run = compileFunction(outputText, ['require', 'exports']) as (...scope: unknown[]) => void;
  run(require, exports);
  return { tunnel: exports.tunnel, lines: code.trim().split('\n').length };
}

it('the first lines of the README are a tunnel that drops by a rule and removes secrets', async () => {
  const ingest = await createScriptedIngest();
  const { tunnel, lines } = runFirstLines(ingest.dsn());
  const post = (message: string): Promise<Response> =>
    tunnel.fetch(
      new Request('http://shop.test/monitoring-tunnel?o=0&p=42', {
        method: 'POST',
        body: buildEnvelope({ dsn: ingest.dsn(), items: [{ type: 'event', payload: { message } }] }),
      }),
    );

  expect((await post('failed in widget.chat.test/a.js')).status).toBe(200);
  expect(ingest.received).toHaveLength(0);
  expect((await post('failed: token=c2f5a1d9e8b74630')).status).toBe(200);
  expect(ingest.received.map(({ body }) => body.toString()).join('')).toContain('failed: token=[Filtered]');
  expect(lines).toBeLessThanOrEqual(10);

  await tunnel.close();
  await ingest.close();
});

it('the README names each entry of the package, and its links lead to files', () => {
  const { exports } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { exports: object };
  const entries = Object.keys(exports).filter((entry) => entry !== './package.json');
  const links = [...README.matchAll(/\]\((docs\/[^)]+)\)/g)].map(([, path = '']) => path);

  expect(entries.filter((entry) => !README.includes(`| \`@adit/policy${entry.slice(1)}\``))).toEqual([]);
  expect(links).toHaveLength(5);
  expect(links.filter((path) => !existsSync(join(PACKAGE, path)))).toEqual([]);
});

it('the documents have a table with every noise rule', () => {
  const rules = readFileSync(join(PACKAGE, 'docs/noise-rules.md'), 'utf8');

  for (const { id } of NOISE_RULES) expect(rules).toContain(`\`${id}\``);
});
