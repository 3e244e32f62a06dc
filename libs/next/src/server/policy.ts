import { createPolicy, followPolicy, type Policy, type PolicyState } from '@adit/policy/tunnel';
import { monitoring } from './monitoring.ts';
import { warnOnce } from './warn-once.ts';

/**
 * The policy of the tunnel: the noise rules and the scrubbing of `monitoring`, and the document at `ADIT_POLICY`, a path or an
 * `https:` address that is followed. Only texts signed with the key of `ADIT_POLICY_KEY` are read, if it is set.
 */
export function openPolicy(): Policy {
  const { noise, scrub, tunnelPath, ingestOrigins } = monitoring;
  const own = { document: { version: 1, noise, scrub } as const, tunnelPath, ingestOrigins };
  const from = process.env.ADIT_POLICY?.trim();
  if (!from) return createPolicy(own);
  try {
    return followPolicy({ ...own, from, key: process.env.ADIT_POLICY_KEY?.trim() || undefined, tell }).policy;
  } catch (error) {
    warnOnce(error, 'The rules of adit.config hold.');
    return createPolicy(own);
  }
}

function tell({ status, problem, version }: PolicyState): void {
  if (status === 'ok' || status === 'starting') return;
  const holds = version === undefined ? 'The rules of adit.config hold' : `Version ${version} stays in force`;
  warnOnce(
    `the policy of ADIT_POLICY is ${status}: ${problem ?? 'no reason'}`,
    `${holds} until it is right.`,
  );
}
