import { describe, expect, it } from '@jest/globals';
import { applicationWith } from '../testing/applications.helper.ts';
import { BROKEN } from '../testing/broken-applications.helper.ts';
import { HEALTHY_CHUNKS } from '../testing/built-chunks.helper.ts';
import type { BrokenApplication } from '../testing/broken-set-up.helper.ts';
import { HEALTHY_NEXT } from '../testing/healthy-next.helper.ts';
import { HEALTHY_AT_RUN_TIME } from '../testing/healthy-run.helper.ts';
import { HEALTHY_SET_UP } from '../testing/healthy-set-up.helper.ts';
import { CHECKS } from './all-checks.ts';
import { diagnose } from './diagnose.ts';
import type { Finding, Report } from './report.ts';

const HEALTHY_APPLICATIONS = [...HEALTHY_SET_UP, ...HEALTHY_NEXT, ...HEALTHY_AT_RUN_TIME, ...HEALTHY_CHUNKS];

const wrong = ({ findings }: Report): readonly Finding[] => findings.filter(({ level }) => level !== 'ok');

function diagnoseBroken({ files, context }: Pick<BrokenApplication, 'files' | 'context'>): Report {
  const application = applicationWith(files);
  return diagnose(application.repository, application.files, context);
}

it('finds nothing wrong with a healthy application, and says what is right', () => {
  const report = diagnoseBroken({ files: {} });

  expect(wrong(report)).toEqual([]);
  expect(report.findings.map(({ check }) => check)).toEqual(CHECKS.map(({ id }) => id));
});

describe.each(HEALTHY_APPLICATIONS)('$check, control: $what', (healthy) => {
  it('nothing is found', () => {
    expect(wrong(diagnoseBroken(healthy))).toEqual([]);
  });
});

describe.each(BROKEN)('$check: $mistake', (broken) => {
  const report = diagnoseBroken(broken);

  it('is found by this check only, at its place', () => {
    const found = wrong(report).map(({ check, level, path = '', line }) => ({
      check,
      level,
      at: line === undefined ? path : `${path}:${line}`,
    }));

    expect(found).toEqual([{ check: broken.check, level: broken.level, at: broken.at }]);
  });

  it('has a message of one line, and one way to mend it', () => {
    for (const { message, fix } of wrong(report)) {
      expect(message).toMatch(/^\S.*[^.\s]$/);
      expect(fix).toMatch(/^\S.*\S$/);
    }
  });
});

it('says of a project with a name that the SDK refuses it too', () => {
  const named = BROKEN.find(({ mistake }) => mistake.startsWith('the project of the variable has a name'));
  const messages = named && wrong(diagnoseBroken(named)).map(({ message }) => message);

  expect(messages).toEqual([
    expect.stringMatching(
      /^SENTRY_DSN is not a DSN; .*; the project must be a number: the Sentry SDK for JavaScript/,
    ),
  ]);
});

it('has a broken and a healthy application for each check', () => {
  const ids = (rows: readonly { check: string }[]) => [...new Set(rows.map(({ check }) => check))].sort();
  expect(ids(HEALTHY_APPLICATIONS)).toEqual(CHECKS.map(({ id }) => id).sort());
  expect(ids(BROKEN)).toEqual(CHECKS.map(({ id }) => id).sort());
});
