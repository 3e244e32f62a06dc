import { describe, expect, it } from '@jest/globals';
import { itLeaves, itRoundTrips, textOf } from '../../testing/round-trip.helper.ts';
import { addHooks, CLIENT, INSTRUMENTATION, takeHooks } from './hooks.ts';

const TS = 'instrumentation.ts';
const JS = 'instrumentation.js';
const BOTH =
  "import { register as registerAdit, onRequestError as reportToAdit } from '@adit/next/instrumentation';\n";
const REGISTER = "import { register as registerAdit } from '@adit/next/instrumentation';\n";
const ONLY_REPORT =
  "import { onRequestError as reportToAdit } from '@adit/next/instrumentation';\nexport { register } from '@adit/next/instrumentation';\n";
const ALL = "export { register, onRequestError } from '@adit/next/instrumentation';\n";
const PASS_ON = "export { onRequestError } from '@adit/next/instrumentation';\n";
const add = (path: string, text: string) => addHooks(path, text, INSTRUMENTATION);
const take = (path: string, text: string) => takeHooks(path, text, INSTRUMENTATION);

describe('extends an instrumentation', () => {
  itRoundTrips(add, take, {
    'of OpenTelemetry': [
      TS,
      "import { registerOTel } from '@vercel/otel';\n\nexport function register() {\n  registerOTel('shop');\n}\n",
      `import { registerOTel } from '@vercel/otel';\n${REGISTER}${PASS_ON}\nexport function register() {\n  registerOTel('shop');\n  return registerAdit();\n}\n`,
    ],
    'that imports for one runtime': [
      TS,
      'export async function register() {\n  if (process.env.NEXT_RUNTIME === "nodejs") {\n    await import("./node");\n  }\n}\n',
      'import { register as registerAdit } from "@adit/next/instrumentation";\nexport { onRequestError } from "@adit/next/instrumentation";\n\nexport async function register() {\n  if (process.env.NEXT_RUNTIME === "nodejs") {\n    await import("./node");\n  }\n  await registerAdit();\n}\n',
    ],
    'with both functions': [
      TS,
      "import type { Instrumentation } from 'next';\n\nexport async function register(): Promise<void> {\n  await start(); // all\n}\n\nexport const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {\n  await send(error, request, context);\n};\n",
      `import type { Instrumentation } from 'next';\n${BOTH}\nexport async function register(): Promise<void> {\n  await start(); // all\n  await registerAdit();\n}\n\nexport const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {\n  reportToAdit(error, request, context);\n  await send(error, request, context);\n};\n`,
    ],
    'with an arrow that takes fewer parameters': [
      TS,
      "import type { Instrumentation } from 'next';\n\nexport const onRequestError: Instrumentation.onRequestError = (error, request: Request) => {\n  log(error);\n};\n",
      `import type { Instrumentation } from 'next';\n${ONLY_REPORT}\nexport const onRequestError: Instrumentation.onRequestError = (error, request: Request, aditContext?: unknown) => {\n  reportToAdit(error, request as never, aditContext as never);\n  log(error);\n};\n`,
    ],
    'with an arrow that takes none': [
      JS,
      'export const onRequestError = () => {\n  count();\n};\n',
      `${ONLY_REPORT}\nexport const onRequestError = (aditError, aditRequest, aditContext) => {\n  reportToAdit(aditError, aditRequest, aditContext);\n  count();\n};\n`,
    ],
    'with only onRequestError': [
      TS,
      'export function onRequestError(e: Error, r: Request, c: object) { log(e); }\n',
      "import { onRequestError as reportToAdit } from '@adit/next/instrumentation';\nexport { register } from '@adit/next/instrumentation';\n\nexport function onRequestError(e: Error, r: Request, c: object) { reportToAdit(e as never, r as never, c as never); log(e); }\n",
    ],
    'whose function is a constant': [
      JS,
      'export const register = async () => {\n\tawait a();\n}\n',
      `${REGISTER}${PASS_ON}\nexport const register = async () => {\n\tawait a();\n\tawait registerAdit();\n}\n`,
    ],
    'without semicolons': [
      JS,
      "import a from 'a'\n\nexport async function register() {\n  a()\n}\n",
      "import a from 'a'\nimport { register as registerAdit } from '@adit/next/instrumentation'\nexport { onRequestError } from '@adit/next/instrumentation'\n\nexport async function register() {\n  a()\n  await registerAdit()\n}\n",
    ],
    'whose function is empty': [
      TS,
      'export function register() {}\n',
      `${REGISTER}${PASS_ON}\nexport function register() { return registerAdit(); }\n`,
    ],
    'whose function has only a comment': [
      TS,
      'export async function register() {\n  // later\n}\n',
      `${REGISTER}${PASS_ON}\nexport async function register() {\n  await registerAdit();\n  // later\n}\n`,
    ],
    'whose function has a blank': [
      TS,
      'export function register() { }\n',
      `${REGISTER}${PASS_ON}\nexport function register() { return registerAdit();  }\n`,
    ],
    'with a function for a callback that returns': [
      TS,
      'export function register() {\n  process.on("exit", () => { return 1; });\n  list.map(function (a) { return a; });\n}\n',
      'import { register as registerAdit } from "@adit/next/instrumentation";\nexport { onRequestError } from "@adit/next/instrumentation";\n\nexport function register() {\n  process.on("exit", () => { return 1; });\n  list.map(function (a) { return a; });\n  return registerAdit();\n}\n',
    ],
    'that returns early': [
      TS,
      "export async function register() {\n  if (!process.env.DSN) {\n    return;\n  }\n  if (isEdge) return\n  await import('./server');\n}\n",
      `${REGISTER}${PASS_ON}\nexport async function register() {\n  if (!process.env.DSN) {\n    return registerAdit();\n  }\n  if (isEdge) return registerAdit()\n  await import('./server');\n  await registerAdit();\n}\n`,
    ],
    'that returns at last': [
      TS,
      'export async function register() {\n  await a();\n  return;\n}\n',
      `${REGISTER}${PASS_ON}\nexport async function register() {\n  await a();\n  return registerAdit();\n}\n`,
    ],
    'that returns early and is not asynchronous': [
      TS,
      'export function register(): void {\n  if (isEdge) return;\n  a();\n}\n',
      `${REGISTER}${PASS_ON}\nexport function register(): void | Promise<void> {\n  if (isEdge) return registerAdit();\n  a();\n  return registerAdit();\n}\n`,
    ],
    'of a comment': [TS, '// later\n', `// later\n${ALL}`],
    'that is empty': [TS, '', ALL],
    'in lines of Windows': [
      TS,
      'export function register() {\r\n  a();\r\n}\r\n',
      "import { register as registerAdit } from '@adit/next/instrumentation';\r\nexport { onRequestError } from '@adit/next/instrumentation';\r\n\r\nexport function register() {\r\n  a();\r\n  return registerAdit();\r\n}\r\n",
    ],
    'whose types say less': [
      TS,
      'export function register(): void {\n  a();\n}\n\nexport async function onRequestError(error: Error, request: { path: string }) {\n  b(error);\n}\n',
      `${BOTH}\nexport function register(): void | Promise<void> {\n  a();\n  return registerAdit();\n}\n\nexport async function onRequestError(error: Error, request: { path: string }) {\n  reportToAdit(...(arguments as unknown as Parameters<typeof reportToAdit>));\n  b(error);\n}\n`,
    ],
    'that takes one parameter': [
      JS,
      'export function onRequestError(error) {\n  a(error);\n}\n',
      "import { onRequestError as reportToAdit } from '@adit/next/instrumentation';\nexport { register } from '@adit/next/instrumentation';\n\nexport function onRequestError(error) {\n  reportToAdit(...arguments);\n  a(error);\n}\n",
    ],
    'that takes a parameter apart': [
      JS,
      'export const onRequestError = function ({ message }, b, ...c) { a(message); };\n',
      "import { onRequestError as reportToAdit } from '@adit/next/instrumentation';\nexport { register } from '@adit/next/instrumentation';\n\nexport const onRequestError = function ({ message }, b, ...c) { reportToAdit(...arguments); a(message); };\n",
    ],
    'that exports something else': [
      TS,
      'const runtime = 1;\nexport { runtime };\n',
      "export { register, onRequestError } from '@adit/next/instrumentation';\n\nconst runtime = 1;\nexport { runtime };\n",
    ],
  });
});

