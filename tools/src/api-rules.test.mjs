import { digestsOf, projectsOfPlan, staleReports, unplannedChanges } from './api-rules.mjs';

const report = (text) => new Map([['libs/router/api/index.api.md', text]]);
const plan = "---\nrouter: minor\n'@adit/tunnel': patch\n---\n\nLinks: faster.\n";

describe('the reports', () => {
  it('say what is built', () => {
    expect(staleReports(report('a\nb\n'), report('a\nb\n'))).toEqual([]);
  });

  it('are out of date from their first different line on', () => {
    expect(staleReports(report('a\nb\n'), report('a\nc\n'))).toEqual([
      'libs/router/api/index.api.md is out of date, line 2:\n- b\n+ c',
    ]);
    expect(staleReports(report('a\nb'), report('a'))[0]).toContain('line 2:\n- b\n+ ');
  });

  it('are missing for a new entry point, and too many for a removed one', () => {
    expect(staleReports(new Map(), report('a'))).toEqual(['libs/router/api/index.api.md is missing.']);
    expect(staleReports(report('a'), new Map())).toEqual([
      'libs/router/api/index.api.md belongs to no entry point.',
    ]);
  });
});

describe('a change of the API since the last release', () => {
  const released = { version: '0.2.0', reports: digestsOf(report('a')) };
  const router = (text, last = released) => ({ project: 'router', reports: report(text), released: last });

  it('needs a version plan that names the project', () => {
    expect(unplannedChanges([router('b')], [])).toEqual([
      'The API of router is not that of 0.2.0, and no version plan names router.',
    ]);
    expect(unplannedChanges([router('b')], ['---\ntunnel: minor\n---\n\nrouter: no\n'])).toHaveLength(1);
    expect(unplannedChanges([router('b')], [plan])).toEqual([]);
  });

  it('is none if the reports are those of the release', () => {
    expect(unplannedChanges([router('a')], [])).toEqual([]);
  });

  it('is a removed entry point too', () => {
    expect(unplannedChanges([{ ...router('a'), reports: new Map() }], [])).toHaveLength(1);
  });

  it('is everything in a project that was never released, also one without entry points', () => {
    const server = { project: 'tunnel-server', reports: new Map(), released: undefined };

    expect(unplannedChanges([server], [])).toEqual([
      'tunnel-server was never released, and no version plan names it.',
    ]);
  });
});

it('reads the projects of a version plan', () => {
  expect(projectsOfPlan(plan)).toEqual(['router', '@adit/tunnel']);
  expect(projectsOfPlan('no front matter: here')).toEqual([]);
});
