import type { ObservedPolicy } from '@adit/operations';
import type { BudgetStore, Policy, PolicyState } from '@adit/policy/tunnel';
import { createRedisBudgetStore, createRedisTexts } from '@adit/spool/redis';
import type { ServerConfig } from '../config/config.ts';
import { shownPolicy, type PolicyConfig } from '../config/policy-config.ts';
import type { Log } from '../log/log.ts';
import type { RedisLinks } from '../redis/redis-links.ts';

/** The policy of a process. */
export interface OpenedPolicy {
  /** `undefined` if it is off. */
  readonly policy: Policy | undefined;
  /** For reports. */
  readonly observed: ObservedPolicy | undefined;
  /** Ends the watch of its document, and tells Redis the counts of the budgets. */
  readonly close: () => Promise<void>;
}

const NONE: OpenedPolicy = { policy: undefined, observed: undefined, close: () => Promise.resolve() };

/**
 * Opens the policy. If its document is followed, it waits for the first check, 5 seconds at most. With a Redis, budgets share their counts there.
 */
export async function openPolicy(config: ServerConfig, log: Log, links: RedisLinks): Promise<OpenedPolicy> {
  const { policy: place, tunnel } = config;
  if (place.kind === 'off') return NONE;
  const redis = (links.limits ?? links.spool)?.redis;
  const budgetStore: BudgetStore | undefined = redis && createRedisBudgetStore({ redis });
  const own = {
    tunnelPath: tunnel.path,
    ingestOrigins: ingestOrigins(tunnel),
    budgetStore,
    // `adit policy try` asks the admin port for the last hour.
    recent: true,
  };
  // Loaded on demand: a primary process has no policy, and neither has a server where it is off.
  const { createPolicy, followPolicy } = await import('@adit/policy/tunnel');
  if (place.kind === 'built-in') {
    const policy = createPolicy(own);
    return { policy, observed: { report: policy.report }, close: policy.flush };
  }
  const texts = redis && createRedisTexts({ redis });
  const from =
    place.kind === 'place'
      ? place.from
      : { key: place.key, get: texts?.get ?? (() => Promise.resolve(null)) };
  const { policy, watch, close } = followPolicy({
    ...own,
    from,
    key: place.signedBy,
    ...createPolicyLog(log, place),
  });
  await watch.ready;
  return { policy, observed: { report: policy.report, state: watch.state }, close };
}

/** The origins that envelopes are sent to: requests to them are not news. */
const ingestOrigins = ({ allowedDsns, ingestOrigin }: ServerConfig['tunnel']): readonly string[] => [
  ...new Set(
    [...allowedDsns, ...(ingestOrigin === undefined ? [] : [ingestOrigin])].map((url) => new URL(url).origin),
  ),
];

/** Logs each document that is put in force, and once that there is none, that it is wrong or that it cannot be read. */
export function createPolicyLog(log: Log, place: PolicyConfig) {
  const from = shownPolicy(place);
  /** The version of the last line; `undefined` if that was about a problem. */
  let told: string | undefined;
  const tellInForce = (version: string | undefined): void => {
    if (told === version) return;
    told = version;
    log.info('policy-in-force', { version, from });
  };
  return {
    onChange: (_document: unknown, { version }: { readonly version: string }): void => tellInForce(version),
    tell: ({ status, version, problem }: PolicyState): void => {
      if (status === 'ok') {
        tellInForce(version);
        return;
      }
      told = undefined;
      const fields = { problem, version, from };
      if (status === 'refused') log.warn('policy-refused', fields);
      else if (status === 'missing') log.warn('policy-missing', fields);
      else if (status === 'stale') log.warn('policy-stale', fields);
    },
  };
}
