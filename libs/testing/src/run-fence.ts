import { compileFunction } from 'node:vm';
import { transformSync } from '@swc/core';

/** The results of a document's code. */
export interface FenceRun {
  /** The values of each call of `console.log`. */
  readonly logged: readonly (readonly unknown[])[];
  /** The requested constants. */
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Runs the first `ts` block of a document.
 * @param load the test's `require`, which resolves the block's imports
 * @param change replaces parts of the code, such as an address
 * @param names constants of the block that the test needs
 */
export async function runFence(
  markdown: string,
  load: NodeJS.Require,
  { change = (code: string): string => code, names = [] as readonly string[] } = {},
): Promise<FenceRun> {
  const [, fence] = /```ts\n([\s\S]*?)```/.exec(markdown) ?? [];
  if (fence === undefined) throw new Error('the document has no block of TypeScript');
  const imports = fence.match(/^import .*$/gm) ?? [];
  const body = change(fence.replaceAll(/^import .*$/gm, ''));
  const { code } = transformSync(
    `${imports.join('\n')}\nexport async function run(console) {${body}\nreturn { ${names.join(', ')} };}`,
    { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
  );
  const exported = {} as { run: (console: object) => Promise<FenceRun['values']> };
  (compileFunction(code, ['require', 'exports']) as (...scope: unknown[]) => void)(load, exported);
  const logged: unknown[][] = [];
  const values = await exported.run({ log: (...given: unknown[]) => logged.push(given) });
  return { logged, values };
}
