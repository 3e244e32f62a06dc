import { limitsInForce } from './limits/known-limits.ts';
import { mergeRateLimits } from './protocol/rate-limits.ts';
import type { ProjectStats, SpoolStats, TunnelStats } from './stats.ts';
import type { TunnelContext } from './tunnel-context.ts';

/** Reads the counts and the state of a tunnel. */
export function readStats(context: TunnelContext): TunnelStats {
  const { stats, faults, inFlight, spool, destinations, knownLimits } = context;
  const counts = stats.snapshot();
  const limited = destinations.all.filter(
    ({ identity }) => limitsInForce(knownLimits, identity) !== undefined,
  );
  return {
    ...counts,
    lost: { ...counts.lost, damaged: spool?.lost?.() ?? 0 },
    faults: faults.counts(),
    inFlight,
    spool: readSpool(context),
    limitedDsns: limited.length,
    projects: readProjects(context),
  };
}

function readSpool({ spool, spooling, destinations, spoolMaxAgeMs }: TunnelContext): SpoolStats | undefined {
  return (
    spooling && {
      ...spooling.depth(),
      maxBytes: spool?.maxBytes,
      maxAgeMs: spoolMaxAgeMs,
      isOut: destinations.all.some(({ identity }) => spooling.isOut(identity)),
      isPaused: spooling.isPaused(),
    }
  );
}

/** Several DSNs of a project are one: its keys. */
function readProjects(context: TunnelContext): Readonly<Record<string, ProjectStats>> {
  const { stats, spooling, destinations, knownLimits, clock } = context;
  const projects: Record<string, ProjectStats> = {};
  for (const { identity, project } of destinations.all) {
    const before = projects[project];
    projects[project] = {
      ...stats.projectCounts(project),
      isOut: before?.isOut === true || spooling?.isOut(identity) === true,
      limits: mergeRateLimits(before?.limits, limitsInForce(knownLimits, identity) ?? [], clock.now()) ?? [],
    };
  }
  return projects;
}
