import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Finding, Report } from '@adit/doctor';
import { recordedHost } from '../../testing/recorded-host.helper.ts';
import { appRouter, makeRepository, textsOf } from '../../testing/repository.helper.ts';
import { DEFAULTS } from '../cli.ts';
import { type Doctor, runDoctor } from './doctor.ts';

const finding = (given: Partial<Finding>): Finding => ({
  check: 'one-sentry-core',
  application: '',
  level: 'ok',
  message: 'There is one version.',
  ...given,
});
const BROKEN = finding({
  check: 'wrapper-order',
  level: 'error',
  message: 'withAdit is not the outermost call.',
  path: 'next.config.ts',
  line: 7,
  fix: 'npx adit doctor --fix',
});
const FIX = { path: 'adit.config.ts', before: undefined, after: 'export default {};\n' };

/** A doctor that finds one error until the fix is written. */
const doctorOf = (given: Partial<Doctor> = {}): Doctor => ({
  diagnose: (_repository, files) => ({
    version: 1,
    findings: [files.exists(FIX.path) ? finding({}) : BROKEN],
  }),
  markMendable: (report) => report,
  planFixes: () => ({
    changes: [FIX],
    steps: [{ application: '', path: FIX.path, reason: 'It holds the options.' }],
  }),
  checkOnline: async (url) => [finding({ check: 'online', level: 'warning', message: `${url} is slow.` })],
  exitCode: ({ findings }: Report) => Number(findings.some(({ level }) => level === 'error')),
  ...given,
});
const options = (given: object = {}) => ({ ...DEFAULTS, ...given });

let root: string;
beforeEach(() => {
  root = makeRepository(appRouter());
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('prints a line for each finding: sign, id, what, file and line, fix; and a sum', async () => {
  const host = recordedHost(join(root, 'app'));
  const findings = [
    finding({}),
    finding({ check: 'csp', level: 'warning', message: 'A policy blocks it.', path: 'next.config.ts' }),
    BROKEN,
  ];

  expect(await runDoctor(doctorOf({ diagnose: () => ({ version: 1, findings }) }), options(), host)).toBe(1);

  expect(host.out()).toBe(
    [
      '✔ one-sentry-core  There is one version.',
      '! csp  A policy blocks it.  next.config.ts',
      '✖ wrapper-order  withAdit is not the outermost call.  next.config.ts:7  npx adit doctor --fix',
      '',
      '1 check passed, 1 warning, 1 error',
      '--fix mends none of these.',
      '',
    ].join('\n'),
  );
});

it('names the application above its lines if there are several, and asks nobody which', async () => {
  const host = recordedHost(root, { canAsk: true });
  const findings = [finding({ application: 'apps/admin' }), finding({ application: '' })];
  const seen: unknown[] = [];
  rmSync(root, { recursive: true });
  root = makeRepository({
    'package.json': '{ "workspaces": ["apps/*"] }',
    ...appRouter('apps/admin'),
    ...appRouter('apps/shop'),
  });

  await runDoctor(
    doctorOf({
      diagnose: ({ applications }) => {
        seen.push(...applications.map(({ folder }) => folder));
        return { version: 1, findings };
      },
    }),
    options(),
    { ...host, folder: root },
  );

  expect(host.out()).toMatch(/^apps\/admin\n✔ .*\n\n\.\n✔ .*\n\n2 checks passed, 0 warnings, 0 errors\n$/);
  expect([host.asked, seen]).toEqual([[], ['apps/admin', 'apps/shop']]);
});

it('--json prints the report alone', async () => {
  const host = recordedHost(root);

  expect(await runDoctor(doctorOf(), options({ json: true }), host)).toBe(1);

  expect(JSON.parse(host.out())).toEqual({ version: 1, findings: [BROKEN] });
});

it('--online adds what the running application answers', async () => {
  const host = recordedHost(root);

  await runDoctor(doctorOf(), options({ online: 'http://localhost:3000' }), host);

  expect(host.out()).toContain('! online  http://localhost:3000 is slow.\n');
});

it('--fix writes what it can mend and reports what is left', async () => {
  const host = recordedHost(root);

  expect(await runDoctor(doctorOf(), options({ fix: true, yes: true }), host)).toBe(0);

  expect(textsOf(root)[FIX.path]).toBe(FIX.after);
  expect(host.out()).toBe(
    [
      '.',
      '  + adit.config.ts  It holds the options.',
      '1 file written.',
      '',
      '✔ one-sentry-core  There is one version.',
      '',
      '1 check passed, 0 warnings, 0 errors',
      '',
    ].join('\n'),
  );
});

it('--fix --json prints the report alone', async () => {
  const host = recordedHost(root);

  await runDoctor(doctorOf(), options({ fix: true, yes: true, json: true }), host);

  expect(JSON.parse(host.out())).toEqual({ version: 1, findings: [finding({})] });
});

it('--fix --dry-run writes nothing', async () => {
  const host = recordedHost(root);

  expect(await runDoctor(doctorOf(), options({ fix: true, dryRun: true }), host)).toBe(1);

  expect(FIX.path in textsOf(root)).toBe(false);
  expect(host.out()).toContain('+export default {};');
});

it('--fix --dry-run prints what is found, and then what would change', async () => {
  const host = recordedHost(root);

  await runDoctor(doctorOf(), options({ fix: true, dryRun: true }), host);

  expect(host.out()).toMatch(/^✖ wrapper-order [\s\S]*0 warnings, 1 error\n[\s\S]*\+export default {};/);
});

it('marks what --fix mends, and says what is left to you', async () => {
  const markMendable: Doctor['markMendable'] = ({ findings, ...report }) => ({
    ...report,
    findings: findings.map((one) => (one.check === 'wrapper-order' ? { ...one, mendable: true } : one)),
  });
  const outOf = async (findings: readonly Finding[]) => {
    const host = recordedHost(root);
    await runDoctor(doctorOf({ markMendable, diagnose: () => ({ version: 1, findings }) }), options(), host);
    return host.out();
  };
  const other = finding({ check: 'csp', level: 'warning' });

  expect(await outOf([BROKEN, other])).toMatch(
    /\(--fix\)\n! csp .*\.\n\n.*\nnpx @adit\/cli doctor --fix mends 1 of 2, marked \(--fix\)\. The rest is left to you\.\n$/,
  );
  expect(await outOf([BROKEN])).toMatch(/doctor --fix mends 1 of 1, marked \(--fix\)\.\n$/);
});

it('--fix says if it can mend nothing', async () => {
  const host = recordedHost(root);

  await runDoctor(doctorOf({ planFixes: () => ({ changes: [], steps: [] }) }), options({ fix: true }), host);

  expect(host.out()).toMatch(/^--fix finds nothing that it can mend\.\n\n✖ /);
});
