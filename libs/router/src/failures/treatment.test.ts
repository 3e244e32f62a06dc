import type { FailureKind } from './classify-failure.ts';
import { treatmentOf, type Treatment } from './treatment.ts';

describe('treatmentOf', () => {
  it.each<readonly [FailureKind, Treatment]>([
    ['missing-chunk', 'reload-once'],
    ['broken-data', 'reload-once'],
    ['skew', 'ask'],
    ['offline', 'wait-for-network'],
    ['control-flow', 'rethrow'],
    ['cancelled', 'ignore'],
    ['server', 'show-server-screen'],
    ['client', 'show-screen'],
  ])('%s: %s', (kind, treatment) => {
    expect(treatmentOf(kind)).toBe(treatment);
  });

  it('asks before a reload would lose input, and changes nothing else for it', () => {
    expect(treatmentOf('missing-chunk', { hasUnsavedInput: true })).toBe('ask');
    expect(treatmentOf('broken-data', { hasUnsavedInput: true })).toBe('ask');
    expect(treatmentOf('offline', { hasUnsavedInput: true })).toBe('wait-for-network');
    expect(treatmentOf('client', { hasUnsavedInput: true })).toBe('show-screen');
  });
});
