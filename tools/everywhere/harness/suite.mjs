// The parts of Jest that the libraries' tests use, on any runtime: `describe`, `it` and their hooks, run one after the
// other.
import { format } from 'node:util';

/** A test that takes longer fails, in milliseconds. Longer than a journey waits for an assertion to pass. */
const TEST_TIMEOUT_MS = 80_000;

/** The same for hooks before all tests, which may bundle pages. */
const BEFORE_ALL_TIMEOUT_MS = 120_000;

const createGroup = (name, parent) => ({
  name,
  parent,
  beforeAll: [],
  beforeEach: [],
  afterEach: [],
  afterAll: [],
  children: [],
});

let current = createGroup('');

export function describe(name, define) {
  const group = createGroup(name, current);
  current.children.push({ group });
  current = group;
  try {
    define();
  } finally {
    current = group.parent;
  }
}

const addTest = (name, run, timeoutMs = TEST_TIMEOUT_MS) => {
  current.children.push({ test: { name, run, timeoutMs } });
};
export const it = (name, run, timeoutMs) => addTest(name, run, timeoutMs);
it.skip = (name) => addTest(name, undefined);
it.each = (rows) => (name, run, timeoutMs) => {
  for (const [title, args] of titled(rows, name)) addTest(title, () => run(...args), timeoutMs);
};
describe.each = (rows) => (name, define) => {
  for (const [title, args] of titled(rows, name)) describe(title, () => define(...args));
};

const hook = (kind) => (run) => {
  current[kind].push(run);
};
export const beforeAll = hook('beforeAll');
export const beforeEach = hook('beforeEach');
export const afterEach = hook('afterEach');
export const afterAll = hook('afterAll');

/** Names the tests of a table as Jest does, with one cell for each placeholder. */
function titled(rows, name) {
  const places = name.match(/%[sdifjoOp]/g)?.length ?? 0;
  return [...rows].map((row) => {
    const args = Array.isArray(row) ? row : [row];
    return [format(name.replaceAll('%p', '%j'), ...args.slice(0, places)), args];
  });
}

async function withTimeout(run, timeoutMs) {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    await Promise.race([run(), late]);
  } finally {
    clearTimeout(timer);
  }
}

const above = (group) => (group === undefined ? [] : [...above(group.parent), group]);

/** The hooks before a test, the test, and the hooks after it, which run even if it fails. */
async function runTest({ run, timeoutMs }, group) {
  const groups = above(group);
  const before = groups.flatMap(({ beforeEach }) => beforeEach);
  const after = groups.toReversed().flatMap(({ afterEach }) => afterEach);
  const failures = [];
  const attempt = (step) => withTimeout(async () => step(), timeoutMs).catch((error) => failures.push(error));
  for (const step of [...before, run]) {
    if (failures.length === 0) await attempt(step);
  }
  for (const step of after) await attempt(step);
  if (failures.length > 0) throw failures[0];
}

/** If a hook of a group fails, each of its tests fails. */
async function runGroup(group, path, report, broken) {
  let failure = broken;
  for (const step of failure ? [] : group.beforeAll) {
    await withTimeout(async () => step(), BEFORE_ALL_TIMEOUT_MS).catch((error) => (failure ??= error));
  }
  for (const { group: inner, test } of group.children) {
    if (inner !== undefined) await runGroup(inner, [...path, inner.name], report, failure);
    else await report([...path, test.name].join(' › '), () => outcomeOf(test, group, failure));
  }
  for (const step of broken ? [] : group.afterAll) {
    await withTimeout(async () => step(), TEST_TIMEOUT_MS).catch((error) =>
      report([...path, 'afterAll'].join(' › '), () => ({ outcome: 'failed', error })),
    );
  }
}

async function outcomeOf(test, group, broken) {
  if (test.run === undefined) return { outcome: 'skipped' };
  try {
    if (broken) throw broken;
    await runTest(test, group);
    return { outcome: 'passed' };
  } catch (error) {
    return { outcome: 'failed', error };
  }
}

/**
 * Loads a test file and runs its tests.
 * @param report called with the title of each test and a function that runs it
 */
export async function runFile(load, report) {
  const file = createGroup('');
  current = file;
  try {
    await load();
  } catch (error) {
    await report('the file loads', () => ({ outcome: 'failed', error }));
    return;
  }
  await runGroup(file, [], report, undefined);
}
