import type {
  CostlyError,
  DocumentState,
  ObservedPolicy,
  PolicyReading,
} from '../src/policy/policy-reading.ts';
import type { PolicyState } from '../src/policy/policy-state.ts';
import { NOW } from './states.helper.ts';

/** An error that came ten times. */
export const costlyError = (values: Partial<CostlyError> = {}): CostlyError => ({
  fingerprint: 'f1',
  title: 'TypeError: cart is undefined',
  project: '4509',
  release: 'shop@1.2.0',
  seen: 10,
  passed: 4,
  dropped: 6,
  firstSeenAt: NOW - 60_000,
  lastSeenAt: NOW - 1_000,
  ...values,
});

/** A reading of a policy that has matched nothing. */
export const readingOf = (values: Partial<PolicyReading> = {}): PolicyReading => ({
  rules: [],
  moreRules: 0,
  scrubs: [],
  secretsEffect: 'removed',
  secrets: [],
  moreSecrets: 0,
  hasBudgets: false,
  top: [],
  ...values,
});

/** A policy that is observed. */
export const observedPolicy = (
  values: Partial<ReturnType<ObservedPolicy['report']>> = {},
  state?: DocumentState,
): ObservedPolicy => ({
  report: () => ({
    counts: {},
    reasons: {},
    dryRuns: [],
    scrubs: [],
    secrets: { effect: 'removed', counts: {} },
    top: [],
    hasBudgets: false,
    suggestedPerDay: undefined,
    ...values,
  }),
  ...(state && { state: () => state }),
});

/** A document in force. */
export const documentOf = (
  values: Partial<NonNullable<PolicyState['document']>> = {},
): NonNullable<PolicyState['document']> => ({
  status: 'ok',
  version: '0123456789ab',
  versions: ['0123456789ab'],
  inForceSince: NOW - 60_000,
  since: NOW - 60_000,
  lastCheckedAt: NOW,
  problem: null,
  ...values,
});

/** The built-in rules, which have matched nothing. */
export const policyOf = (values: Partial<PolicyState> = {}): PolicyState => ({
  document: null,
  rules: [],
  moreRules: 0,
  scrubs: [],
  secretsEffect: 'removed',
  secrets: [],
  moreSecrets: 0,
  hasBudgets: false,
  suggestedPerDay: null,
  top: [],
  ...values,
});
