import { describe, expect, it } from '@jest/globals';
import { convertScreen } from './convert-screen.ts';
import { readModule } from './module-scope.ts';

const read = (path: string, lines: readonly string[]) => readModule(path, `${lines.join('\n')}\n`)!;

describe('an error screen', () => {
  const screen = (...lines: readonly string[]) =>
    convertScreen(read('error.tsx', ["'use client'", ...lines]));
  const DESIGN =
    'export default function Failed({ error }) { useEffect(() => { Sentry.captureException(error); }, [error]); return <p>Oh</p>; }';

  it('reports by captureError', () => {
    expect(screen("import * as Sentry from '@sentry/nextjs';", DESIGN)).toEqual({
      kind: 'changed',
      text: [
        "'use client'",
        "import { captureError } from '@adit/next/report';",
        DESIGN.replace('Sentry.captureException', 'captureError'),
        '',
      ].join('\n'),
    });
  });

  it('keeps the SDK for what else it does', () => {
    const converted = screen("import * as Sentry from '@sentry/nextjs';", DESIGN, "Sentry.setTag('a', 'b');");
    expect(converted).toMatchObject({
      text: expect.stringContaining("import * as Sentry from '@sentry/nextjs';\nexport default"),
    });
  });

  it.each([
    ["import { captureException } from './own';", DESIGN, undefined],
    [
      "import * as Sentry from '@sentry/nextjs';",
      DESIGN.replace('(error);', '(error, { ...hint });'),
      'it calls captureException with more than captureError has',
    ],
    [
      "import * as Sentry from '@sentry/nextjs';",
      DESIGN.replace(
        'Sentry.captureException(error);',
        'Sentry.withScope(() => wrap(Sentry.captureException(error)));',
      ),
      'it calls captureException with more of a scope than captureError has',
    ],
    [
      "import * as Sentry from '@sentry/nextjs';",
      `${DESIGN} const captureError = 1;`,
      'it has a captureError of its own',
    ],
    [
      "import * as Sentry from '@sentry/nextjs';",
      'Failed.getInitialProps = (c) => Sentry.captureUnderscoreErrorException(c); export default () => <Error/>;',
      'it has a design of its own and calls captureUnderscoreErrorException',
    ],
  ])('%s %s', (line, design, why) => {
    expect(screen(line, design)).toEqual(why === undefined ? undefined : { kind: 'unknown', why });
  });
});
