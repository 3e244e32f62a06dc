import type { ObservedPolicy } from '@adit/operations';
import { createPolicy, followPolicy, type Policy, type PolicyState } from '@adit/policy/tunnel';
import type { EnvelopePolicy } from '@adit/tunnel';
import { monitoring } from './monitoring.ts';
import { warnOnce } from './warn-once.ts';

/** The policy of the tunnel, and what the operations page shows of it. */
export interface OpenedPolicy extends ObservedPolicy {
  readonly policy: EnvelopePolicy;
}

/**
 * The policy of the tunnel: the noise rules and the scrubbing of `monitoring`, and the document at `ADIT_POLICY`, a path or an
 * `https:` address that is followed. Only texts signed with the key of `ADIT_POLICY_KEY` are read, if it is set.
 * @param keepsRecent whether the last hour is kept, for `adit policy try`
 */
export function openPolicy(keepsRecent: boolean): OpenedPolicy {
  const { noise, scrub, tunnelPath, ingestOrigins } = monitoring;
  const own = {
    document: { version: 1, noise, scrub } as const,
    tunnelPath,
    ingestOrigins,
    recent: keepsRecent,
    appliedBySdk: { noise, scrub },
  };
  const withoutDocument = (): OpenedPolicy => observed(createPolicy(own));
  const from = process.env.ADIT_POLICY?.trim();
  if (!from) return withoutDocument();
  try {
    const key = process.env.ADIT_POLICY_KEY?.trim() || undefined;
    const { policy, watch } = followPolicy({ ...own, from, key, tell });
    return { ...observed(policy), state: watch.state };
  } catch (error) {
    warnOnce(error, 'The rules of adit.config hold.');
    return withoutDocument();
  }
}

const observed = (policy: Policy): OpenedPolicy => ({
  policy,
  report: policy.report,
  recent: policy.recent,
});

function tell({ status, problem, version }: PolicyState): void {
  if (status === 'ok' || status === 'starting') return;
  const holds = version === undefined ? 'The rules of adit.config hold' : `Version ${version} stays in force`;
  warnOnce(
    `the policy of ADIT_POLICY is ${status}: ${problem ?? 'no reason'}`,
    `${holds} until it is right.`,
  );
}
