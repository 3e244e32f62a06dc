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

/** The largest limit of a budget. */
const MAX_COUNT = 1_000_000_000;

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
  const count = optional(wholeNumber(problems, MAX_COUNT));
  return fieldsOf(problems, {
    first: count,
    perMinute: count,
    perDay: count,
    releaseShare: optional(share(problems)),
    sampleOf: count,
    dryRun: optional(flag(problems)),
  });
}
