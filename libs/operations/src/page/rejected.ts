import type { ProjectState, ServerState } from '../server-state.ts';
import { isMany, totalOf, type Share } from '../counts.ts';

/** The rejections of ingest for a project, if they are worth mentioning. */
export interface Rejected extends Share {
  readonly project: string;
  readonly period: 'of the last minute' | 'since the start';
}

/** More than stray rejections in the last minute, or nothing accepted since the start, as with a wrong key. */
export function rejectedOf(
  { project, rejections, forwarded, redelivered }: ProjectState,
  { counts }: Pick<ServerState, 'counts'>,
): Rejected | undefined {
  if (isMany(rejections)) return { ...rejections, project, period: 'of the last minute' };
  const by = counts.ingestErrors[project] ?? {};
  const count = totalOf(by);
  if (count === 0 || count < forwarded || redelivered > 0) return undefined;
  return { count, of: count, by, since: null, project, period: 'since the start' };
}

/** The rejected envelopes of all projects, worst first. */
export const allRejected = (state: ServerState): readonly Rejected[] =>
  state.projects
    .flatMap((project) => rejectedOf(project, state) ?? [])
    .sort((one, other) => other.count / other.of - one.count / one.of);

/** Whether ingest rejects everything of a project, judging by more than stray envelopes. */
export const isAllRejected = (rejected: Rejected): boolean =>
  rejected.count === rejected.of && isMany(rejected);
