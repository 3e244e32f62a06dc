import ts from 'typescript';
import { lookUp } from '../source/look-up.ts';
import { constantOf, findAll, parse } from '../source/parse.ts';

/** Whether an object of a Next configuration has `output: 'export'`, also by a constant of the file. */
export const exportsFiles = (text: string): boolean =>
  findAll(parse('next.config.ts', text), ts.isObjectLiteralExpression).some(
    (object) => constantOf(lookUp(object, ['output'])?.value) === 'export',
  );
