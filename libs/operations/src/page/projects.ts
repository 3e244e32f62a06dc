import { totalOf } from '../counts.ts';
import type { ProjectState, ServerState } from '../server-state.ts';
import { countOf, formatDuration, formatShare, formatTime, listOf, numberMarkup } from './format.ts';
import { markup, NOTHING, type Markup } from './markup.ts';
import { isAllRejected, rejectedOf, type Rejected } from './rejected.ts';

/** The most projects that the page shows; those in trouble come first. */
const SHOWN_PROJECTS = 20;

const FATES = ['forwarded', 'spooled', 'redelivered', 'refused', 'lost'] as const;

/** Each project: whether its ingest is available, its limits with their ends, and the fate of its envelopes. */
export function projectsMarkup({ projects, counts, at }: ServerState): Markup {
  const sorted = projects
    .map((project) => ({ ...project, rejected: rejectedOf(project, { counts }) }))
    .sort((one, other) => weightOf(other) - weightOf(one));
  const others = projects.length - SHOWN_PROJECTS;
  const more = others > 0 ? markup`<p>${countOf(others, 'more project')} in /state.</p>` : NOTHING;
  return markup`${sorted.slice(0, SHOWN_PROJECTS).map((project) => projectMarkup(project, counts.ingestErrors[project.project] ?? {}, at))}${more}`;
}

interface JudgedProject extends ProjectState {
  readonly rejected: Rejected | undefined;
}

const weightOf = ({ isUp, limits, lost, rejected }: JudgedProject): number =>
  (isUp ? 0 : 8) + (rejected === undefined ? 0 : 4) + (lost > 0 ? 2 : 0) + (limits.length > 0 ? 1 : 0);

function projectMarkup(
  project: JudgedProject,
  errors: Readonly<Record<string, number>>,
  now: number,
): Markup {
  const { project: name, isUp, downSince, limits, rejected } = project;
  const state =
    isUp || downSince === null
      ? rejected === undefined
        ? markup`<p class="state ok">Up</p>`
        : markup`<p class="state ${isAllRejected(rejected) ? 'bad' : 'warn'}">Up, but rejects ${rejected.count === rejected.of ? 'all' : formatShare(rejected.count / rejected.of)} ${rejected.period}: ${listOf(rejected.by)}</p>`
      : markup`<p class="state bad">Down since ${formatTime(downSince, now)} UTC, ${formatDuration(now - downSince)}</p>`;
  const fates = FATES.map(
    (fate) => markup`<div><dt>${fate}</dt><dd>${numberMarkup(project[fate])}</dd></div>`,
  );
  return markup`<article><h3>${name}</h3>${state}<dl class="counts">${fates}</dl>${errorsMarkup(errors)}${limits.length === 0 ? NOTHING : limitsMarkup(limits, now)}</article>`;
}

/** The error answers of ingest since the start. */
function errorsMarkup(errors: Readonly<Record<string, number>>): Markup {
  const total = totalOf(errors);
  if (total === 0) return NOTHING;
  return markup`<p class="rejected"><b class="warn">Rejected by ingest: ${numberMarkup(total)}</b> of the forwarded, by status: ${listOf(errors)}</p>`;
}

function limitsMarkup(limits: ProjectState['limits'], now: number): Markup {
  const items = limits.map(
    ({ category, reason, endsAt, remainingMs }) =>
      markup`<li><b>${category}</b> until ${formatTime(endsAt, now)} UTC, for ${formatDuration(remainingMs)}${reason === '' ? '' : `: ${reason}`}</li>`,
  );
  return markup`<h4>Limits of Sentry</h4><ul class="limits">${items}</ul>`;
}
