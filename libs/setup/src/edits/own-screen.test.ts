import { describe, expect, it } from '@jest/globals';
import { itLeaves, itRoundTrips, textOf } from '../../testing/round-trip.helper.ts';
import { addToOwnScreen, takeFromOwnScreen } from './own-screen.ts';

const PATH = 'app/error.tsx';
const REPORT = "import { captureError } from '@adit/next/report';\n";
const EFFECT = "import { useEffect } from 'react';\n";
const CALL = 'useEffect(() => captureError(error), [error]);';
const ADDED = 'useEffect(() => captureError(aditError), [aditError]);';

describe('reports the error of', () => {
  itRoundTrips(addToOwnScreen, takeFromOwnScreen, {
    'a screen without effects': [
      PATH,
      "'use client';\n\nexport default function Error({ error, reset }: Props) {\n  return <button onClick={reset}>{error.message}</button>;\n}\n",
      `'use client';\n${EFFECT}${REPORT}\nexport default function Error({ error, reset }: Props) {\n  ${CALL}\n  return <button onClick={reset}>{error.message}</button>;\n}\n`,
    ],
    'a screen with an effect': [
      PATH,
      `'use client'\n\nimport { useEffect } from 'react'\n\nexport default function Error({ error }) {\n  useEffect(() => {\n    console.error(error)\n  }, [error])\n\n  return null\n}\n`,
      `'use client'\n\nimport { useEffect } from 'react'\nimport { captureError } from '@adit/next/report'\n\nexport default function Error({ error }) {\n  useEffect(() => captureError(error), [error])\n  useEffect(() => {\n    console.error(error)\n  }, [error])\n\n  return null\n}\n`,
    ],
    'a screen that has all of React': [
      PATH,
      "'use client';\nimport * as React from 'react';\nexport default function Error({ error: failure }) {\n  return null;\n}\n",
      `'use client';\nimport * as React from 'react';\n${REPORT}export default function Error({ error: failure }) {\n  React.useEffect(() => captureError(failure), [failure]);\n  return null;\n}\n`,
    ],
    'a screen that has React by default': [
      PATH,
      "import React from 'react';\nexport default function Error({ error }) {\n  return null;\n}\n",
      `import React from 'react';\n${REPORT}export default function Error({ error }) {\n  React.${CALL}\n  return null;\n}\n`,
    ],
    'a screen with properties as a whole, exported by its name': [
      PATH,
      "import type { Props } from 'react';\nconst Error = (props: Props) => {\n  return null;\n};\nexport default Error;\n",
      `import type { Props } from 'react';\n${EFFECT}${REPORT}const Error = (props: Props) => {\n  useEffect(() => captureError(props.error), [props.error]);\n  return null;\n};\nexport default Error;\n`,
    ],
    'a screen without properties': [
      PATH,
      'export default function Error() {\n  return null;\n}\n',
      `${EFFECT}${REPORT}\nexport default function Error({ error: aditError }: { error: unknown }) {\n  ${ADDED}\n  return null;\n}\n`,
    ],
    'a screen without properties, in JavaScript': [
      'app/error.jsx',
      'const Failed = () => {\n  return null;\n};\nexport default Failed;\n',
      `${EFFECT}${REPORT}\nconst Failed = ({ error: aditError }) => {\n  ${ADDED}\n  return null;\n};\nexport default Failed;\n`,
    ],
    'a screen that takes only the reset': [
      PATH,
      'export default function Failed({ reset }: { reset: () => void }) {\n  return reset;\n}\n',
      `${EFFECT}${REPORT}\nexport default function Failed({ error: aditError, reset }: { error: unknown; reset: () => void }) {\n  ${ADDED}\n  return reset;\n}\n`,
    ],
    'a screen that takes the error apart': [
      PATH,
      'export default function Failed({ error: { message } }: { error: Error }) {\n  return message;\n}\n',
      `${EFFECT}${REPORT}\nexport default function Failed({ error: aditError, error: { message } }: { error: Error }) {\n  ${ADDED}\n  return message;\n}\n`,
    ],
    'a function that is exported by its name': [
      PATH,
      'function Other() {}\nfunction Error({ error }) {\n  return null;\n}\nexport default Error;\n',
      `${EFFECT}${REPORT}\nfunction Other() {}\nfunction Error({ error }) {\n  ${CALL}\n  return null;\n}\nexport default Error;\n`,
    ],
  });
});

describe('leaves', () => {
  const shape = 'the shape of its component is not known';
  itLeaves(addToOwnScreen, {
    'a screen that reports to Sentry': [
      PATH,
      'Sentry.captureException(error);',
      'it reports the error itself; write captureError in place of captureException',
    ],
    'another captureError': [PATH, 'const captureError = 1;', 'it has a captureError of its own'],
    'a screen that takes the list apart': [PATH, 'export default function Error([error]) {}', shape],
    'a screen without the error, whose type stands elsewhere': [
      PATH,
      'export default function Error({ reset }: Props) {}',
      shape,
    ],
    'a screen that takes nothing': [PATH, 'export default function Error({}) {}', shape],
    'an arrow without braces': [PATH, 'export default ({ error }) => null;', shape],
    'a component from elsewhere': [PATH, "import Error from './error-page';\nexport default Error;", shape],
    'a component that is made': [PATH, 'export default memo(Error);', shape],
    'a component without a value': [PATH, 'let Error;\nexport default Error;', shape],
    'an effect that is imported and not used': [
      PATH,
      "import { useEffect } from 'react';\nexport default function Error({ error }) {\n}",
      'it has a useEffect that could not be told from an added one',
    ],
    'an effect under another name': [
      PATH,
      "import { useEffect as useLater } from 'react';\nexport default function Error({ error }) {\n  useLater(error);\n}",
      'it has a useEffect that could not be told from an added one',
    ],
    'another useEffect': [
      PATH,
      "import { useEffect } from 'preact/hooks';\nexport default function Error({ error }) {\n}",
      'it has a useEffect that could not be told from an added one',
    ],
    'a body whose code follows the brace': [
      PATH,
      'export default function Error({ error }) { a();\n b();\n}',
      'there is no line of its own for an import',
    ],
    'an import on the line of the code': [
      PATH,
      "import a from 'a'; export default function Error({ error }) {\n}",
      'there is no line of its own for an import',
    ],
    'an error of syntax': [PATH, 'export default', 'the file has an error of syntax'],
  });

  it.each(["export { default } from '@adit/next/screens/error';", `${REPORT}captureError(1);`])(
    '%s',
    (text) => {
      expect(addToOwnScreen(PATH, text)).toEqual({ kind: 'same' });
    },
  );
});

describe('takes out what a person has changed', () => {
  it('keeps an effect that is used', () => {
    const text = `${EFFECT}${REPORT}\nexport default function Error({ error }) {\n  ${CALL}\n  useEffect(a);\n}\n`;
    expect(textOf(takeFromOwnScreen(PATH, text))).toBe(
      `${EFFECT}\nexport default function Error({ error }) {\n  useEffect(a);\n}\n`,
    );
  });

  it('leaves other uses', () => {
    const why = 'it uses captureError in places of its own';
    expect(takeFromOwnScreen(PATH, `${REPORT}captureError(1);`)).toEqual({ kind: 'unknown', why });
    expect(takeFromOwnScreen(PATH, 'a();')).toEqual({ kind: 'same' });
  });
});
