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

it('does not read the status of SvelteKit 3, which warns of that in development', () => {
  const status = jest.fn();
  const thrown = Object.defineProperty({ error: new Error('x'), kind: 'unknown' }, 'status', { get: status });
  expect(isUnexpected(thrown)).toBe(true);
  expect(status).not.toHaveBeenCalled();
});
