import ts from 'typescript';
import { joinPath } from '../../join-path.ts';
import type { Check, Problem, Subject } from '../check.ts';
import { findAll, lineOf } from '../code/parse.ts';
import { readOption } from '../facts/settings.ts';
import { readVariables } from '../facts/variables.ts';

/** A policy lets the browser send to the tunnel, and run what Adit needs. */
export const contentSecurityPolicy: Check = {
  id: 'content-security-policy',
  title: 'No content security policy that is written out keeps Adit from working',
  run(subject) {
    const hasReplay = wantsReplay(subject);
    return filesOf(subject).flatMap((path) => {
      const directives = readDirectives(subject, path);
      return directives.length === 0
        ? []
        : checkPolicy(directives, hasReplay).map((problem) => ({ ...problem, path }));
    });
  },
};

interface Directive {
  readonly name: string;
  readonly values: readonly string[];
  readonly line: number;
}

/** Policies stand in next.config, the proxy, layouts of the root, `_document`, and headers of Vercel. */
function filesOf({ application, reader }: Subject): string[] {
  const { files, appFolder, pagesFolder, sourceFolder, folder } = application;
  const layouts =
    appFolder === undefined
      ? []
      : reader.walk(appFolder, 2).filter((path) => /\/layout\.[jt]sx?$/.test(path));
  const documents =
    pagesFolder === undefined
      ? []
      : reader.walk(pagesFolder, 0).filter((path) => /\/_document\.[jt]sx?$/.test(path));
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

const NAME = /^(?:default|connect|script|script-src|style|worker|child|img)-src(?:-elem)?$/;

/** The directives in the texts of a file. A directive with a computed part is left out. */
function readDirectives({ reader }: Subject, path: string): Directive[] {
  const source = reader.code(path);
  if (source === undefined || !/-src\b/.test(source.text)) return [];
  return findAll(source, isText).flatMap((node) => {
    const start = lineOf(node);
    const text = node.getText().slice(1, -1).replaceAll('\\n', '\n');
    let line = start;
    return text.split(/([;\n])/).flatMap((part) => {
      const here = line;
      if (part === '\n') line += 1;
      const [name = '', ...values] = part.trim().split(/\s+/);
      return NAME.test(name) && !values.some((value) => value.includes('${'))
        ? [{ name, values, line: here }]
        : [];
    });
  });
}

const isText = (node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

function checkPolicy(directives: readonly Directive[], hasReplay: boolean): Omit<Problem, 'path'>[] {
  const find = (...names: string[]): Directive | undefined =>
    names.map((name) => directives.find((one) => one.name === name)).find((one) => one !== undefined);
  const connect = find('connect-src', 'default-src');
  const worker = find('worker-src', 'child-src', 'script-src', 'default-src');
  return [
    ...(connect && !allowsOwnOrigin(connect.values)
      ? [
          {
            level: 'error' as const,
            message: `${connect.name} does not allow 'self', so browsers send nothing to the tunnel`,
            line: connect.line,
            fix: `Add 'self' to ${connect.name === 'connect-src' ? 'connect-src' : 'a connect-src of your own'}.`,
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

const allowsOwnOrigin = (values: readonly string[]): boolean =>
  values.some((value) => /^(?:'self'|\*|https?:)$/.test(value));

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
