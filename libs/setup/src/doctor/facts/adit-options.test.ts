import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applicationWith } from '../../../testing/applications.contract.ts';
import { diagnose } from '../diagnose.ts';

const tableIn = (path: string): string | undefined =>
  /Readonly<Record<string, Readonly<Record<string, \w+>>>> = (\{\n[\s\S]*?\n\});\n/.exec(
    readFileSync(join(import.meta.dirname, path), 'utf8'),
  )?.[1];

it('is the table by which @adit/next checks adit.config', () => {
  const own = tableIn('adit-options.ts');

  expect(own?.split('\n').length).toBeGreaterThan(60);
  expect(own).toBe(tableIn('../../../../next/src/check-options.ts'));
});

it.each([
  ['nmae: 1', 'nmae is not an option of adit.config'],
  ['name: 1', 'name is 1'],
  ['monitoring: []', 'monitoring is []'],
  ['monitoring: { tracesSampleRate: -1 }', 'monitoring.tracesSampleRate is -1'],
  ["monitoring: { sampleRate: '1' }", "monitoring.sampleRate is '1'"],
  ['monitoring: { beforeSend: true }', 'monitoring.beforeSend is true'],
  ['monitoring: { quietMs: 0.5 }', 'monitoring.quietMs is 0.5'],
  ['monitoring: { toString: 1 }', 'monitoring.toString is not an option of adit.config'],
  ['router: true', 'router is true'],
  ["router: { guardUnsavedInput: 'yes' }", "router.guardUnsavedInput is 'yes'"],
  ['screens: { texts: null! as never, locale: () => 1 }', 'screens.locale is () => 1'],
  ['tunnel: { trustedProxies: {} }', 'tunnel.trustedProxies is {}'],
  ["tunnel: { maxEnvelopeBytes: '1' }", "tunnel.maxEnvelopeBytes is '1'"],
])('finds what is wrong in { %s }', (options, message) => {
  const { files, repository } = applicationWith({
    'adit.config.ts': `export default defineAdit({ ${options} });`,
  });

  expect(diagnose(repository, files).findings.filter(({ check }) => check === 'adit-config')).toEqual([
    expect.objectContaining({ level: 'error', message, line: 1, fix: expect.stringMatching(/\.$/) }),
  ]);
});
