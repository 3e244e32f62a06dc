import { isUnexpected, type Thrown } from './thrown.ts';

it.each<[boolean, Omit<Thrown, 'error'>]>([
  [true, { kind: 'unknown' }],
  [false, { kind: 'other' }],
  [true, { status: 500 }],
  [false, { status: 404 }],
  [true, {}],
])('is %s for %j', (expected, thrown) => {
  expect(isUnexpected({ error: new Error('x'), ...thrown })).toBe(expected);
});
