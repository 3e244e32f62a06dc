import { compileFunction } from 'node:vm';
import ts from 'typescript';

/**
 * Returns the first example in a language that contains a text.
 *
 * @throws if there is none
 */
export function findExample(markdown: string, language: string, holds = ''): string {
  const examples = [...markdown.matchAll(/```(\w+)\n([^]*?)```/g)];
  const found = examples.find(([, name, code]) => name === language && code?.includes(holds));
  if (found?.[2] === undefined) throw new Error(`no example in ${language} contains ${holds}`);
  return found[2];
}

/** Runs an example as a module and returns its exports. */
export function runExample(
  code: string,
  packages: Readonly<Record<string, unknown>>,
  globals: Readonly<Record<string, unknown>> = {},
): unknown {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      jsx: ts.JsxEmit.ReactJSX,
      esModuleInterop: true,
    },
  });
  const exported = {};
  const body = compileFunction(outputText, ['require', 'exports', ...Object.keys(globals)]) as (
    ...values: unknown[]
  ) => void;
  body((name: string) => packages[name], exported, ...Object.values(globals));
  return exported;
}