describe('leaves an instrumentation', () => {
  const register = 'the shape of its register is not known';
  const early = 'its register may end before its last line';
  itLeaves(add, {
    'with an error of syntax': [TS, 'export function', 'the file has an error of syntax'],
    'of a comment without a line end': [TS, '// later', 'there is no line of its own for an import'],
    'that passes register on': [TS, "export { register } from './other';", register],
    'that passes all on': [TS, "export * from './other';", register],
    'of CommonJS': [JS, 'exports.register = () => {};', register],
    'of CommonJS in one object': [JS, 'module.exports = { register() {} };', register],
    'with an arrow without braces': [TS, 'export const register = () => start();', register],
    'that takes an object apart': [TS, 'export const { register } = a;', register],
    'without a value': [TS, 'export let register;', register],
    'of a generator': [TS, 'export function* register() {}', register],
    'with an overload': [TS, 'export function register(): void;\nexport function register() {}', register],
    'that returns something early': [
      TS,
      'export function register() {\n  if (a) return 1;\n  b();\n}',
      early,
    ],
    'that returns at last': [TS, 'export function register() {\n  b();\n  return;\n}', early],
    'that throws at last': [TS, 'export function register() {\n  throw a;\n}', early],
    'with a return type': [TS, 'export function register(): unknown {}', 'its register has a return type'],
    'with another registerAdit': [
      TS,
      'const registerAdit = 1;\nexport function register() {}',
      'it has a registerAdit of its own',
    ],
    'whose last statement has no semicolon in the line': [
      TS,
      'export function register() { a() }',
      'there is no line of its own for an import',
    ],
    'whose code follows the brace': [
      TS,
      'export function onRequestError(a, b, c) { d();\n e();\n}',
      'there is no line of its own for an import',
    ],
    'whose code lies behind the last statement': [
      TS,
      'export function register() {\n  a(); /* to be\n continued */ }',
      'there is no line of its own for an import',
    ],
    'of an arrow without parentheses': [
      JS,
      'export const onRequestError = error => {};',
      'its onRequestError does not take all parameters',
    ],
    'of an arrow that takes its parameters apart': [
      TS,
      'export const onRequestError = ({ message }) => {};',
      'its onRequestError does not take all parameters',
    ],
    'that has a name of Adit’s': [
      TS,
      'const aditContext = 1;\nexport const onRequestError = (error, request) => {};',
      'its onRequestError does not take all parameters',
    ],
  });
});

