import { expect, it } from '@jest/globals';
import { applicationWith } from '../testing/applications.helper.ts';
import { CHECKS } from './all-checks.ts';
import { diagnose } from './diagnose.ts';
import { markMendable } from './fixes/mark-mendable.ts';
import { exitCode } from './report.ts';

const { repository, files } = applicationWith();

it.each(['read', 'exists', 'list'] as const)(
  'reports a check that fails because %s throws, and goes on',
  (name) => {
    let calls = 0;
    const throwing = {
      ...files,
      [name]: (path: string) => {
        calls += 1;
        if (path.startsWith('app') || path.includes('lock')) throw new Error('EACCES: no access\nat once');
        return files[name](path);
      },
    };
    const report = diagnose(repository, throwing);

    expect(calls).toBeGreaterThan(0);
    expect(exitCode(report)).toBe(2);
    const failed = report.findings.filter(({ check }) => check === 'doctor');
    expect(failed[0]?.message).toMatch(/^The check [\w-]+ could not run: EACCES: no access$/);
    expect(report.findings.length).toBe(CHECKS.length);
    expect(markMendable(report, repository, throwing)).toBe(report);
  },
);

it('reports each check if nothing can be read and what is thrown says nothing', () => {
  const fail = (): never => {
    // oxlint-disable-next-line typescript/only-throw-error -- a host may throw anything
    throw null;
  };
  const { findings } = diagnose(repository, { read: fail, exists: fail, list: fail });

  expect(findings.filter(({ level }) => level === 'error').length).toBeGreaterThan(10);
  expect(findings.find(({ check }) => check === 'doctor')?.message).toMatch(/no reason was given$/);
});
