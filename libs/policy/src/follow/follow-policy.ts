import type { PolicyDocument } from '../document/policy-document.ts';
import { readDocument } from '../document/read-document.ts';
import { createPolicy, type Policy, type PolicyOptions } from '../judge/create-policy.ts';
import type { PolicyState, PolicyVersion } from '../source/watch-context.ts';
import { watchPolicy, type PolicyWatch, type PolicyWatchOptions } from '../source/watch-policy.ts';

/** Options of {@link followPolicy}. */
export interface FollowPolicyOptions
  extends PolicyOptions, Pick<PolicyWatchOptions<PolicyDocument>, 'clock' | 'fetch' | 'insecure'> {
  /** An Ed25519 public key: only texts that its owner has signed are read. Default: none has to be signed. */
  readonly key?: string | undefined;
  /** The place of the document: a path, an `https:` address or a key of Redis. */
  readonly from: PolicyWatchOptions<PolicyDocument>['from'];
  /** Called with each document that is put in force, and its version. */
  readonly onChange?: ((document: PolicyDocument, about: PolicyVersion) => void) | undefined;
  /** Called once for each change of state: the document is in force, wrong, or cannot be read. */
  readonly tell?: ((state: PolicyState) => void) | undefined;
}

/** A policy that follows its document. */
export interface FollowedPolicy {
  readonly policy: Policy;
  readonly watch: PolicyWatch<PolicyDocument>;
  /** Ends the watch, and tells the store of the budgets all counts. The document in force stays. */
  readonly close: () => Promise<void>;
}

/**
 * Creates a policy whose document may change while it runs. Parts that the followed document does not have are those of
 * `document`, which is in force until the first one is read.
 * @throws TypeError for a place that is none
 */
export function followPolicy({
  from,
  document = { version: 1 },
  onChange,
  tell,
  key,
  clock,
  fetch,
  insecure,
  ...own
}: FollowPolicyOptions): FollowedPolicy {
  const policy = createPolicy({ document, ...own });
  const watch = watchPolicy<PolicyDocument>({
    from,
    fallback: document,
    read: (text) => ({ ...document, ...readDocument(text) }),
    onChange: (next, about) => {
      policy.use(next);
      onChange?.(next, about);
    },
    ...(tell && { tell }),
    ...(key !== undefined && { key }),
    ...(clock && { clock }),
    ...(fetch && { fetch }),
    ...(insecure !== undefined && { insecure }),
  });
  return {
    policy,
    watch,
    close: () => {
      watch.close();
      return policy.flush();
    },
  };
}
