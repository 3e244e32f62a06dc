/** @jest-environment node */
import { isRepeated } from './is-repeated.ts';

const errorOf = (stack: string): Error => Object.assign(new Error('x'), { stack });

it.each([
  ['the same stack', errorOf('Error: x\n    at f (a.js:1:2)')],
  [
    'other frames of Node',
    errorOf('Error: x\n    at f (a.js:1:2)\n    at runNextTicks (node:internal/process/task_queues:64:3)'),
  ],
])('an error with %s is repeated', (_, error) => {
  const request = {};
  expect(isRepeated(errorOf('Error: x\n    at f (a.js:1:2)'), request)).toBe(false);
  expect(isRepeated(error, request)).toBe(true);
});

it.each([
  ['another message', errorOf('Error: y\n    at f (a.js:1:2)')],
  ['another place', errorOf('Error: x\n    at f (a.js:1:3)')],
  ['no error, but a text', 'x'],
  ['no value', undefined],
])('%s is not repeated', (_, error) => {
  const request = {};
  expect(isRepeated(errorOf('Error: x\n    at f (a.js:1:2)'), request)).toBe(false);
  expect(isRepeated(error, request)).toBe(false);
  expect(isRepeated(error, request)).toBe(true);
});

it('the same error of another request is not repeated', () => {
  const error = new Error('x');
  expect([isRepeated(error, {}), isRepeated(error, {})]).toEqual([false, false]);
});

it('an error that cannot be read is not repeated', () => {
  const request = {};
  const error: unknown = Object.create(null);
  expect([isRepeated(error, request), isRepeated(error, request)]).toEqual([false, false]);
});
