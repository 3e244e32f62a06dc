import type { PolicyState } from '../policy/policy-state.ts';
import type { ServerState } from '../server-state.ts';
import { countOf, formatTime, numberMarkup } from './format.ts';
import { inForce, isBad } from './policy-words.ts';
import { markup, NOTHING, type Markup } from './markup.ts';

/** The rules and budgets; nothing without a policy. */
export function policyMarkup({ policy, at }: ServerState): Markup {
  if (policy === null) return NOTHING;
  const { document } = policy;
  return markup`<h2>Rules and budgets</h2><p class="note">Counts since these rules are in force, of the processes that run. A server that shares no counts has a budget for each process.</p><div class="cards"><article><h3>Rules</h3>${stateMarkup(document, at)}${rulesMarkup(policy)}</article><article><h3>Secrets</h3>${secretsMarkup(policy)}</article><article><h3>Budgets</h3>${budgetsMarkup(policy)}</article></div><div class="box costly"><h3>Errors that came most often</h3>${errorsMarkup(policy, at)}</div>`;
}

function stateMarkup(document: PolicyState['document'], now: number): Markup {
  if (document === null) return markup`<p class="state ok" id="policy-state">Built-in rules</p>`;
  const { status, versions, inForceSince } = document;
  if (status === 'starting') return markup`<p class="state" id="policy-state">The document is being read</p>`;
  // The verdict at the top of the page says why.
  const level = isBad(document) ? 'warn' : 'ok';
  if (versions.length === 0) return markup`<p class="state ${level}" id="policy-state">Built-in rules</p>`;
  const since = inForceSince === null ? '' : ` since ${formatTime(inForceSince, now)} UTC`;
  return markup`<p class="state ${level}" id="policy-state">${inForce(document)} in force${since}</p>`;
}

function rulesMarkup({ rules, moreRules }: PolicyState): Markup {
  const matching = rules.filter(({ matched }) => matched > 0);
  const idle = rules.filter(({ matched }) => matched === 0).map(({ id }) => id);
  // If a rule that matched nothing is listed, all that matched are.
  const more = moreRules > 0 ? ` and ${countOf(moreRules, 'more rule')}` : '';
  const others = idle.length > 0 ? markup`<p>Matched nothing: ${idle.join(', ')}${more}.</p>` : NOTHING;
  if (matching.length === 0) return markup`<p>No rule has matched yet.</p>${others}`;
  const rows = matching.map(
    ({ id, matched, reason, isDryRun }) =>
      markup`<tr><th scope="row">${id}${isDryRun ? markup` <small>dry run</small>` : ''}${reason === undefined ? '' : markup` <small>${reason}</small>`}</th><td>${numberMarkup(matched)}</td></tr>`,
  );
  const cut =
    idle.length === 0 && moreRules > 0 ? markup`<tr><td colspan="2">${moreRules} more</td></tr>` : NOTHING;
  return markup`<table class="numbers"><caption>Matched items by rule</caption><tbody>${rows}${cut}</tbody></table>${others}`;
}

const SECRETS = {
  removed: { level: 'ok', text: 'Taken out of what is sent' },
  counted: { level: 'warn', text: 'Counted, and sent: a dry run' },
  kept: { level: 'warn', text: 'Sent: the document switches this off' },
} as const satisfies Record<PolicyState['secretsEffect'], { readonly level: string; readonly text: string }>;

function secretsMarkup({ secretsEffect, secrets, moreSecrets }: PolicyState): Markup {
  const { level, text } = SECRETS[secretsEffect];
  const state = markup`<p class="state ${level}" id="policy-secrets">${text}</p>`;
  if (secretsEffect === 'kept') return state;
  if (secrets.length === 0) return markup`${state}<p>None was found yet.</p>`;
  const rows = secrets.map(
    ({ id, matched }) => markup`<tr><th scope="row">${id}</th><td>${numberMarkup(matched)}</td></tr>`,
  );
  const cut = moreSecrets > 0 ? markup`<tr><td colspan="2">${moreSecrets} more</td></tr>` : NOTHING;
  return markup`${state}<table class="numbers"><caption>Found secrets by kind</caption><tbody>${rows}${cut}</tbody></table>`;
}

function budgetsMarkup({ hasBudgets, suggestedPerDay }: PolicyState): Markup {
  if (hasBudgets) return markup`<p class="state ok" id="policy-budgets">On</p>`;
  const line =
    suggestedPerDay === null
      ? markup`After an hour with errors, a value is suggested here.`
      : markup`Suggested for the document: <code>&#34;budgets&#34;: { &#34;perDay&#34;: ${suggestedPerDay} }</code>`;
  return markup`<p class="state" id="policy-budgets">Off: errors pass, however often they come</p><p>${line}</p>`;
}

function errorsMarkup({ top, hasBudgets }: PolicyState, now: number): Markup {
  if (top.length === 0) return markup`<p>None yet.</p>`;
  const rows = top.map(({ title, project, release, seen, passed, dropped, firstSeenAt, lastSeenAt }) => {
    const where = release === '' ? `project ${project}` : `project ${project}, ${release}`;
    const fate = hasBudgets
      ? markup`${numberMarkup(passed)} passed, ${numberMarkup(dropped)} dropped`
      : markup`a budget would drop ${numberMarkup(dropped)}`;
    return markup`<li><b>${title}</b><span>${numberMarkup(seen)} seen, ${fate}</span><span>${where}</span><span>${formatTime(firstSeenAt, now)} to ${formatTime(lastSeenAt, now)}</span></li>`;
  });
  return markup`<ol class="rows">${rows}</ol>`;
}
