import { ACCEPTED, ADIT_OPTIONS, isOrigin, judgeName, type OptionKind } from '@adit/common/adit-options';
import ts from 'typescript';
import type { Check, Problem, Subject } from '../check.ts';
import { callsOf, constantOf, followConstant, lineOf, propertyValue, textOf } from '@adit/codebase/source';

const RATES = /^(?:sampleRate|tracesSampleRate|replays(?:Session|OnError)SampleRate)$/;

/** The options in `adit.config` exist, and their values have the right kind. Computed values are not checked. */
export const aditConfig: Check = {
  id: 'adit-config',
  title: 'adit.config names known options only, and what it writes out has the right kind',
  run(subject) {
    const options = findOptions(subject);
    return options === undefined ? [] : checkPart(subject.application.files.aditConfig, '', options);
  },
};

/** The object in `defineAdit({…})`. */
function findOptions({ application, reader }: Subject): ts.ObjectLiteralExpression | undefined {
  const source = reader.code(application.files.aditConfig);
  const [given] = source === undefined ? [] : (callsOf(source, 'defineAdit')[0]?.arguments ?? []);
  const value = given && followConstant(given);
  return value && ts.isObjectLiteralExpression(value) ? value : undefined;
}

function checkPart(path: string | undefined, part: string, object: ts.ObjectLiteralExpression): Problem[] {
  const kinds = ADIT_OPTIONS[part] ?? {};
  return object.properties.flatMap((property) => {
    const name = property.name && textOf(property.name);
    if (name === undefined) return [];
    const option = part === '' ? name : `${part}.${name}`;
    const place = { level: 'error' as const, path, line: lineOf(property) };
    const judged = judgeName(part, name);
    const known = Object.keys(kinds).join(', ');
    if (judged === 'wrong')
      return [
        {
          ...place,
          message: `${option} is not an option of adit.config`,
          fix: `Remove it, or use one of ${known}.`,
        },
      ];
    const kind = judged === 'known' ? kinds[name] : undefined;
    if (kind === undefined)
      return [
        {
          ...place,
          level: 'warning',
          message: `${option} may do nothing: no known version of the SDK has it`,
          fix: `Remove it unless your version has it, or use one of ${known}.`,
        },
      ];
    const written = propertyValue(property);
    if (!ts.isExpression(written)) return [];
    const value = followConstant(written);
    if (Object.hasOwn(ADIT_OPTIONS, option) && ts.isObjectLiteralExpression(value))
      return checkPart(path, option, value);
    const accepted = acceptedInstead(name, kind, value);
    return accepted === undefined
      ? []
      : [
          {
            ...place,
            message: `${option} is ${value.getText().replace(/\s+/g, ' ').slice(0, 60)}`,
            fix: `Use ${accepted}.`,
          },
        ];
  });
}

/** The accepted values, in words, if a value that is written out is wrong; `undefined` if it is right or computed. */
function acceptedInstead(name: string, kind: OptionKind, value: ts.Expression): string | undefined {
  const found = kindOf(value);
  if (kind === 'any' || found === undefined) return undefined;
  if (RATES.test(name)) return isRate(value) ? undefined : 'a number from 0 to 1';
  return isKind(kind, found, value) ? undefined : ACCEPTED[kind];
}

const isRate = (value: ts.Expression): boolean => {
  const rate = constantOf(value);
  return typeof rate === 'number' && rate >= 0 && rate <= 1;
};

type Found = 'string' | 'number' | 'boolean' | 'object' | 'list' | 'function' | 'negative';

function kindOf(value: ts.Expression): Found | undefined {
  const constant = constantOf(value);
  if (constant !== undefined) return typeof constant as Found;
  if (ts.isPrefixUnaryExpression(value) && typeof constantOf(value.operand) === 'number') return 'negative';
  if (ts.isObjectLiteralExpression(value)) return 'object';
  if (ts.isArrayLiteralExpression(value)) return 'list';
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return 'function';
  return undefined;
}

function isKind(kind: Exclude<OptionKind, 'any'>, found: Found, value: ts.Expression): boolean {
  switch (kind) {
    case 'text':
    case 'language':
      return found === 'string';
    case 'origin':
      return isOrigin(constantOf(value));
    case 'object':
    case 'texts':
      return found === 'object';
    case 'switch':
      return found === 'object' || constantOf(value) === false;
    case 'collected':
      return found === 'object' || found === 'boolean';
    case 'need':
      return constantOf(value) === 'needed' || constantOf(value) === 'always';
    case 'place':
      return constantOf(value) === 'tunnel' || constantOf(value) === 'browser';
    case 'loaded':
      return found === 'object' || found === 'function';
    case 'number':
      return found === 'number' || found === 'negative';
    case 'milliseconds':
      return found === 'number' && Number.isSafeInteger(constantOf(value));
    default:
      return found === kind;
  }
}
