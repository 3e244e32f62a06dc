import { describe, expect, it } from '@jest/globals';
import { convertShop, DSN, HOOK, manifestOf, SDK } from '../../testing/shop.helper.ts';

const HELPER = `${SDK}\nexport const start = (dsn: string) => Sentry.init({ dsn });\n`;
const USES = `import { start } from './lib/start';\n\nstart('x');\n${SDK}${HOOK}`;

type Converted = ReturnType<typeof convertShop>;
const handsOf = ({ steps }: Converted) =>
  steps.flatMap(({ path, byHand }) => (byHand ? [{ path, ...byHand }] : []));
const snippetFor = (converted: Converted, path: string) =>
  handsOf(converted).find((one) => one.path === path)?.snippet;

describe('a start of the browser’s SDK in a helper', () => {
  it('is refused with the file, what to write where, and the command to run then', () => {
    const converted = convertShop({ 'lib/start.ts': HELPER, 'instrumentation-client.ts': USES });

    expect(converted.isUntouched).toBe(true);
    expect(handsOf(converted)).toEqual([
      {
        path: 'lib/start.ts',
        why: 'it starts the SDK of the browser, which is not where Sentry’s wizard starts it',
        snippet: expect.stringMatching(
          /^\/\/ instrumentation-client\.ts\nimport \* as Sentry .*\n\n.* lib\/start\.ts\. .*SENTRY_DSN.*\nSentry\.init\([^]* out of lib\/start\.ts[^]*convert-sentry again\.$/,
        ),
      },
    ]);
  });

  it('names the file that is missing, beside the routes', () => {
    const converted = convertShop({
      'app/layout.tsx': undefined,
      'instrumentation.ts': undefined,
      'sentry.server.config.ts': undefined,
      'instrumentation-client.ts': undefined,
      'src/app/layout.tsx':
        'export default ({ children }) => (\n  <html>\n    <body>{children}</body>\n  </html>\n);\n',
      'src/app/watch.tsx': `'use client';\n${HELPER}`,
    });

    expect(snippetFor(converted, 'src/app/watch.tsx')).toMatch(/^\/\/ src\/instrumentation-client\.ts\n/);
  });

  it('is said with all that stands in the way, versions first', () => {
    const converted = convertShop({
      'package.json': manifestOf({ next: '13.0.0' }),
      'lib/start.ts': HELPER,
      'instrumentation-client.ts': USES,
      'app/watch.tsx': `'use client';\n${HELPER}`,
      'next.config.ts':
        "import { withSentryConfig } from '@sentry/nextjs';\n\nexport default withSentryConfig({}, options());\n",
    });

    expect(handsOf(converted).map(({ path }) => path)).toEqual([
      'package.json',
      'app/watch.tsx',
      'lib/start.ts',
      'next.config.ts',
    ]);
  });

  it('is converted once the step is done', () => {
    const converted = convertShop({
      'lib/start.ts': 'export const start = () => undefined;\n',
      'instrumentation-client.ts': `${SDK}\nSentry.init({ ${DSN}, tracesSampleRate: 0.5 });\n${HOOK}`,
    });

    expect(handsOf(converted)).toEqual([]);
    expect(converted.read('adit.config.ts')).toContain('tracesSampleRate: 0.5');
  });

  it('control: a helper that only servers load stays where it is', () => {
    const converted = convertShop({
      'lib/start.ts': HELPER,
      'sentry.server.config.ts': "import { start } from './lib/start';\n\nstart('x');\n",
    });

    expect(handsOf(converted)).toEqual([]);
    expect(converted.read('lib/start.ts')).toBe(HELPER);
  });
});
