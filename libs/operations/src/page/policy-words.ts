import type { PolicyState } from '../policy/policy-state.ts';
import type { ServerState } from '../server-state.ts';
import { formatTime } from './format.ts';
import type { Trouble } from './trouble.ts';

type DocumentState = NonNullable<PolicyState['document']>;

/** The version in force. Processes may differ for some seconds. */
export const inForce = ({ versions }: DocumentState): string =>
  versions.length > 1 ? `Versions ${versions.join(', ')}` : `Version ${versions.join('')}`;

const BAD: Readonly<Record<string, string>> = {
  refused: 'The document is refused',
  stale: 'The document cannot be read',
  missing: 'There is no document',
};

/** Whether somebody has to look after the document. */
export const isBad = ({ status }: DocumentState): boolean => BAD[status] !== undefined;

/** A status that is not right, and since when. */
const wordsOf = ({ status, since }: DocumentState, now: number): string =>
  `${BAD[status] ?? status} since ${formatTime(since, now)} UTC`;

/** Why the document is not in force, and which rules are. */
function reasonOf(document: DocumentState): string {
  const { problem, versions } = document;
  const holds =
    versions.length === 0 ? 'Until then, the built-in rules hold' : `${inForce(document)} stays in force`;
  return `${problem === null ? '' : `${problem}. `}${holds}.`;
}

/** A document that is not in force although somebody has written it. */
export function policyTroubles({ policy, at }: ServerState): readonly Trouble[] {
  const document = policy?.document ?? null;
  if (document === null || !isBad(document)) return [];
  return [
    {
      text: `Rules: ${wordsOf(document, at)}. ${reasonOf(document)}`,
      short: 'The rules are not the newest.',
      runbook: 'AditPolicyNotCurrent',
    },
  ];
}
