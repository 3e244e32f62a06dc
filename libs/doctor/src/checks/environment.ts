import { readOption } from '@adit/codebase';
import type { Check, Problem, Subject } from '../check.ts';
import { readBuild } from '../facts/build.ts';
import { serverInitOptions } from '../facts/own-sentry.ts';
import { readVariables } from '../facts/variables.ts';

/** Events of browser and server have the same environment. */
export const environment: Check = {
  id: 'environment',
  title: 'Files, variables and built pages name no second environment',
  run(subject) {
    const option = readOption(subject, 'monitoring.environment');
    const [server] = readVariables(subject, 'SENTRY_ENVIRONMENT');
    const [browser] = readVariables(subject, 'NEXT_PUBLIC_SENTRY_ENVIRONMENT');
    const used = option?.value ?? server?.value ?? browser?.value;
    if (typeof used !== 'string' || (option !== undefined && option.value === undefined)) return [];
    const ignored = [server, browser].find((variable) => variable !== undefined && variable.value !== used);
    return [
      ...(ignored === undefined ? [] : [ignoredVariable(ignored, used)]),
      ...checkOwnServer(subject, used),
      ...checkPages(subject, used),
    ];
  },
};

const ignoredVariable = (
  { name, value, path, line }: ReturnType<typeof readVariables>[number],
  used: string,
): Problem => ({
  level: 'warning',
  message: `${name} is ${value}, but the server uses ${used}`,
  path,
  line,
  fix: `Remove ${name}, or set it to ${used}.`,
});

function checkOwnServer(subject: Subject, used: string): Problem[] {
  return serverInitOptions(subject, 'environment')
    .filter(({ value }) => value !== undefined && value !== used)
    .map(({ value, path, line }) => ({
      level: 'warning',
      message: `Sentry.init sets the environment ${String(value)}, but browsers get ${used}`,
      path,
      line,
      fix: 'Write environment: process.env.SENTRY_ENVIRONMENT.',
    }));
}

/** The settings in `<html data-monitoring>`, and Sentry's `<meta name="baggage">`. */
const IN_PAGE = [
  /<html[^>]*\sdata-monitoring="[^"]*&quot;environment&quot;:&quot;([^&]+)&quot;/,
  /<meta name="baggage" content="[^"]*\bsentry-environment=([^",]+)/,
];

function checkPages(subject: Subject, used: string): Problem[] {
  const pages = readBuild(subject)?.pages ?? [];
  for (const path of pages) {
    const html = subject.reader.read(path) ?? '';
    const built = IN_PAGE.map((pattern) => pattern.exec(html)?.[1]).find((found) => found !== undefined);
    if (built !== undefined && built !== used)
      return [
        {
          level: 'warning',
          message: `Built pages have the environment ${built}, but the server uses ${used}`,
          path,
          fix: `Build with SENTRY_ENVIRONMENT=${used}, or remove data-monitoring: AditRoot asks the server.`,
        },
      ];
  }
  return [];
}
