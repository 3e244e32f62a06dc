import type { BudgetSettings } from '../document/policy-document.ts';

/** The settings of a budget, with their defaults. */
export interface BudgetLimits {
  readonly first: number;
  readonly perMinute: number;
  /** `Infinity` for no limit. */
  readonly perDay: number;
  /** Of one release. */
  readonly perReleaseDay: number;
  readonly sampleOf: number;
  readonly newPerHour: number;
  readonly newPerDay: number;
  readonly dryRun: boolean;
}

const MAX_COUNT = 1_000_000_000;

/** New fingerprints in a day, as a multiple of those in an hour. */
const BUSY_HOURS = 4;

/**
 * Returns the settings with their defaults.
 * @throws TypeError with one line that names the setting, its value and what is accepted
 */
export function budgetLimits({
  first = 10,
  perMinute = 10,
  perDay = Infinity,
  releaseShare = 1,
  sampleOf = 100,
  newPerHour = 500,
  dryRun = false,
}: BudgetSettings): BudgetLimits {
  checkWhole('first', first, 0, 1_000);
  checkWhole('perMinute', perMinute, 0, 10_000);
  if (perDay !== Infinity) checkWhole('perDay', perDay, 0, MAX_COUNT);
  checkWhole('sampleOf', sampleOf, 0, 1_000_000);
  checkWhole('newPerHour', newPerHour, 0, 10_000);
  if (!(typeof releaseShare === 'number' && releaseShare >= 0 && releaseShare <= 1)) {
    throw new TypeError(refusal('releaseShare', releaseShare, 'a number from 0 to 1'));
  }
  if (typeof dryRun !== 'boolean') throw new TypeError(refusal('dryRun', dryRun, 'true or false'));
  return {
    first,
    perMinute,
    perDay,
    // Infinity × 0 is no number.
    perReleaseDay: releaseShare === 1 || perDay === Infinity ? Infinity : Math.ceil(perDay * releaseShare),
    sampleOf,
    newPerHour,
    newPerDay: newPerHour * BUSY_HOURS,
    dryRun,
  };
}

function checkWhole(name: string, value: unknown, min: number, max: number): void {
  if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return;
  throw new TypeError(refusal(name, value, `a whole number from ${min} to ${max}`));
}

function refusal(name: string, value: unknown, accepted: string): string {
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return `createBudget: ${name} is ${shown}; accepted is ${accepted}.`;
}
