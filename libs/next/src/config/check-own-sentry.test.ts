/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withAdit } from './index.ts';

let root: string;
const write = (path: string, text: string): void => writeFileSync(join(root, path), text);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'adit-sentry-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const INIT = 'import * as Sentry from "@sentry/nextjs";\n\nSentry.init({\n  tracesSampleRate: 1,\n});\n';

it.each([
  ['withSentryConfig around withAdit', 'export default withSentryConfig(withAdit({}), {});'],
  ['withSentryConfig in withAdit', 'export default withAdit(withSentryConfig({}, {}));'],
])('%s ends the build in one line', (_order, text) => {
  write('next.config.mjs', text);

  expect(() => withAdit({}, { root })).toThrow(
    new Error(
      '@adit/next: next.config.mjs calls withSentryConfig; withAdit includes it; write withAdit(nextConfig, { sentry: {…} }) with its options',
    ),
  );
});

it.each(['instrumentation-client.ts', 'src/instrumentation-client.js', 'sentry.client.config.ts'])(
  'a second start of the browser’s SDK in %s ends the build in one line',
  (path) => {
    mkdirSync(join(root, 'src'));
    write(path, INIT);

    expect(() => withAdit({}, { root })).toThrow(
      new Error(
        `@adit/next: ${path} calls Sentry.init; Adit starts the SDK of the browser; move the options to \`monitoring\` in adit.config`,
      ),
    );
  },
);

it.each([
  ['sentry.server.config.ts', INIT],
  ['sentry.edge.config.ts', INIT],
  [
    'instrumentation-client.ts',
    '// Sentry.init({})\n/*\nSentry.init({})\n*/\nSentry.setTag("shop", "Vienna");',
  ],
  ['next.config.ts', '// withSentryConfig(\nexport default withAdit({});'],
])('%s may stay', (path, text) => {
  write(path, text);

  expect(() => withAdit({}, { root })).not.toThrow();
});
