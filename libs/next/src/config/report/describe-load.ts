import type { MonitoringSettings } from '../../options.ts';

/** Says when browsers load the SDK, and why in every visit; `ownCalls` is the reason of `findOwnSentryCalls`. `browser/monitoring.ts` decides in the same way. */
export function describeLoad(
  { load, integrations, feedback }: Pick<MonitoringSettings, 'load' | 'integrations' | 'feedback'>,
  ownCalls: string | undefined,
): string {
  if (load === 'needed') return 'when a visit needs it';
  const reason =
    (load === 'always' && 'monitoring.load') ||
    (integrations && 'monitoring.integrations') ||
    (feedback && 'monitoring.feedback') ||
    ownCalls;
  return reason ? `in every visit (${reason})` : 'when a visit needs it';
}
