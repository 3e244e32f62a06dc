import type { PolicyState, ServerState } from '../server-state.ts';
import { formatTime, numberMarkup } from './format.ts';
import { markup, NOTHING, type Markup } from './markup.ts';
import type { Trouble } from './trouble.ts';

type DocumentState = NonNullable<PolicyState['document']>;

/** The rules and budgets; nothing without a policy. */
export function policyMarkup({ policy, at }: ServerState): Markup {
  if (policy === null) return NOTHING;
  const { document, rules, moreRules, top } = policy;
  return markup`<h2>Rules and budgets</h2><p class="note">Counts since these rules are in force, of the processes that run. A server that shares no counts has a budget for each process.</p><div class="cards"><article><h3>Rules</h3>${stateMarkup(document, at)}${rulesMarkup(rules, moreRules)}</article><article><h3>Budgets</h3>${budgetsMarkup(policy)}<h4>Errors that came most often</h4>${errorsMarkup(top, at)}</article></div>`;
}

function stateMarkup(document: PolicyState['document'], now: number): Markup {
  if (document === null) return markup`<p class="state ok" id="policy-state">Built-in rules</p>`;
  const { status, inForceSince } = document;
  if (status === 'starting') return markup`<p class="state" id="policy-state">The document is being read</p>`;
  if (status === 'ok') {
    const since = inForceSince === null ? '' : ` since ${formatTime(inForceSince, now)} UTC`;
    return markup`<p class="state ok" id="policy-state">${inForce(document)} in force${since}</p>`;
  }
  return markup`<p class="state warn" id="policy-state">${wordsOf(document, now)}</p><p>${reasonOf(document)}</p>`;
}

/** Processes may differ for some seconds. */
const inForce = ({ versions }: DocumentState): string =>
  versions.length > 1 ? `Versions ${versions.join(', ')}` : `Version ${versions.join('')}`;

const BAD: Readonly<Record<string, string>> = {
  refused: 'The document is refused',
  stale: 'The document cannot be read',
  missing: 'There is no document',
};

const wordsOf = ({ status, since }: DocumentState, now: number): string =>
  `${BAD[status] ?? status} since ${formatTime(since, now)} UTC`;

function reasonOf(document: DocumentState): string {
  const { problem, versions } = document;
  const holds =
    versions.length === 0 ? 'Until then, the built-in rules hold' : `${inForce(document)} stays in force`;
  return `${problem === null ? '' : `${problem}. `}${holds}.`;
}

function rulesMarkup(rules: PolicyState['rules'], more: number): Markup {
  if (rules.length === 0) return markup`<p>No rule has matched yet.</p>`;
  const rows = rules.map(
    ({ id, matched, isDryRun }) =>
      markup`<tr><th scope="row">${id}${isDryRun ? markup` <small>dry run</small>` : ''}</th><td>${numberMarkup(matched)}</td></tr>`,
  );
  const others = more > 0 ? markup`<tr><td colspan="2">${more} more</td></tr>` : NOTHING;
  return markup`<table class="numbers"><caption>Matched items by rule</caption><tbody>${rows}${others}</tbody></table>`;
}

function budgetsMarkup({ hasBudgets, suggestedPerDay }: PolicyState): Markup {
  if (hasBudgets) return markup`<p class="state ok" id="policy-budgets">On</p>`;
  const line =
    suggestedPerDay === null
      ? markup`After an hour with errors, a value is suggested here.`
      : markup`Suggested for the document: <code>&#34;budgets&#34;: { &#34;perDay&#34;: ${suggestedPerDay} }</code>`;
  return markup`<p class="state" id="policy-budgets">Off: nothing is dropped</p><p>${line}</p>`;
}

function errorsMarkup(errors: PolicyState['top'], now: number): Markup {
  if (errors.length === 0) return markup`<p>None yet.</p>`;
  const rows = errors.map(({ title, project, release, seen, passed, dropped, firstSeenAt, lastSeenAt }) => {
    const where = release === '' ? `project ${project}` : `project ${project}, ${release}`;
    return markup`<li><b>${title}</b><span>${numberMarkup(seen)} seen, ${numberMarkup(passed)} passed, ${numberMarkup(dropped)} dropped</span><span>${where}</span><span>${formatTime(firstSeenAt, now)} to ${formatTime(lastSeenAt, now)}</span></li>`;
  });
  return markup`<ol class="rows">${rows}</ol>`;
}

/** A document that is not in force although somebody has written it. */
export function policyTroubles({ policy, at }: ServerState): readonly Trouble[] {
  const document = policy?.document ?? null;
  if (document === null || BAD[document.status] === undefined) return [];
  return [
    {
      text: `Rules: ${wordsOf(document, at)}. ${reasonOf(document)}`,
      short: 'The rules are not the newest.',
      runbook: 'AditPolicyNotCurrent',
    },
  ];
}
