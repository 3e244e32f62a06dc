/** @jest-environment node */
import dropDebugCode from './drop-debug-code.ts';

it('writes `false` for an imported constant, and keeps the lines', () => {
  const source = [
    `import { debug } from './logger.js';`,
    `import { DEBUG_BUILD } from '../debug-build.js';`,
    'DEBUG_BUILD && debug.log("Flushing");',
    'const text = DEBUG_BUILD ? "Route" : "";',
  ].join('\n');

  expect(dropDebugCode(source).split('\n')).toEqual([
    `import { debug } from './logger.js';`,
    '',
    'false && debug.log("Flushing");',
    'const text = false ? "Route" : "";',
  ]);
});

it.each([`'undefined'`, '"undefined"'])('writes it for the constant itself, with %s', (word) => {
  expect(
    dropDebugCode(
      `const DEBUG_BUILD = (typeof __SENTRY_DEBUG__ === ${word} || __SENTRY_DEBUG__);\nexport { DEBUG_BUILD };`,
    ),
  ).toBe('const DEBUG_BUILD = (false);\nexport { DEBUG_BUILD };');
});

it('keeps other code', () => {
  expect(dropDebugCode('export const a = 1;')).toBe('export const a = 1;');
});
