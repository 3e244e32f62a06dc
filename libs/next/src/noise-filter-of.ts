import type { Monitoring } from '@adit/monitoring-config/browser';
import { createNoiseFilter, NOISE_RULES, type NoiseFilter, type NoiseFilterOptions } from '@adit/policy';
import { adit } from './adit-config.ts';

type Host = Pick<NoiseFilterOptions, 'isNotFoundPage' | 'isTranslatedPage' | 'isPageLeaving' | 'isBot'>;

/** The filter with the application's own rules; `undefined` without such rules, for the default filter. */
export function noiseFilterOf(
  { noise, tunnelPath, ingestOrigins }: Monitoring,
  side: NoiseFilterOptions['side'],
  host: Host = {},
): NoiseFilter | undefined {
  const { rules, log } = adit.monitoring ?? {};
  if (rules === undefined) return undefined;
  return createNoiseFilter({
    side,
    ...noise,
    ...host,
    rules: [...rules, ...NOISE_RULES],
    tunnelPath,
    ingestOrigins,
    onDrop: ({ dryRun, ...drop }) => log?.record({ ...drop, kind: dryRun ? 'would-drop' : 'dropped' }),
  });
}
