import type { BatchObservableResult, Meter } from '@opentelemetry/api';
import type { ProjectStats, TunnelStats } from '../stats.ts';

/** Projects with attributes of their own. Any further ones are added up as `other`: each costs seven series. */
export const MAX_OBSERVED_PROJECTS = 50;

const OTHER = 'other';
const FATES = ['forwarded', 'refused', 'spooled', 'redelivered', 'lost'] as const;
const MS_PER_S = 1_000;

/** Creates the instruments with the attribute `project`. */
export function createProjectInstruments(meter: Meter) {
  return {
    projectEnvelopes: meter.createObservableCounter('adit.tunnel.project.envelopes', {
      description:
        'Envelopes of a project, by fate. A stored one counts twice: spooled, then redelivered or lost.',
      unit: '{envelope}',
    }),
    projectOutage: meter.createObservableGauge('adit.tunnel.project.outage', {
      description: "1 while the project's ingest is known to be away, 0 otherwise.",
    }),
    rateLimitRemaining: meter.createObservableGauge('adit.tunnel.rate_limit.remaining', {
      description: 'How long a rate limit of ingest is still in force, by project and category.',
      unit: 's',
    }),
  };
}

/** Observes the state of each project. */
export function observeProjects(
  { projects }: Pick<TunnelStats, 'projects'>,
  to: ReturnType<typeof createProjectInstruments>,
  result: BatchObservableResult,
  nowMs: number,
): void {
  for (const [project, { isOut, limits, ...counts }] of mergeProjects(projects)) {
    for (const fate of FATES) result.observe(to.projectEnvelopes, counts[fate], { project, fate });
    result.observe(to.projectOutage, isOut ? 1 : 0, { project });
    const ends = new Map<string, number>();
    for (const { category, untilMs } of limits) {
      ends.set(category, Math.max(untilMs, ends.get(category) ?? 0));
    }
    for (const [category, untilMs] of ends) {
      const remainingMs = Math.max(0, untilMs - nowMs);
      result.observe(to.rateLimitRemaining, remainingMs / MS_PER_S, { project, category });
    }
  }
}

function mergeProjects(projects: TunnelStats['projects']): ReadonlyMap<string, ProjectStats> {
  const merged = new Map<string, ProjectStats>();
  for (const [name, stats] of Object.entries(projects)) {
    const key = merged.size < MAX_OBSERVED_PROJECTS ? name : OTHER;
    const before = merged.get(key);
    merged.set(key, before === undefined ? stats : addProjects(before, stats));
  }
  return merged;
}

function addProjects(one: ProjectStats, other: ProjectStats): ProjectStats {
  return {
    forwarded: one.forwarded + other.forwarded,
    refused: one.refused + other.refused,
    spooled: one.spooled + other.spooled,
    redelivered: one.redelivered + other.redelivered,
    lost: one.lost + other.lost,
    isOut: one.isOut || other.isOut,
    limits: [...one.limits, ...other.limits],
  };
}
