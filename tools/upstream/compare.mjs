/** Whether each test of a Playwright report passed, by its folder and title, with its place. Skipped tests are left out. */
export function readOutcomes(report) {
  const outcomes = new Map();
  const read = ({ specs = [], suites = [] }, titles) => {
    for (const { file, line, title, tests } of specs) {
      const passes = tests.map(({ status }) => status).filter((status) => status !== 'skipped');
      if (passes.length === 0) continue;
      const name = [file.replace(/\/test\.ts$/, ''), ...titles, title].join(' › ');
      outcomes.set(name, {
        passed: passes.every((status) => status !== 'unexpected'),
        place: `suites/${file}:${line}`,
      });
    }
    for (const suite of suites) read(suite, suite.title === suite.file ? titles : [...titles, suite.title]);
  };
  read(report, []);
  return outcomes;
}

const passes = (outcomes, name) => outcomes.get(name)?.passed === true;

/** The tests that pass with one start only. */
export const differing = (control, ours) =>
  [...new Set([...control.keys(), ...ours.keys()])].filter(
    (name) => passes(control, name) !== passes(ours, name),
  );

/**
 * Compares two runs: counts by folder, tests that only the control passes with the reason of each, and tests that
 * only ours passes. `explanations` are `[reason, ...patterns of names]`.
 */
export function compare(control, ours, explanations) {
  const folders = new Map();
  for (const name of new Set([...control.keys(), ...ours.keys()])) {
    const folder = name.split(/\/| › /)[0];
    const row = folders.get(folder) ?? { tests: 0, control: 0, ours: 0 };
    row.tests += 1;
    row.control += Number(passes(control, name));
    row.ours += Number(passes(ours, name));
    folders.set(folder, row);
  }
  const names = differing(control, ours);
  const lost = names.filter((name) => passes(control, name));
  const reasonOf = (name) => explanations.find(([, ...patterns]) => patterns.some((p) => p.test(name)))?.[0];
  return {
    folders,
    lost: lost.map((name) => ({ name, reason: reasonOf(name) })),
    unexplained: lost.filter((name) => reasonOf(name) === undefined),
    won: names.filter((name) => !passes(control, name)),
  };
}
