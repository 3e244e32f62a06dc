import ts from 'typescript';
import { callsOf, constantOf, findAll, lineOf, usesOf } from '../source/parse.ts';
import { cspFiles, type ReadApplication } from './csp-files.ts';

/** A content security policy that allows inline scripts by a nonce. */
export interface CspNonce {
  /** The file of the policy. */
  readonly path: string;
  readonly line: number;
  /** The header of the request with the nonce. Default `x-nonce`. */
  readonly header: string;
}

/**
 * The first policy of an application with a nonce for scripts; `undefined` if no file has one, or if browsers only
 * report its violations.
 */
export function findCspNonce(subject: ReadApplication): CspNonce | undefined {
  const sources = cspFiles(subject).flatMap((path) => {
    const source = subject.reader.code(path);
    return source === undefined ? [] : [{ path, source }];
  });
  if (sources.length > 0 && isReportOnly(sources.map(({ source }) => source.text).join('\n')))
    return undefined;
  for (const { path, source } of sources) {
    const node = source.text.includes('nonce-') ? nonceOf(source) : undefined;
    if (node)
      return {
        path,
        line: lineOf(node),
        header: sources.map((one) => headerOf(one.source)).find(Boolean) ?? 'x-nonce',
      };
  }
  return undefined;
}

const isReportOnly = (text: string): boolean =>
  /content-security-policy-report-only/i.test(text) && !/content-security-policy(?!-report-only)/i.test(text);

/** The header that the code sets to the nonce. */
const headerOf = (source: ts.SourceFile): string | undefined =>
  callsOf(source, 'set')
    .map(({ arguments: [name] }) => constantOf(name))
    .find((name): name is string => typeof name === 'string' && /nonce/i.test(name));

/** The first text with a nonce for scripts. */
function nonceOf(source: ts.SourceFile): ts.Node | undefined {
  const hasScripts = /script-?src/i.test(source.text);
  const isForScripts = (name: string): boolean =>
    /^script-?src(?:-?elem)?$/i.test(name) || (!hasScripts && /^default-?src$/i.test(name));
  return findAll(source, isText).find((node) =>
    [...node.getText().matchAll(/nonce-/g)].some(({ index }) =>
      directivesAt(node, node.getStart() + index, MAX_NAMES).some(isForScripts),
    ),
  );
}

const isText = (node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** The longest chain of constants and functions that is followed. */
const MAX_NAMES = 5;

/**
 * The directives to which a part of a text belongs: the last name before it in its statement, or before the uses of its
 * constant or function.
 */
function directivesAt(node: ts.Node, at: number, steps: number): readonly string[] {
  const source = node.getSourceFile();
  const statement = ts.findAncestor(node, (one) => ts.isStatement(one) && !ts.isBlock(one)) ?? node;
  const before = source.text.slice(statement.getStart(), at);
  const name = before.match(/\b[a-z]+(?:-src(?:-elem|-attr)?|Src(?:Elem|Attr)?)\b/g)?.at(-1);
  if (name !== undefined) return [name];
  const declared = ts.findAncestor(node, isNamedDeclaration);
  if (declared === undefined || steps === 0) return [];
  return usesOf(source, declared.name.text)
    .filter((use) => use !== declared.name)
    .flatMap((use) => directivesAt(use, use.getStart(), steps - 1));
}

type NamedDeclaration = (ts.VariableDeclaration | ts.FunctionDeclaration) & { readonly name: ts.Identifier };

const isNamedDeclaration = (node: ts.Node): node is NamedDeclaration =>
  (ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)) &&
  node.name !== undefined &&
  ts.isIdentifier(node.name);
