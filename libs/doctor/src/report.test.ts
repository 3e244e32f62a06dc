import { expect, it } from '@jest/globals';
import { exitCode, reportOf, type Finding } from './report.ts';

const finding = (level: Finding['level'], check = 'dsn'): Finding => ({
  check,
  application: '',
  level,
  message: '',
});

it.each([
  ['nothing is wrong', [finding('ok')], 0],
  ['there are warnings', [finding('ok'), finding('warning')], 0],
  ['there is an error', [finding('warning'), finding('error')], 1],
  ['a check failed', [finding('error'), finding('error', 'doctor')], 2],
  ['there is no application', [], 2],
  ['no application uses Adit', [finding('warning', 'set-up'), finding('warning', 'set-up')], 1],
  ['one of two applications uses Adit', [finding('warning', 'set-up'), finding('ok')], 0],
] as const)('if %s, the exit code is right', (_case, findings, code) => {
  expect(exitCode(reportOf(findings))).toBe(code);
});
