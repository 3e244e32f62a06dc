// Checks that sent envelopes are at the backend, once each.
import assert from 'node:assert/strict';

const sorted = (ids) => ids.map((id) => id.replaceAll('-', '')).sort();

/** The issues of a project, each with the ids of its events. */
export async function findEvents(backend, project) {
  const issues = await backend.issuesOf(project);
  return Promise.all(
    issues.map(async (issue) => ({
      count: issue.digested_event_count,
      ids: sorted((await backend.eventsOf(issue)).map(({ event_id: id }) => id)),
    })),
  );
}

/** The number of these envelopes found. */
export const countOf = (sent, found) => {
  const ids = new Set(found.flatMap((issue) => issue.ids));
  return sent.filter(({ id }) => ids.has(id)).length;
};

/** Throws unless all of them, and nothing else, are events of one issue that has counted each once. */
export function assertOnce(sent, found) {
  assert.equal(found.length, 1, `${found.length} issues instead of one`);
  const missing = sent.length - countOf(sent, found);
  assert.equal(missing, 0, `${missing} of ${sent.length} are missing`);
  assert.deepEqual(found[0].ids, sorted(sent.map(({ id }) => id)));
  assert.equal(found[0].count, sent.length, 'the issue has counted some twice');
}
