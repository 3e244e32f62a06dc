import { createNoiseFilter } from './create-noise-filter.ts';

it('refuses to switch off a rule that does not exist', () => {
  expect(() => createNoiseFilter({ side: 'client', disabled: ['nothing'] })).toThrow(
    /^disabled is "nothing"; accepted: cross-origin-script-error, .*$/,
  );
});

it('switches off a rule of the given ones', () => {
  const rules = [{ id: 'own', reason: 'no reason', side: 'client', matchesError: () => true }] as const;

  expect(createNoiseFilter({ side: 'client', rules }).processEvent({})).toBeNull();
  expect(createNoiseFilter({ side: 'client', rules, disabled: ['own'] }).processEvent({})).toEqual({});
});
