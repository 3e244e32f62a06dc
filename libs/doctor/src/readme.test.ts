import { describe, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFence } from '@adit/testing/run-fence';
import { applicationWith } from '../testing/applications.helper.ts';
import { readRepository } from '@adit/codebase';
import { checkOnline, diagnose, exitCode, planFixes, reportOf, tunnelPathOf } from './index.ts';
import { CHECKS, KIT_CHECKS } from './all-checks.ts';
import { MENDED_CHECKS } from './fixes/plan-fixes.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../docs/doctor.md'), 'utf8');
const sections = DOCUMENT.split(/^### /m)
  .slice(1)
  .map((text) => ({ id: /^`([\w-]+)`/.exec(text)?.[1], text: text.replace(/^## .*/ms, '') }));

it('docs/doctor.md names every check in the order of the report, and what is no check', () => {
  const kitChecks = KIT_CHECKS.map(({ id }) => id).filter((id) => CHECKS.every((check) => check.id !== id));
  expect(sections.map(({ id }) => id)).toEqual([
    ...CHECKS.map(({ id }) => id),
    ...kitChecks,
    'online',
    'doctor',
  ]);
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
  const report = diagnose(repository, files, { env: {}, node: '22.12.0' });

  expect(exitCode(report)).toBe(0);
  expect(planFixes(repository, files).changes.map(({ path }) => path)).toEqual(['app/error.tsx']);
  const [application] = repository.applications;
  const tunnelPath = application && tunnelPathOf(application, files);
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

it('the README mends an application', async () => {
  const { files } = applicationWith({ 'app/error.tsx': undefined });
  const load = (name: string): unknown => (name === 'files' ? { files } : jest.requireActual(name));
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const { logged } = await runFence(readme, load as NodeJS.Require, {
    change: (code) => `const { files } = require('files');\n${code}`,
  });

  expect(logged.at(-1)).toEqual([0]);
  expect(logged[0]).toEqual([expect.stringMatching(/^screens: There is no error screen/)]);
  expect(files.read('app/error.tsx')).toContain('@adit/next/screens/error');
});
