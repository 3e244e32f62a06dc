export { isEnvelopeAddress } from './noise/envelope-address.ts';
export { createNoiseFilter } from './noise/noise-filter.ts';
export { NOISE_RULES } from './noise/noise-rules.ts';
export { createSpanEnvelopeFilter } from './noise/span-envelope-filter.ts';
export { createScrubber } from './scrub/scrubber.ts';
export { SECRET_KINDS } from './scrub/secret-marker.ts';

export type { NoiseFilterOptions } from './noise/noise-filter.ts';
export type { NoiseRule, NoiseSide } from './noise/noise-rule.ts';
export type { NoiseRuleId } from './noise/noise-rules.ts';
export type { NoiseDrop, NoiseFilter } from './noise/rule-filter.ts';
export type { SpanEnvelopeFilter } from './noise/span-envelope-filter.ts';
export type { ScrubOptions, ScrubSettings } from './scrub/scrub-settings.ts';
export type { Scrubber } from './scrub/scrubber.ts';
