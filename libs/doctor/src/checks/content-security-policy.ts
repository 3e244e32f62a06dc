import { isNamed, joinPath, readOption, readTunnelPath } from '@adit/codebase';
import type { Check, Problem, Subject } from '../check.ts';
import { type Directive, readDirectives } from '../code/csp-directives.ts';
import { readVariables } from '../facts/variables.ts';

/** A policy allows the browser to send to the tunnel, and to run Adit's code. */
export const contentSecurityPolicy: Check = {
  id: 'content-security-policy',
  title: 'No content security policy that is written out keeps Adit from working',
  run(subject) {
    const hasReplay = wantsReplay(subject);
    const { origin } = readTunnelPath(subject) ?? {};
    return filesOf(subject).flatMap((path) => {
      const directives = readDirectives(subject.reader.code(path));
      return directives.length === 0
        ? []
        : checkPolicy(directives, hasReplay, origin).map((problem) => ({ ...problem, path }));
    });
  },
};

/** Policies can be in next.config, the proxy, root layouts, `_document`, and headers of Vercel. */
function filesOf({ application, reader }: Subject): string[] {
  const { files, appFolder, pagesFolder, sourceFolder, folder } = application;
  const layouts =
    appFolder === undefined
      ? []
      : reader.walk(appFolder, 2).filter((path) => isNamed(path, 'layout', application));
  const documents =
    pagesFolder === undefined
      ? []
      : reader.walk(pagesFolder, 0).filter((path) => isNamed(path, '_document', application));
  const named = [sourceFolder, joinPath(folder, 'lib'), joinPath(sourceFolder, 'lib')].flatMap((place) =>
    reader
      .list(place)
      .filter((name) => /^(?:csp|content-security-policy|security-headers)\.[cm]?[jt]s$/.test(name))
      .map((name) => joinPath(place, name)),
  );
  const found = [
    files.nextConfig,
    files.proxy,
    ...layouts,
    ...documents,
    ...named,
    joinPath(folder, 'vercel.json'),
  ];
  return [...new Set(found.filter((path) => path !== undefined))];
}

function checkPolicy(
  directives: readonly Directive[],
  hasReplay: boolean,
  origin = "'self'",
): Omit<Problem, 'path'>[] {
  const find = (...names: string[]): Directive | undefined =>
    names.map((name) => directives.find((one) => one.name === name)).find((one) => one !== undefined);
  const connect = find('connect-src', 'default-src');
  const worker = find('worker-src', 'child-src', 'script-src', 'default-src');
  return [
    ...(connect && !allows(connect.values, origin)
      ? [
          {
            level: 'error' as const,
            message: `${connect.name} does not allow ${origin}, so browsers send nothing to the tunnel`,
            line: connect.line,
            fix: `Add ${origin} to ${connect.name === 'connect-src' ? 'connect-src' : 'a connect-src of your own'}.`,
          },
        ]
      : []),
    ...(hasReplay && worker && !worker.values.some((value) => value === 'blob:' || value === '*')
      ? [
          {
            level: 'warning' as const,
            message: `${worker.name} does not allow blob:, so replays are compressed in the page's own thread`,
            line: worker.line,
            fix: "Add worker-src 'self' blob: to the policy.",
          },
        ]
      : []),
  ];
}

/** Whether a list allows `'self'` or another origin. Hosts may be written without a scheme, with a path, or with a star for subdomains. */
function allows(values: readonly string[], origin: string): boolean {
  const isOwn = origin === "'self'";
  return values.some((value) => {
    if (value === '*') return true;
    if (isOwn) return /^(?:'self'|self|https?:)$/.test(value);
    const { host, protocol } = new URL(origin);
    const [, scheme = protocol, named = ''] = /^(?:(\w+:)\/\/)?([^/]*)/.exec(value) ?? [];
    if (value === protocol) return true;
    return (
      scheme === protocol && (named === host || (named.startsWith('*.') && host.endsWith(named.slice(1))))
    );
  });
}

function wantsReplay(subject: Subject): boolean {
  const rates = ['replaysSessionSampleRate', 'replaysOnErrorSampleRate'].map(
    (name) => readOption(subject, `monitoring.${name}`)?.value,
  );
  const variables = readVariables(
    subject,
    'SENTRY_REPLAYS_SESSION_SAMPLE_RATE',
    'SENTRY_REPLAYS_ON_ERROR_SAMPLE_RATE',
  );
  return [...rates, ...variables.map(({ value }) => Number(value))].some(
    (rate) => typeof rate === 'number' && rate > 0,
  );
}
