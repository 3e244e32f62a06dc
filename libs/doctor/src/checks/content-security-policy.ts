import { cspFiles, findCspNonce, readOption, readTunnelPath } from '@adit/codebase';
import { lineOf } from '@adit/codebase/source';
import ts from 'typescript';
import type { Check, Problem, Subject } from '../check.ts';
import { type Directive, readDirectives } from '../code/csp-directives.ts';
import { aditRootsOf } from '../facts/adit-roots.ts';
import { readVariables } from '../facts/variables.ts';

/** A policy allows the browser to send to the tunnel, and to run Adit's code. */
export const contentSecurityPolicy: Check = {
  id: 'content-security-policy',
  title: 'No content security policy that is written out keeps Adit from working',
  run(subject) {
    const hasReplay = wantsReplay(subject);
    const { origin } = readTunnelPath(subject) ?? {};
    const found = cspFiles(subject).flatMap((path) => {
      const directives = readDirectives(subject.reader.code(path));
      return directives.length === 0
        ? []
        : checkPolicy(directives, hasReplay, origin).map((problem) => ({ ...problem, path }));
    });
    return [...found, ...checkNonce(subject)];
  },
};

/** Each `AditRoot` has the nonce if a policy allows inline scripts by one. Without the router, it has no inline script. */
function checkNonce(subject: Subject): Problem[] {
  const policy = readOption(subject, 'router')?.value === false ? undefined : findCspNonce(subject);
  if (policy === undefined) return [];
  const { header, path, line } = policy;
  return [...aditRootsOf(subject)].flatMap((root) =>
    root.uses
      .flatMap((use) => elementOf(use) ?? [])
      .filter((element) => !hasNonce(element))
      .map((element) => ({
        level: 'warning',
        message: `AditRoot has no nonce, so the policy of ${path}:${String(line)} blocks its inline script, which recovers pages without their scripts`,
        path: root.path,
        line: lineOf(element),
        fix: `Write <AditRoot nonce={(await headers()).get('${header}') ?? undefined}>, with headers of 'next/headers'.`,
      })),
  );
}

/** The tag that opens the element of a name: `<AditRoot>` or `<root.AditRoot>`. */
function elementOf(name: ts.Identifier): ts.JsxOpeningLikeElement | undefined {
  const { parent } = name;
  const tag = ts.isPropertyAccessExpression(parent) ? parent.parent : parent;
  return ts.isJsxOpeningElement(tag) || ts.isJsxSelfClosingElement(tag) ? tag : undefined;
}

const hasNonce = ({ attributes }: ts.JsxOpeningLikeElement): boolean =>
  attributes.properties.some(
    (attribute) => ts.isJsxSpreadAttribute(attribute) || attribute.name.getText() === 'nonce',
  );

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
