import type { Board } from '../board.ts';
import type { ServerState } from '../server-state.ts';
import { drawCharts } from './charts.ts';
import { countsMarkup } from './counts.ts';
import { factsMarkup, workersMarkup } from './facts.ts';
import { formatDuration, formatTime } from './format.ts';
import { markup, NOTHING, type Markup } from './markup.ts';
import { outcomesMarkup } from './outcomes.ts';
import { projectsMarkup } from './projects.ts';
import { recordedMarkup } from './recorded.ts';
import { policyMarkup } from './policy.ts';
import type { Trouble } from './trouble.ts';
import { judge, type Level } from './verdict.ts';

/** The changing parts of the page, by the id of their element, and its title. */
export type PageParts = Readonly<Record<(typeof PARTS)[number], string>>;

const PARTS = [
  'title',
  'replica',
  'time',
  'announcement',
  'verdict',
  'facts',
  'charts',
  'projects',
  'counts',
  'recorded',
  'policy',
  'workers',
  'outcomes',
  'server',
] as const;

/** Draws the data of a board. */
export function drawParts(board: Pick<Board, 'state' | 'outcomes'>): PageParts {
  const state = board.state();
  const { at, lost, server, series } = state;
  const verdict = judge(state);
  const { shortfall } = verdict;
  const troubles = verdict.troubles.map(troubleMarkup);
  const parts: Readonly<Record<keyof PageParts, Markup>> = {
    title: markup`${lost.total} lost${shortfall === undefined ? '' : ` · ${shortfall.share} ${shortfall.fate}`}${verdict.troubles.length > 0 ? ` · ${verdict.troubles.length} !` : ''} · ${nameOf(server)} · Adit tunnel`,
    replica: markup`${nameOf(server)}`,
    time: markup`${formatTime(at, at)} UTC`,
    announcement: markup`${verdict.announcement}`,
    verdict: markup`<div class="verdict ${verdict.level}"><div class="figures"><p class="lost${lostLevel(lost.total, verdict.level)}"><data id="lost" value="${lost.total}">${lost.total}</data> lost</p>${shortfall === undefined ? NOTHING : markup`<p class="lost ${verdict.level === 'bad' && shortfall.fate === 'rejected' ? 'bad' : 'warn'}"><b id="shortfall">${shortfall.share}</b> ${shortfall.fate}</p>`}</div><div><h1>${verdict.headline}</h1><p>${verdict.note}</p><ul>${troubles}</ul></div></div>`,
    facts: factsMarkup(state),
    charts: drawCharts(series ?? { at, stepMs: 1, values: {} }),
    projects: projectsMarkup(state),
    counts: countsMarkup(state),
    recorded: recordedMarkup(state),
    policy: policyMarkup(state),
    workers: workersMarkup(state),
    outcomes: outcomesMarkup(board.outcomes(), at),
    server: markup`Adit tunnel${server.version === null ? '' : ` ${server.version}`} · Node ${server.node} · started ${formatTime(server.startedAt, at)} UTC, ${formatDuration(at - server.startedAt)} ago`,
  };
  return Object.fromEntries(PARTS.map((name) => [name, parts[name].markup])) as PageParts;
}

/** Identifies the server: several on one machine differ by their port. */
const nameOf = ({ replica, port }: ServerState['server']): string =>
  port === null ? replica : `${replica}:${port}`;

/** No losses are green only if nothing else is wrong. */
const lostLevel = (total: number, level: Level): string => (total > 0 ? ' bad' : level === 'ok' ? ' ok' : '');

const troubleMarkup = ({ text, runbook }: Trouble): Markup =>
  markup`<li>${text} <small>Runbook: ${runbook}</small></li>`;
