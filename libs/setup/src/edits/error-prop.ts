import type { MagicString, Source } from '@adit/codebase/source';
import ts from 'typescript';
import { addParameters, type FunctionWithBody } from './functions.ts';

/** The name of an added property in the component, unlike any name of the application. */
const NAME = 'aditError';
const PROPERTY = `error: ${NAME}`;
const TYPE = 'error: unknown';

/**
 * Adds the property `error`, which Next passes to error screens, to a component that does not use it. Returns the name
 * of the error in the component; `undefined` if the shape of its parameters or of their type is not supported.
 */
export function addErrorProp(
  source: Source,
  out: MagicString,
  component: FunctionWithBody,
): string | undefined {
  const isTyped = /\.[cm]?tsx?$/.test(source.file.fileName);
  const [parameter] = component.parameters;
  if (!parameter) {
    const added = isTyped ? `{ ${PROPERTY} }: { ${TYPE} }` : `{ ${PROPERTY} }`;
    return addParameters(source, out, component, [added]) ? NAME : undefined;
  }
  const { name, type } = parameter;
  const first = ts.isObjectBindingPattern(name) ? name.elements[0] : undefined;
  const members = type && ts.isTypeLiteralNode(type) ? type.members : undefined;
  const member = members?.find(({ name: one }) => one?.getText() === 'error') ?? members?.[0];
  if (!first || (type && !member)) return undefined;
  const isTakenApart = member !== undefined && /^error\b/.test(member.getText());
  out.appendLeft(first.getStart(), `${PROPERTY}, `);
  if (member && !isTakenApart) out.appendLeft(member.getStart(), `${TYPE}; `);
  return NAME;
}

/** Removes the property that `addErrorProp` has added. */
export function takeErrorProp(out: MagicString, component: FunctionWithBody): void {
  const [parameter] = component.parameters;
  if (!parameter || !ts.isObjectBindingPattern(parameter.name)) return;
  const [first, next] = parameter.name.elements;
  if (first?.getText() !== PROPERTY) return;
  if (!next) {
    out.remove(parameter.getStart(), parameter.end);
    return;
  }
  out.remove(first.getStart(), next.getStart());
  const [member, other] =
    parameter.type && ts.isTypeLiteralNode(parameter.type) ? parameter.type.members : [];
  if (member && other && member.getText() === `${TYPE};`) out.remove(member.getStart(), other.getStart());
}