describe('takes out what a person has changed', () => {
  it.each([
    [
      'names passed on in a line of their own',
      "import { register as registerAdit, onRequestError } from '@adit/next/instrumentation';\n\nexport { onRequestError };\n\nexport async function register() {\n  await a();\n  await registerAdit();\n}\n",
      '\nexport async function register() {\n  await a();\n}\n',
    ],
    ['another import above', `${PASS_ON}import a from 'a';\na();\n`, "import a from 'a';\na();\n"],
    ['no blank line', `${PASS_ON}a();\n`, 'a();\n'],
  ])('%s', (_name, text, expected) => {
    expect(textOf(take(TS, text))).toBe(expected);
  });

  it('leaves a use that is not known', () => {
    const why = 'it uses a hook of Adit in a way that is not known';
    expect(take(TS, `${REGISTER}start(registerAdit);`)).toEqual({ kind: 'unknown', why });
    expect(take(TS, 'export const a = 1;')).toEqual({ kind: 'same' });
    const typed = REGISTER.replace(' }', ', type Request }');
    expect(take(TS, typed)).toEqual({ kind: 'unknown', why: 'it uses a type of Adit' });
  });
});

describe('extends an instrumentation of the browser', () => {
  itRoundTrips(
    (path, text) => addHooks(path, text, CLIENT),
    (path, text) => takeHooks(path, text, CLIENT),
    {
      'without a function for navigations': [
        'instrumentation-client.ts',
        "import posthog from 'posthog-js';\n\nposthog.init('key');\n",
        "import posthog from 'posthog-js';\nexport { onRouterTransitionStart } from '@adit/next/client';\n\nposthog.init('key');\n",
      ],
      'with one': [
        'instrumentation-client.ts',
        'export function onRouterTransitionStart(url: string, type: string) {\n  console.log(url, type);\n}\n',
        "import { onRouterTransitionStart as startAditTransition } from '@adit/next/client';\n\nexport function onRouterTransitionStart(url: string, type: string) {\n  startAditTransition(url as never, type as never);\n  console.log(url, type);\n}\n",
      ],
    },
  );
});
