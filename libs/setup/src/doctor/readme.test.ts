import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applicationWith } from '../../testing/applications.contract.ts';
import {
  checkOnline,
  diagnose,
  exitCode,
  planFixes,
  readRepository,
  reportOf,
  tunnelPathOf,
} from '../index.ts';
import { CHECKS } from './all-checks.ts';
import { MENDED_CHECKS } from './fixes/plan-fixes.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../docs/doctor.md'), 'utf8');
const sections = DOCUMENT.split(/^### /m)
  .slice(1)
  .map((text) => ({ id: /^`([\w-]+)`/.exec(text)?.[1], text: text.replace(/^## .*/ms, '') }));

it('docs/doctor.md names every check in the order of the report, and what is no check', () => {
  expect(sections.map(({ id }) => id)).toEqual([...CHECKS.map(({ id }) => id), 'online', 'doctor']);
});

describe.each(sections)('its section on $id', ({ id = '', text }) => {
  it('says what, why, and how to mend it', () => {
    expect(text.trim()).toMatch(
      /^`[\w-]+`\n\n\S[\s\S]*\n\n- \*\*Why:\*\* [\s\S]*\.\n- \*\*Mend:\*\* [\s\S]*\.$/,
    );
  });

  it('says whether --fix mends it', () => {
    expect(text.includes('`--fix`')).toBe(MENDED_CHECKS.has(id));
  });
});

it('its examples run', async () => {
  const { files } = applicationWith({ 'app/error.tsx': undefined });
  const repository = readRepository(files);
  const report = diagnose(repository, files, { env: {}, node: '22.0.0' });

  expect(exitCode(report)).toBe(0);
  expect(planFixes(repository, files).changes.map(({ path }) => path)).toEqual(['app/error.tsx']);
  const [application] = repository.applications;
  const tunnelPath = application && tunnelPathOf(repository, application, files);
  expect(tunnelPath).toBe('/monitoring-tunnel');
  const fetch = () => Promise.reject(new Error('offline'));
  const finding = await checkOnline({
    url: 'https://shop.example',
    ...(tunnelPath && { tunnelPath }),
    fetch,
  });
  expect(exitCode(reportOf([...report.findings, finding]))).toBe(1);
  for (const name of [
    'diagnose',
    'exitCode',
    'planFixes',
    'readRepository',
    'checkOnline',
    'reportOf',
    'tunnelPathOf',
  ])
    expect(DOCUMENT).toContain(`${name}(`);
});
