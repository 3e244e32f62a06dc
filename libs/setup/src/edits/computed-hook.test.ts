import { describe, expect, it } from '@jest/globals';
import { addHooks, CLIENT, INSTRUMENTATION } from './hooks.ts';

const TS = 'instrumentation.ts';
const MADE =
  "import { createHandler } from 'logs';\n\nexport const onRequestError = createHandler(logger);\n";
const add = (path: string, text: string) => addHooks(path, text, INSTRUMENTATION);

describe('a hook that another function makes', () => {
  it('stays, and the step says what to write', () => {
    expect(add(TS, MADE)).toEqual({
      kind: 'unknown',
      why: 'its onRequestError is made by createHandler, so Adit cannot be called from it',
      snippet: [
        "import { onRequestError as reportToAdit } from '@adit/next/instrumentation';",
        '',
        'const own = createHandler(logger);',
        '',
        'export const onRequestError: typeof own = (...args) => {',
        '  reportToAdit(...(args as unknown as Parameters<typeof reportToAdit>));',
        '  return own(...args);',
        '};',
        '',
        '// Then run the command again: it does the rest.',
      ].join('\n'),
    });
  });

  it('is written in the style of the file, without types in JavaScript', () => {
    const edited = addHooks(
      'instrumentation-client.js',
      'import { watch } from "logs"\nexport const onRouterTransitionStart = watch()\n',
      CLIENT,
    );

    expect(edited).toMatchObject({
      why: 'its onRouterTransitionStart is made by watch, so Adit cannot be called from it',
      snippet: expect.stringMatching(
        /^import \{ .* \} from "@adit\/next\/client"\n[^]*\nexport const onRouterTransitionStart = \(\.\.\.args\) => \{\n/,
      ),
    });
  });

  it('control: a function of the file is extended, and a name of another file keeps the plain words', () => {
    expect(add(TS, 'export const onRequestError = (error) => {\n  log(error);\n};\n').kind).toBe('changed');
    expect(add(TS, "import { log } from 'logs';\nexport const onRequestError = log;\n")).toEqual({
      kind: 'unknown',
      why: 'the shape of its onRequestError is not known',
    });
  });
});
