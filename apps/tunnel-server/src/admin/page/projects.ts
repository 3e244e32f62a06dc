import type { ProjectState, ServerState } from '../server-state.ts';
import { countOf, formatDuration, formatTime, numberMarkup } from './format.ts';
import { markup, NOTHING, type Markup } from './markup.ts';

/** Projects that the page shows one by one: those in trouble come first. */
const SHOWN_PROJECTS = 20;

const FATES = ['forwarded', 'spooled', 'redelivered', 'refused', 'lost'] as const;

/** Each project: whether its ingest is up, its limits with their ends, and what became of its envelopes. */
export function projectsMarkup({ projects, at }: ServerState): Markup {
  const sorted = [...projects].sort((one, other) => weightOf(other) - weightOf(one));
  const others = projects.length - SHOWN_PROJECTS;
  const more = others > 0 ? markup`<p>${countOf(others, 'more project')} in /state.</p>` : NOTHING;
  return markup`${sorted.slice(0, SHOWN_PROJECTS).map((project) => projectMarkup(project, at))}${more}`;
}

const weightOf = ({ isUp, limits, lost }: ProjectState): number =>
  (isUp ? 0 : 4) + (lost > 0 ? 2 : 0) + (limits.length > 0 ? 1 : 0);

function projectMarkup(project: ProjectState, now: number): Markup {
  const { project: name, isUp, downSince, limits } = project;
  const state =
    isUp || downSince === null
      ? markup`<p class="state ok">Up</p>`
      : markup`<p class="state bad">Down since ${formatTime(downSince, now)} UTC, ${formatDuration(now - downSince)}</p>`;
  const fates = FATES.map(
    (fate) => markup`<div><dt>${fate}</dt><dd>${numberMarkup(project[fate])}</dd></div>`,
  );
  return markup`<article><h3>${name}</h3>${state}<dl class="counts">${fates}</dl>${limits.length === 0 ? NOTHING : limitsMarkup(limits, now)}</article>`;
}

function limitsMarkup(limits: ProjectState['limits'], now: number): Markup {
  const items = limits.map(
    ({ category, reason, endsAt, remainingMs }) =>
      markup`<li><b>${category}</b> until ${formatTime(endsAt, now)} UTC, for ${formatDuration(remainingMs)}${reason === '' ? '' : `: ${reason}`}</li>`,
  );
  return markup`<h4>Limits of Sentry</h4><ul class="limits">${items}</ul>`;
}
