import {
  createNoiseFilter as create,
  NOISE_RULES,
  type NoiseFilter,
  type NoiseFilterOptions,
} from '@adit/policy';
import { MonitoringConfigError } from './config-error.ts';

/**
 * Creates a {@link NoiseFilter}.
 * @throws {MonitoringConfigError} if no rule has an id in `disabled`.
 */
export function createNoiseFilter(options: NoiseFilterOptions): NoiseFilter {
  const ids = (options.rules ?? NOISE_RULES).map(({ id }) => id);
  for (const id of options.disabled ?? [])
    if (!ids.includes(id)) throw new MonitoringConfigError('disabled', id, ids.join(', '));
  return create(options);
}
