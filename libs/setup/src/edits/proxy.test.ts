import { describe } from '@jest/globals';
import { itLeaves, itRoundTrips } from '../../testing/round-trip.helper.ts';
import { addToProxy, takeFromProxy } from './proxy.ts';

const IMPORT = "import { reportErrors } from '@adit/next/server';\n";
const CONFIG = "\nexport const config = { matcher: '/a' };\n";

describe('wraps', () => {
  itRoundTrips(addToProxy, takeFromProxy, {
    'a function': [
      'proxy.ts',
      `import { NextRequest } from 'next/server';\n\nexport function proxy(request: NextRequest) {\n  return a(request);\n}\n${CONFIG}`,
      `import { NextRequest } from 'next/server';\n${IMPORT}\nexport const proxy = reportErrors(function proxy(request: NextRequest) {\n  return a(request);\n});\n${CONFIG}`,
    ],
    'an asynchronous function': [
      'src/middleware.ts',
      `export async function middleware(request) {\n  return a;\n}\n${CONFIG}`,
      `${IMPORT}\nexport const middleware = reportErrors(async function middleware(request) {\n  return a;\n});\n${CONFIG}`,
    ],
    'a function that calls itself': [
      'middleware.js',
      'export function middleware(request) {\n  return middleware(a.middleware);\n}\n',
      `${IMPORT}\nexport const middleware = reportErrors(function middleware(request) {\n  return middleware(a.middleware);\n});\n`,
    ],
    'a default function': [
      'middleware.ts',
      `export default function middleware() {}\n`,
      `${IMPORT}\nexport default reportErrors(function middleware() {});\n`,
    ],
    'what Clerk writes': [
      'middleware.ts',
      `import { clerkMiddleware } from '@clerk/nextjs/server';\n\nexport default clerkMiddleware();\n${CONFIG}`,
      `import { clerkMiddleware } from '@clerk/nextjs/server';\n${IMPORT}\nexport default reportErrors(clerkMiddleware());\n${CONFIG}`,
    ],
    'what next-auth writes': [
      'middleware.ts',
      "import { auth } from '@/auth';\n\nexport default auth((req) => {\n  a(req);\n});\n",
      `import { auth } from '@/auth';\n${IMPORT}\nexport default reportErrors(auth((req) => {\n  a(req);\n}));\n`,
    ],
    'a constant': [
      'proxy.ts',
      'export const proxy: NextProxy = async (request) => a(request);\n',
      `${IMPORT}\nexport const proxy: NextProxy = reportErrors(async (request) => a(request));\n`,
    ],
    'a name': [
      'middleware.ts',
      "import createMiddleware from 'next-intl/middleware';\nimport { routing } from './routing';\nconst handle = createMiddleware(routing);\nexport default handle\n",
      `import createMiddleware from 'next-intl/middleware';\nimport { routing } from './routing';\n${IMPORT}const handle = createMiddleware(routing);\nexport default reportErrors(handle)\n`,
    ],
    'the named function if there is a default, too': [
      'proxy.ts',
      'export function proxy() {}\nexport default 1;\n',
      `${IMPORT}\nexport const proxy = reportErrors(function proxy() {});\nexport default 1;\n`,
    ],
  });
});

describe('leaves', () => {
  const shape = 'the shape of its export is not known';
  itLeaves(addToProxy, {
    'a function that is passed on': ['middleware.ts', "export { auth as middleware } from '@/auth';", shape],
    'a default that is passed on': [
      'middleware.ts',
      "export { default } from 'next-auth/middleware';",
      shape,
    ],
    'a file without a function': ['proxy.ts', 'export const config = {};', shape],
    'a function that the file uses': ['proxy.ts', 'export function proxy() {}\nrun(proxy);', shape],
    'a constant with a function of its name': [
      'proxy.ts',
      'export const proxy = function proxy() {};',
      shape,
    ],
    'another reportErrors': ['proxy.ts', 'const reportErrors = 1;', 'it has a reportErrors of its own'],
    'an error of syntax': ['proxy.ts', 'export function proxy( {', 'the file has an error of syntax'],
    'an import on the line of the code': [
      'proxy.ts',
      "import a from 'a'; export function proxy() {}",
      'there is no line of its own for an import',
    ],
  });
});
