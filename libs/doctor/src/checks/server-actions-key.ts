import ts from 'typescript';
import { findScripts, joinPath, mayHoldSources } from '@adit/codebase';
import { findAll, lineOf } from '@adit/codebase/source';
import type { Check, Problem, Subject } from '../check.ts';
import { readBuild } from '../facts/build.ts';
import { readDeployment } from '../facts/deployment.ts';
import { readPipelines } from '../facts/pipelines.ts';
import { readVariables } from '../facts/variables.ts';

const KEY = 'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY';

/** Builds share the key from which the ids of Server Actions are made. Next has no Server Actions in a static export. */
export const serverActionsKey: Check = {
  id: 'server-actions-key',
  title: 'All builds have one key for Server Actions, or there are no Server Actions',
  run(subject) {
    const { appFolder, staticExport } = subject.application;
    if (appFolder === undefined || staticExport || isSet(subject)) return [];
    const place = findAction(subject) ?? findBuiltAction(subject);
    if (place === undefined) return [];
    return [
      {
        level: 'warning',
        message: `Without ${KEY}, a new build may give all Server Actions new ids: open tabs of the last build, and replicas that are built apart, do not find them`,
        ...place,
        fix: `Set ${KEY} to the output of openssl rand -base64 32, the same for all builds and replicas.`,
      },
    ];
  },
};

const isSet = (subject: Subject): boolean =>
  readVariables(subject, KEY).length > 0 ||
  [...readDeployment(subject), ...readPipelines(subject)].some(({ text }) => text.includes(KEY));

type Place = Pick<Problem, 'path' | 'line'>;

/** The first `'use server'` of a module or of a function. */
function findAction({ application, reader }: Subject): Place | undefined {
  for (const path of findScripts(reader, application.folder, { name: /./, enters: mayHoldSources })) {
    const source = reader.read(path)?.includes('use server') ? reader.code(path) : undefined;
    const [directive] = source ? findAll(source, isDirective) : [];
    if (directive !== undefined) return { path, line: lineOf(directive) };
  }
  return undefined;
}

const isDirective = (node: ts.Node): node is ts.ExpressionStatement =>
  ts.isExpressionStatement(node) &&
  ts.isStringLiteral(node.expression) &&
  node.expression.text === 'use server';

/** The list of the last build, which has the actions of other packages, too. */
function findBuiltAction(subject: Subject): Place | undefined {
  const build = readBuild(subject);
  if (build === undefined) return undefined;
  const path = joinPath(build.folder, 'server/server-reference-manifest.json');
  const { node, edge } = (subject.reader.json(path) ?? {}) as { node?: object; edge?: object };
  return Object.keys({ ...node, ...edge }).some(isAction) ? { path } : undefined;
}

/** An id of 42 digits has a first bit that marks functions with `'use cache'`. Those of Next 14 have 40. */
const isAction = (id: string): boolean => id.length !== 42 || parseInt(id.slice(0, 2), 16) < 0x80;
