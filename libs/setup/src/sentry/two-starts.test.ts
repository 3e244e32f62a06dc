import { describe, expect, it } from '@jest/globals';
import { convertShop, DSN, HOOK, SDK } from '../../testing/shop.helper.ts';

const handsOf = ({ steps }: ReturnType<typeof convertShop>) =>
  steps.flatMap(({ path, byHand }) => (byHand ? [[path, byHand.why, byHand.snippet]] : []));
const init = (integration: string): string =>
  `${SDK}\nSentry.init({ ${DSN}, integrations: [Sentry.${integration}()] });\n`;
const both = (old: string, hooked: string) =>
  convertShop({ 'sentry.client.config.ts': old, 'instrumentation-client.ts': `${hooked}${HOOK}` });

describe('Sentry.init in sentry.client.config and in instrumentation-client', () => {
  it('is refused if their integrations differ, and both files are named', () => {
    const converted = both(init('httpClientIntegration'), init('contextLinesIntegration'));

    expect(converted.changes).toEqual([]);
    expect(handsOf(converted)).toEqual([
      [
        'instrumentation-client.ts',
        'sentry.client.config.ts starts the SDK of the browser, too, with other integrations or options',
        '// Move what you need of Sentry.init in sentry.client.config.ts to instrumentation-client.ts, and take it out there. Then run npx @adit/cli convert-sentry again.',
      ],
    ]);
  });

  it('is converted if they are the same', () => {
    const converted = both(init('httpClientIntegration'), init('httpClientIntegration'));

    expect(handsOf(converted)).toEqual([]);
    expect(converted.files.read('sentry.integrations.ts')?.match(/httpClientIntegration\(\)/g)).toHaveLength(
      1,
    );
    expect(converted.files.read('sentry.client.config.ts')).toBeUndefined();
    expect(converted.files.read('instrumentation-client.ts')).not.toContain('Sentry.init');
  });

  it('control: a sentry.integrations of the application’s own is named as before', () => {
    const converted = convertShop({
      'sentry.integrations.ts': 'export const mine = 1;\n',
      'sentry.client.config.ts': `${SDK}\nSentry.init({ ${DSN} });\n`,
      'instrumentation-client.ts': `${init('httpClientIntegration')}${HOOK}`,
    });

    expect(handsOf(converted)).toEqual([
      [
        'instrumentation-client.ts',
        'there is a sentry.integrations.ts already',
        expect.stringMatching(/^monitoring: \{/),
      ],
    ]);
  });
});

describe('a start that the conversion cannot take over', () => {
  it.each([
    "import('@sentry/nextjs').then((Sentry) => {\n  Sentry.init({ dsn: 'x' });\n});\n",
    "void import('@sentry/nextjs').then(({ init }) => init({ dsn: 'x' }));\n",
    "const Sentry = await import('@sentry/nextjs');\nSentry.init({ dsn: 'x' });\n",
  ])('after import() is to be written plainly: %s', (client) => {
    const converted = convertShop({ 'instrumentation-client.ts': client });

    expect(converted.changes).toEqual([]);
    expect(handsOf(converted)).toEqual([
      [
        'instrumentation-client.ts',
        'it loads the SDK by import(), and starts it then',
        expect.stringMatching(/^import \* as Sentry from '@sentry\/nextjs';\n\nSentry\.init\(/),
      ],
    ]);
  });

  const REQUIRED = "require('@sentry/nextjs').init({ dsn: 'x' });\n";
  const OTHER = "import * as Sentry from '@sentry/react';\n\nSentry.init({ dsn: 'x' });\n";

  it.each([
    ['alone', OTHER, { 'next.config.ts': 'export default {};\n', 'instrumentation.ts': undefined }],
    ['beside what it knows', OTHER, {}],
    ['by require', REQUIRED, {}],
  ])(
    'in another shape is to be taken out by hand, not by the command that ran: %s',
    (_case, client, files) => {
      const converted = convertShop({
        'sentry.server.config.ts': undefined,
        ...files,
        'instrumentation-client.ts': client,
      });

      expect(converted.changes).toEqual([]);
      expect(handsOf(converted)).toEqual([
        [
          'instrumentation-client.ts',
          'the conversion does not know how instrumentation-client.ts uses Sentry’s SDK',
          '// Take Sentry.init, withSentryConfig and captureRequestError out there. Then run npx @adit/cli init.',
        ],
      ]);
    },
  );

  it('control: an import() of the SDK that starts nothing is no start', () => {
    const client = `${SDK}\nSentry.init({ ${DSN} });\nvoid import('@sentry/nextjs').then((one) => one.setTag('a', 'b'));\n${HOOK}`;

    expect(handsOf(convertShop({ 'instrumentation-client.ts': client }))).toEqual([]);
  });
});
