import { describeLoad } from './describe-load.ts';

it.each([
  [{}, undefined, 'when a visit needs it'],
  [{}, 'components/pay.tsx', 'in every visit (components/pay.tsx imports a Sentry package)'],
  [{ load: 'needed' as const, feedback: true }, 'components/pay.tsx', 'when a visit needs it'],
  [{ load: 'always' as const }, undefined, 'in every visit (monitoring.load)'],
  [{ integrations: () => Promise.resolve([]) }, undefined, 'in every visit (monitoring.integrations)'],
  [{ feedback: true }, undefined, 'in every visit (monitoring.feedback)'],
])('with %j and own calls in %s: %s', (options, ownCalls, said) => {
  expect(describeLoad(options, ownCalls)).toBe(said);
});
