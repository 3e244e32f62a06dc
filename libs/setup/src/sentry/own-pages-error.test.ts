import { describe, expect, it } from '@jest/globals';
import { convert } from '../../testing/conversion.helper.ts';
import { memoryFiles } from '@adit/testing';
import { readRepository } from '@adit/codebase';
import { planSetup } from '../set-up/plan-setup.ts';

const APP = {
  'package.json': JSON.stringify({
    name: 'shop',
    dependencies: { next: '16.4.5', react: '19.3.1', 'react-dom': '19.3.1', '@sentry/nextjs': '^11.0.0' },
  }),
  'tsconfig.json': '{}',
  'next.config.mjs': 'export default {};\n',
  'pages/index.tsx': 'export default () => <p>Shop</p>;\n',
};
const SDK = "import * as Sentry from '@sentry/nextjs';\n";
const CLIENT = { 'instrumentation-client.ts': `${SDK}Sentry.init({ dsn: process.env.DSN });\n` };
const page = (report: string, head = ''): string =>
  `${head}const Failed = ({ statusCode }) => <Layout>{statusCode}</Layout>;\nFailed.getInitialProps = async (context) => {\n${report}  return { statusCode: context.res?.statusCode };\n};\nexport default Failed;\n`;
const UNDERSCORE = page('  await Sentry.captureUnderscoreErrorException(context);\n', SDK);

const REASON = 'Reports errors that a page of the Pages Router has in the browser.';
const SNIPPET = [
  "import { captureError } from '@adit/next/report';",
  '',
  'Error.getInitialProps = ({ res, err }) => {',
  '  if (!res && err) captureError(err);',
  '  …',
  '};',
].join('\n');

type Steps = ReturnType<typeof planSetup>['steps'];
const stepsFor = (steps: Steps, path: string) =>
  steps.flatMap((step) => (step.path === path && step.byHand ? [[step.reason, step.byHand]] : []));
const initSteps = (contents: Readonly<Record<string, string>>): Steps => {
  const files = memoryFiles(contents);
  return planSetup(readRepository(files), files).steps;
};

describe('a pages/_error of its own', () => {
  const OWN = { why: 'the application has a page for errors of its own', snippet: SNIPPET };

  it('is a step of init, with what the Pages Router needs', () => {
    expect(stepsFor(initSteps({ ...APP, 'pages/_error.tsx': page('') }), 'pages/_error.tsx')).toEqual([
      [REASON, OWN],
    ]);
  });

  it.each([
    ['pages/_error.tsx', {}],
    ['pages/_error.page.tsx', { 'next.config.mjs': "export default { pageExtensions: ['page.tsx'] };\n" }],
  ])('is one step of convert-sentry: %s', (path, config) => {
    const index = path.replace('_error', 'index');
    const { 'pages/index.tsx': shop, ...rest } = APP;
    const application = { ...rest, ...config, ...CLIENT, [index]: shop };

    expect(stepsFor(convert({ ...application, [path]: page('') }).steps, path)).toEqual([[REASON, OWN]]);
    expect(stepsFor(convert({ ...application, [path]: UNDERSCORE }).steps, path)).toEqual([
      [
        REASON,
        {
          why: 'it has a design of its own and calls captureUnderscoreErrorException',
          snippet: SNIPPET,
        },
      ],
    ]);
  });

  it('control: is no step once it is written', () => {
    const done = page(
      '  if (!context.res && context.err) captureError(context.err);\n',
      "import { captureError } from '@adit/next/report';\n",
    );

    expect(stepsFor(initSteps({ ...APP, 'pages/_error.tsx': done }), 'pages/_error.tsx')).toEqual([]);
    expect(
      stepsFor(convert({ ...APP, ...CLIENT, 'pages/_error.tsx': done }).steps, 'pages/_error.tsx'),
    ).toEqual([]);
  });

  it('control: a screen of the App Router keeps its own words', () => {
    const screen = `'use client';\n${SDK}export default function Failed({ error }) {\n  useEffect(() => void wrap(Sentry.captureException(error)), [error]);\n  return <Layout />;\n}\n`;
    const layout =
      'export default ({ children }) => (\n  <html>\n    <body>{children}</body>\n  </html>\n);\n';
    const { steps } = convert({ ...APP, ...CLIENT, 'app/layout.tsx': layout, 'app/error.tsx': screen });

    expect(stepsFor(steps, 'app/error.tsx')).toEqual([
      [
        expect.any(String),
        expect.objectContaining({ snippet: expect.stringContaining('useEffect(() => captureError(error)') }),
      ],
    ]);
  });
});
