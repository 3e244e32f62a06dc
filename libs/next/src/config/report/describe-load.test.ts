import { describeLoad } from './describe-load.ts';

it.each([
  [{}, undefined, 'when a visit needs it'],
  [{}, 'pay.tsx imports it', 'in every visit (pay.tsx imports it)'],
  [{ load: 'needed' as const, feedback: true }, 'pay.tsx imports it', 'when a visit needs it'],
  [{ load: 'always' as const }, undefined, 'in every visit (monitoring.load)'],
  [{ integrations: () => Promise.resolve([]) }, undefined, 'in every visit (monitoring.integrations)'],
  [{ feedback: true }, undefined, 'in every visit (monitoring.feedback)'],
])('with %j and own calls in %s: %s', (options, ownCalls, said) => {
  expect(describeLoad(options, ownCalls)).toBe(said);
});
