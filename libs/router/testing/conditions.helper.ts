import type { PrefetchConditions } from '../src/prefetch/admission-rules.ts';

/** Conditions that allow every prefetch: a visible page of a person with a fast network. */
export const FAST: PrefetchConditions = {
  online: true,
  hidden: false,
  saveData: false,
  effectiveType: '4g',
  bot: false,
};
