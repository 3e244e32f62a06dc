import { json } from './answers.ts';

/** Returns short accounts of items without secrets, as `Policy.recent()` of `@adit/policy` does. Of several processes: those of all. */
export type PolicyRecent = () => readonly unknown[] | Promise<readonly unknown[]>;

/** The source of the last hour of a policy. */
export interface RecentSources {
  /** The items that a policy has judged in the last hour. `undefined` if none keeps them. */
  readonly policyRecent?: PolicyRecent | undefined;
}

/** Answers with the last hour of a policy. 404 if none is kept: an hour in which nothing came is another thing. */
export async function answerRecent({ policyRecent }: RecentSources): Promise<Response> {
  if (policyRecent === undefined) return json(404, { detail: 'no policy keeps its last hour here' });
  return json(200, { items: await policyRecent() });
}
