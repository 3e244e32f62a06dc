import type { PolicyState } from '../policy/policy-state.ts';
import type { ServerState } from '../server-state.ts';
import { formatTime, numberMarkup } from './format.ts';
import { inForce, reasonOf, wordsOf } from './policy-words.ts';
import { markup, NOTHING, type Markup } from './markup.ts';

/** The rules and budgets; nothing without a policy. */
export function policyMarkup({ policy, at }: ServerState): Markup {
  if (policy === null) return NOTHING;
  const { document, rules, moreRules } = policy;
  return markup`<h2>Rules and budgets</h2><p class="note">Counts since these rules are in force, of the processes that run. A server that shares no counts has a budget for each process.</p><div class="cards"><article><h3>Rules</h3>${stateMarkup(document, at)}${rulesMarkup(rules, moreRules)}</article><article><h3>Budgets</h3>${budgetsMarkup(policy)}</article></div><div class="box costly"><h3>Errors that came most often</h3>${errorsMarkup(policy, at)}</div>`;
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
