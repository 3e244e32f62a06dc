// The rules for API reports: they match the build, and a change since the last release has a version plan.
import { createHash } from 'node:crypto';
import { basename } from 'node:path';

const digest = (text) => createHash('sha256').update(text).digest('hex');

/** The digests that a release keeps of its reports, by file name. */
export const digestsOf = (reports) =>
  Object.fromEntries([...reports].map(([path, text]) => [basename(path), digest(text)]));

function firstDifference(was, is) {
  const [before, after] = [was.split('\n'), is.split('\n')];
  const line = after.findIndex((text, index) => text !== before[index]);
  const at = line === -1 ? after.length : line;
  return `line ${at + 1}:\n- ${before[at] ?? ''}\n+ ${after[at] ?? ''}`;
}

/** The faults of the written reports, compared with those of the build. Both are texts by path. */
export function staleReports(written, built) {
  const stale = [...built].flatMap(([path, text]) => {
    if (!written.has(path)) return [`${path} is missing.`];
    return written.get(path) === text
      ? []
      : [`${path} is out of date, ${firstDifference(written.get(path), text)}`];
  });
  const left = [...written.keys()].filter((path) => !built.has(path));
  return [...stale, ...left.map((path) => `${path} belongs to no entry point.`)];
}

/** The projects that a version plan names: the keys of its front matter. */
export const projectsOfPlan = (text) =>
  [...(/^---\n([\s\S]*?)^---/m.exec(text)?.[1] ?? '').matchAll(/^['"]?([^'":\s]+)['"]?\s*:/gm)].map(
    ([, project]) => project,
  );

/**
 * Projects whose reports differ from those of their last release, and that no version plan names. A release removes the
 * plans it used, so existing plans are for the next release. A project that was never released counts as changed.
 */
export function unplannedChanges(projects, plans) {
  const planned = new Set(plans.flatMap(projectsOfPlan));
  return projects
    .filter(({ reports, released }) => {
      const [now, then] = [digestsOf(reports), released?.reports ?? {}];
      const names = new Set([...Object.keys(now), ...Object.keys(then)]);
      return [...names].some((name) => now[name] !== then[name]) || !released;
    })
    .filter(({ project }) => !planned.has(project))
    .map(({ project, released }) =>
      released
        ? `The API of ${project} is not that of ${released.version}, and no version plan names ${project}.`
        : `${project} was never released, and no version plan names it.`,
    );
}
