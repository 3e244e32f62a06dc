import type { BudgetSettings } from '../document/policy-document.ts';
import { budgetLimits } from './budget-limits.ts';
import type { BudgetContext } from './budget-state.ts';
import type { BudgetStore } from './budget-store.ts';
import { decide, type BudgetDecision, type BudgetEvent } from './decide.ts';
import { createExchange } from './exchange.ts';
import { suggestPerDay, topErrors, type BudgetError } from './report.ts';
import { createSteadyTime } from './steady-time.ts';

/** How a budget is set up. */
export interface BudgetOptions {
  readonly settings: BudgetSettings;
  /** Milliseconds since the epoch. */
  readonly clock: { now(): number };
  /** Shares the counts with other replicas. Default: this process counts for itself. */
  readonly store?: BudgetStore | undefined;
  /** A random number from 0 to below 1. Default `Math.random`. */
  readonly random?: () => number;
}

/** Decides how many events of an error may pass. */
export interface Budget {
  /** Decides on an error event, and counts it. Never throws. Calls the store at most once a second, without waiting for it. */
  readonly spend: (event: BudgetEvent) => BudgetDecision;
  /** Returns the `n` errors that this process has seen most often, by default 10. */
  readonly top: (n?: number) => readonly BudgetError[];
  /**
   * Returns a proposal for `perDay`: three times what a day of busy hours takes, in the project that needs most. A flood of one error
   * does not raise it. `undefined` before an hour has ended.
   */
  readonly suggest: () => number | undefined;
  /** Tells the store all counts. Resolves when it has answered or failed. For the end of a process, and for hosts with a timer. */
  readonly flush: () => Promise<void>;
}

/**
 * Creates a {@link Budget}.
 * @throws TypeError with one line that names the setting, its value and what is accepted
 */
export function createBudget({ settings, clock, store, random = Math.random }: BudgetOptions): Budget {
  const context: BudgetContext = {
    limits: budgetLimits(settings),
    store,
    random,
    errors: new Map(),
    projects: new Map(),
    dirty: new Map(),
  };
  const now = createSteadyTime(() => clock.now());
  const exchange = createExchange(context, now);
  return {
    spend: (event) => {
      try {
        const nowMs = now();
        const decision = decide(context, event, nowMs);
        exchange.tick(nowMs);
        return decision;
      } catch {
        // An event is worth more than its count.
        return { keep: true };
      }
    },
    top: (n = 10) => topErrors(context, n),
    suggest: () => suggestPerDay(context, now()),
    flush: exchange.flush,
  };
}
