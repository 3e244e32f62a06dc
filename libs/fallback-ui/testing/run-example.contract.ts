import { compileFunction } from 'node:vm';
import ts from 'typescript';

/**
 * The first example of a text in a language that holds something.
 *
 * @throws where there is none: a test of an example that is gone must not pass
 */
export function findExample(markdown: string, language: string, holds = ''): string {
  const examples = [...markdown.matchAll(/```(\w+)\n([^]*?)```/g)];
  const found = examples.find(([, name, code]) => name === language && code?.includes(holds));
  if (found?.[2] === undefined) throw new Error(`there is no example in ${language} with ${holds}`);
  return found[2];
}

/** Runs an example as a module, with what it imports, and returns what it exports. */
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
