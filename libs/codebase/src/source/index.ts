export { default as MagicString } from 'magic-string';
export { followConstant } from './constants.ts';
export { editSource, NO_LINE, SAME, unknown, type Edit } from './edit.ts';
export {
  defaultExportsOf,
  findDefaultExport,
  findNamedExport,
  isExported,
  type Exported,
} from './exported.ts';
export { importsFrom, importsOf, type Import } from './imports.ts';
export { addLines, endOfLine, takeLines } from './lines.ts';
export { lookUp } from './look-up.ts';
export { readMatcher, toRegExp, type Matcher } from './matcher.ts';
export {
  calledName,
  callsOf,
  constantOf,
  findAll,
  lineOf,
  parse,
  plainExpression,
  textOf,
  unwrap,
  usesOf,
} from './parse.ts';
export { findProperty, propertiesOf, propertyName, propertyValue } from './properties.ts';
export { createReader, type Reader } from './reader.ts';
export { mentions, parseSource, type Source } from './source.ts';
export { DEFAULT_STYLE, inStyle, readStyle, type Style } from './style.ts';
