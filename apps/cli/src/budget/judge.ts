import type { Limits } from './budget-file.ts';

/** How the requests of a visit are answered: `at rest` and without a fault, or with one of them. */
export type Answers = 'at rest' | 'hanging' | 'failing' | 'late' | 'missing script';

/** Where a click led: another page, a document that was loaded, or a screen. */
export type Outcome = 'page' | 'document' | 'screen';

/** One page that was opened, and all that happened there. */
export interface Visit {
  readonly path: string;
  readonly answers: Answers;
  /** The paths of the documents that were loaded, in order; the first is that of the visitor. */
  readonly documents: readonly string[];
  /** The requests for pages that nobody had asked for. */
  readonly prefetches: number;
  /** The link that was clicked, if one was; without an outcome, the click was dead. */
  readonly click?: { readonly link: string; readonly outcome: Outcome | undefined };
}

/** The record of a run. */
export interface Facts {
  /** Bytes of scripts that the first page needs, as they were transferred, before any of its timers. */
  readonly scriptBytes: number;
  readonly visits: readonly Visit[];
}

/** A figure beside its limit. */
export interface Measure {
  readonly measure: 'clicks' | 'reloads' | 'prefetches' | 'script-bytes';
  readonly value: number;
  /** The least value of `clicks`, and the greatest of all others; `undefined` if there is none. */
  readonly limit: number | undefined;
  readonly passed: boolean;
  /** The visits that miss the limit. */
  readonly misses: readonly string[];
}

/** One automatic load for each page and build: a second is the start of a loop. */
const MAX_RELOADS = 1;

/** How often a page was loaded without being asked for: the first document of each path is the visitor's. */
export function automaticLoads({ documents }: Pick<Visit, 'documents'>): number {
  const counts = new Map<string, number>();
  for (const path of documents) counts.set(path, (counts.get(path) ?? 0) + 1);
  return Math.max(0, ...[...counts.values()].map((count) => count - 1));
}

const nameOf = ({ path, answers, click }: Visit): string =>
  `${path}${click ? `, click on ${click.link}` : ''}, ${answers}`;

/** Judges what was recorded. */
export function judge({ scriptBytes, visits }: Facts, limits: Limits): readonly Measure[] {
  const most = (
    measure: Measure['measure'],
    judged: readonly Visit[],
    limit: number,
    valueOf: (visit: Visit) => number,
  ): Measure => {
    const misses = judged.filter((visit) => valueOf(visit) > limit);
    return {
      measure,
      value: Math.max(0, ...judged.map(valueOf)),
      limit,
      passed: misses.length === 0,
      misses: misses.map((visit) => `${nameOf(visit)}: ${valueOf(visit)}`),
    };
  };
  const clicks = visits.filter(({ click }) => click !== undefined);
  const dead = clicks.filter(({ click }) => click?.outcome === undefined);
  const budget = limits.scriptBytes;
  return [
    {
      measure: 'clicks',
      value: clicks.length - dead.length,
      limit: clicks.length,
      passed: dead.length === 0,
      misses: dead.map((visit) => `${nameOf(visit)}: no page, no document, no screen`),
    },
    most('reloads', visits, MAX_RELOADS, automaticLoads),
    most(
      'prefetches',
      visits.filter(({ answers }) => answers === 'at rest'),
      limits.prefetches,
      ({ prefetches }) => prefetches,
    ),
    {
      measure: 'script-bytes',
      value: scriptBytes,
      limit: budget,
      passed: budget === undefined || scriptBytes <= budget,
      misses: [],
    },
  ];
}
