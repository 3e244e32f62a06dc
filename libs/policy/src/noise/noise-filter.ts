import { NOISE_RULES } from './noise-rules.ts';
import { createRuleFilter, type NoiseFilter, type RuleFilterOptions } from './rule-filter.ts';

/** Options of {@link createNoiseFilter}. */
export interface NoiseFilterOptions extends Omit<RuleFilterOptions, 'rules'> {
  /** Default {@link NOISE_RULES}. */
  rules?: RuleFilterOptions['rules'] | undefined;
}

/** Creates a {@link NoiseFilter}. Ids in `disabled` that no rule has are ignored. */
export function createNoiseFilter({ rules = NOISE_RULES, ...options }: NoiseFilterOptions): NoiseFilter {
  return createRuleFilter({ ...options, rules });
}
