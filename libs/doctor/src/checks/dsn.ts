import { readOption } from '@adit/codebase';
import { adviceOnDsn, parseDsn } from '@adit/common';
import type { Check, KitSubject, Problem, Subject } from '../check.ts';
import { readBuild } from '../facts/build.ts';
import { serverInitOptions } from '../facts/own-sentry.ts';
import { timesOf } from '../facts/run-time.ts';
import { readVariables } from '../facts/variables.ts';

/**
 * Browser and server get one valid DSN. A missing one is not a problem, because it may be set where the server runs.
 */
export const dsn: Check = {
  id: 'dsn',
  title: 'The DSN that files and variables name is valid, and there is one',
  run(subject) {
    const problems = [...checkForm(subject), ...checkOverride(subject), ...checkOwnServer(subject)];
    if (problems.length > 0 || isNamed(subject)) return problems;
    return [NO_DSN];
  },
};

const NO_DSN: Problem = {
  level: 'ok',
  message: 'No file or variable here names a DSN: start the server with SENTRY_DSN',
};

/** The server of a kit gets one valid DSN. */
export const kitDsn: Check<KitSubject> = {
  id: dsn.id,
  title: dsn.title,
  run(subject) {
    const problems = invalidOf(readVariables(subject, 'SENTRY_DSN'));
    return problems.length > 0 || timesOf(subject, 'SENTRY_DSN').run ? problems : [NO_DSN];
  },
};

const isNamed = (subject: Subject): boolean =>
  readOption(subject, 'monitoring.dsn') !== undefined || NAMES.some((name) => timesOf(subject, name).run);

const NAMES = ['SENTRY_DSN', 'NEXT_PUBLIC_SENTRY_DSN'];

function checkForm(subject: Subject): Problem[] {
  const option = readOption(subject, 'monitoring.dsn');
  return invalidOf([
    ...readVariables(subject, ...NAMES),
    ...(option ? [{ ...option, name: 'monitoring.dsn' }] : []),
  ]);
}

interface NamedValue extends Pick<Problem, 'path' | 'line'> {
  readonly name: string;
  readonly value: unknown;
}

const invalidOf = (values: readonly NamedValue[]): Problem[] =>
  values
    .filter(({ value }) => typeof value === 'string' && parseDsn(value) === undefined)
    .map(({ name, value, path, line }) => ({
      level: 'error',
      message: `${name} is not a DSN; accepted: https://<public key>@<host>/<project number>${adviceOnDsn(String(value))}`,
      path,
      line,
      fix: 'Copy the DSN from the settings of your Sentry project, Client Keys.',
    }));

function checkOverride(subject: Subject): Problem[] {
  const option = readOption(subject, 'monitoring.dsn');
  const [variable] = readVariables(subject, ...NAMES);
  if (option?.value === undefined || variable === undefined || option.value === variable.value) return [];
  return [
    {
      level: 'warning',
      message: `${variable.name} has no effect: adit.config sets another DSN`,
      path: option.path,
      line: option.line,
      fix: 'Remove monitoring.dsn from adit.config.',
    },
  ];
}

/** Adit passes the DSN of the build to the server. A `Sentry.init` of the application does not get it. */
function checkOwnServer(subject: Subject): Problem[] {
  const hasBuiltDsn = readBuild(subject)?.env['ADIT_BUILT_DSN'] !== undefined;
  return serverInitOptions(subject, 'dsn').flatMap(({ path, line, variable }) => {
    if (variable === undefined || variable.startsWith('NEXT_PUBLIC_')) return [];
    const { build, run } = timesOf(subject, variable);
    if (run || !(build || hasBuiltDsn)) return [];
    return [
      {
        level: 'warning' as const,
        message: `The build has a DSN, but nothing sets ${variable} where the server runs, which this file reads`,
        path,
        line,
        fix: `Set ${variable} for the server, too: as ENV in the last stage of the Dockerfile, or as environment of the service.`,
      },
    ];
  });
}
