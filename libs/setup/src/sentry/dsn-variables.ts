import type ts from 'typescript';

/** Variables that Adit reads itself. */
const DSN_VARIABLES = /^process\.env(?:\.|\[['"])(?:NEXT_PUBLIC_)?SENTRY_DSN(?:['"]\])?!?$/;

/** Whether an expression is a variable with the DSN that Adit reads itself. */
export const isVariable = (node: ts.Node): boolean => DSN_VARIABLES.test(node.getText());
