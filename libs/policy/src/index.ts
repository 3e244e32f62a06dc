export { describeEvent } from './noise/error-facts.ts';
export { isEnvelopeAddress } from './noise/envelope-address.ts';
export { createNoiseFilter } from './noise/noise-filter.ts';
export { NOISE_RULES } from './noise/noise-rules.ts';
export { createSpanEnvelopeFilter } from './noise/span-envelope-filter.ts';
export { DEFAULT_SCRUB } from './scrub/scrub-settings.ts';
export { createScrubber } from './scrub/scrubber.ts';
export { SECRET_KINDS } from './scrub/secret-marker.ts';

export type { NoiseDrop, NoiseFilter, NoiseFilterOptions } from './noise/noise-filter.ts';
export type { NoiseRule, NoiseRuleId, NoiseSide } from './noise/noise-rules.ts';
export type { ScrubOptions, ScrubSettings } from './scrub/scrub-settings.ts';
export type { Scrubber } from './scrub/scrubber.ts';
