import { NOISE_RULES } from '../noise/noise-rules.ts';
import { SECRET_KINDS } from '../scrub/secret-marker.ts';
import {
  fieldsOf,
  flag,
  listOf,
  nameOf,
  optional,
  share,
  textUpTo,
  wholeNumber,
  type Check,
  type Problems,
} from './checks.ts';

/** Most names of secrets, and most names of names that are none. */
const MAX_NAMES = 1_000;

/** Longest name of a secret, in characters. */
const MAX_NAME_LENGTH = 200;

/** The largest values of a budget. */
export const BUDGET_BOUNDS = {
  first: 1_000,
  perMinute: 10_000,
  perDay: 1_000_000_000,
  sampleOf: 1_000_000,
  newPerHour: 10_000,
} as const;

/** Returns the check of `noise`. */
export function noiseCheck(problems: Problems): Check {
  const ids = NOISE_RULES.map(({ id }) => id);
  return fieldsOf(problems, {
    disabled: optional(listOf(problems, nameOf(problems, ids), 0, ids.length)),
    dryRun: optional(flag(problems)),
  });
}

/** Returns the check of `scrub`. */
export function scrubCheck(problems: Problems): Check {
  const names = optional(listOf(problems, textUpTo(problems, MAX_NAME_LENGTH), 0, MAX_NAMES));
  const yesOrNo = optional(flag(problems));
  const fields = fieldsOf(problems, {
    parameters: names,
    allowed: names,
    emails: yesOrNo,
    opaqueValues: yesOrNo,
    disabled: optional(listOf(problems, nameOf(problems, SECRET_KINDS), 0, SECRET_KINDS.length)),
    dryRun: yesOrNo,
  });
  return (value, path) => {
    if (value !== false) fields(value, path);
  };
}

/** Returns the check of `budgets`. */
export function budgetsCheck(problems: Problems): Check {
  const upTo = (most: number): Check => optional(wholeNumber(problems, most));
  return fieldsOf(problems, {
    first: upTo(BUDGET_BOUNDS.first),
    perMinute: upTo(BUDGET_BOUNDS.perMinute),
    perDay: upTo(BUDGET_BOUNDS.perDay),
    releaseShare: optional(share(problems)),
    sampleOf: upTo(BUDGET_BOUNDS.sampleOf),
    newPerHour: upTo(BUDGET_BOUNDS.newPerHour),
    dryRun: optional(flag(problems)),
  });
}
