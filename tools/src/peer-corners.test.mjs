/** @jest-environment node */
import { changedFor, combine, compilersFor, isKnownGap, lowestOf } from './peer-corners.mjs';

it.each([
  ['>=14.2 <17', '14.2.0'],
  ['^18.3.0 || ^19.0.0', '18.3.0'],
  ['^10', '10.0.0'],
])('the lowest version of %s is %s', (range, lowest) => {
  expect(lowestOf(range)).toBe(lowest);
});

it('combinations are those that the packages allow, the lowest of all first and the highest of all last', () => {
  const names = combine([
    { name: '@sentry/nextjs', range: '^10.0.0 || ^11.0.0', highest: '11.8.0' },
    { name: 'next', range: '>=14.2 <17', highest: '16.4.5' },
    { name: 'react', range: '^18.3.0 || ^19.0.0', highest: '19.3.1' },
  ]).map(({ name }) => name);
  expect(names).toEqual([
    '10.0.0-14.2.0-18.3.0',
    '11.8.0-14.2.0-18.3.0',
    '11.8.0-16.4.5-18.3.0',
    '11.8.0-16.4.5-19.3.1',
  ]);
});

it('the example has the files that its Next knows', () => {
  const pathsFor = (next) => changedFor(next).map(([path, other]) => other ?? `no ${path}`);
  expect(pathsFor('16.4.5')).toEqual([]);
  expect(pathsFor('15.0.4')).toEqual(['no app/forbidden.tsx', 'no app/unauthorized.tsx', 'no app/members']);
  expect(pathsFor('14.2.35')).toEqual(
    expect.arrayContaining(['no app/order', 'no app/server-error', 'next.config.mjs']),
  );
});

it('the missing entry of the first SDKs of version 10 is known, and no other error', () => {
  const line = "x.d.ts(1,1): error TS2307: Cannot find module '@sentry/nextjs/config' or its types.";
  expect(['10.0.0', '10.69.9', '10.78.0', '11.0.0'].map((sdk) => isKnownGap(line, sdk))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(isKnownGap(line.replace('/config', '/other'), '10.0.0')).toBe(false);
});

it('the oldest compiler checks the oldest Next, without exports too, and the newest the newest', () => {
  const named = (next) =>
    compilersFor({ next }).map(({ compiler, options }) => [compiler, ...options].join(' '));
  expect(named('14.2.0')).toEqual([
    'typescript',
    'typescript-5.4',
    'typescript-5.4 --moduleResolution node10',
  ]);
  expect(named('16.4.5')).toEqual(['typescript', 'typescript-7']);
  const [, , { options }] = compilersFor({ next: '14.2.0' });
  const line = "x.d.ts(1,1): error TS2307: Cannot find module '@sentry/nextjs/config'";
  expect(isKnownGap(line, '11.8.0', options)).toBe(true);
});
