import { BUDGET_BOUNDS } from '../document/check-parts.ts';
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
  checkWhole('first', first);
  checkWhole('perMinute', perMinute);
  if (perDay !== Infinity) checkWhole('perDay', perDay);
  checkWhole('sampleOf', sampleOf);
  checkWhole('newPerHour', newPerHour);
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

function checkWhole(name: keyof typeof BUDGET_BOUNDS, value: unknown): void {
  const max = BUDGET_BOUNDS[name];
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max) return;
  throw new TypeError(refusal(name, value, `a whole number from 0 to ${max}`));
}

function refusal(name: string, value: unknown, accepted: string): string {
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return `createBudget: ${name} is ${shown}; accepted is ${accepted}.`;
}
