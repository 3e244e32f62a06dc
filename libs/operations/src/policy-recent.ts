import { json } from './answers.ts';
import type { ObservedPolicy } from './policy/policy-reading.ts';

/** The source of the last hour of a policy. */
export interface RecentSources {
  readonly policy?: Pick<ObservedPolicy, 'recent' | 'report'> | undefined;
}

/** Answers with the last hour of a policy and its rules that take something out. 404 if none is kept: an hour in which nothing came is another thing. */
export function answerRecent({ policy }: RecentSources): Response {
  if (policy?.recent === undefined) return json(404, { detail: 'no policy keeps its last hour here' });
  return json(200, { items: policy.recent(), scrubs: policy.report().scrubs });
}
