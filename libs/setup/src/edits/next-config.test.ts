import { describe, expect, it } from '@jest/globals';
import { itLeaves, itRoundTrips, textOf } from '../../testing/round-trip.helper.ts';
import { addToNextConfig, takeFromNextConfig } from './next-config.ts';

const ESM = "import { withAdit } from '@adit/next/config';\n";
const CJS = "const { withAdit } = require('@adit/next/config');\n";
const NODE = 'next.config.mjs';
const JS = 'next.config.js';
const TS = 'next.config.ts';

describe('wraps', () => {
  itRoundTrips(addToNextConfig, takeFromNextConfig, {
    'an object': [NODE, 'export default { a: 1 };\n', `${ESM}\nexport default withAdit({ a: 1 });\n`],
    'an empty object without a last line break': [
      NODE,
      'export default {}',
      "import { withAdit } from '@adit/next/config'\n\nexport default withAdit({})",
    ],
    'an object that satisfies': [
      TS,
      "import type { NextConfig } from 'next';\n\nexport default {\n  a: 1,\n} satisfies NextConfig;\n",
      `import type { NextConfig } from 'next';\n${ESM}\nexport default withAdit({\n  a: 1,\n} satisfies NextConfig);\n`,
    ],
    'an object as a type': [
      TS,
      "import type { NextConfig } from 'next';\nexport default { a: 1 } as NextConfig;\n",
      `import type { NextConfig } from 'next';\n${ESM}export default withAdit({ a: 1 } as NextConfig);\n`,
    ],
    'what create-next-app writes for TypeScript': [
      TS,
      'import type { NextConfig } from "next";\n\nconst nextConfig: NextConfig = {\n  /* config options here */\n};\n\nexport default nextConfig;\n',
      'import type { NextConfig } from "next";\nimport { withAdit } from "@adit/next/config";\n\nconst nextConfig: NextConfig = {\n  /* config options here */\n};\n\nexport default withAdit(nextConfig);\n',
    ],
    'what create-next-app writes for JavaScript': [
      NODE,
      "/** @type {import('next').NextConfig} */\nconst nextConfig = {};\n\nexport default nextConfig;\n",
      `${ESM}\n/** @type {import('next').NextConfig} */\nconst nextConfig = {};\n\nexport default withAdit(nextConfig);\n`,
    ],
    'an older create-next-app': [
      JS,
      "/** @type {import('next').NextConfig} */\nconst nextConfig = {}\n\nmodule.exports = nextConfig\n",
      "const { withAdit } = require('@adit/next/config')\n\n/** @type {import('next').NextConfig} */\nconst nextConfig = {}\n\nmodule.exports = withAdit(nextConfig)\n",
    ],
    'what Nx writes': [
      JS,
      "//@ts-check\n\nconst { composePlugins, withNx } = require('@nx/next');\n\nconst nextConfig = { nx: {} };\n\nconst plugins = [withNx];\n\nmodule.exports = composePlugins(...plugins)(nextConfig);\n",
      `//@ts-check\n\nconst { composePlugins, withNx } = require('@nx/next');\n${CJS}\nconst nextConfig = { nx: {} };\n\nconst plugins = [withNx];\n\nmodule.exports = withAdit(composePlugins(...plugins)(nextConfig));\n`,
    ],
    'an object of CommonJS': [
      JS,
      'module.exports = { a: 1 };',
      `${CJS}\nmodule.exports = withAdit({ a: 1 });`,
    ],
    'a .cjs file': ['next.config.cjs', 'module.exports = {};\n', `${CJS}\nmodule.exports = withAdit({});\n`],
    'a call of a call': [
      JS,
      "const withBundleAnalyzer = require('@next/bundle-analyzer')({\n  enabled: process.env.ANALYZE === 'true',\n});\nconst withMDX = require('@next/mdx')();\nmodule.exports = withMDX(withBundleAnalyzer({ a: 1 }));\n",
      `const withBundleAnalyzer = require('@next/bundle-analyzer')({\n  enabled: process.env.ANALYZE === 'true',\n});\nconst withMDX = require('@next/mdx')();\n${CJS}module.exports = withAdit(withMDX(withBundleAnalyzer({ a: 1 })));\n`,
    ],
    'a chain of calls over lines': [
      TS,
      "import createMDX from '@next/mdx';\n\nexport default createMDX({\n  options: {},\n})({\n  // inner\n  a: 1,\n}); // last\n",
      `import createMDX from '@next/mdx';\n${ESM}\nexport default withAdit(createMDX({\n  options: {},\n})({\n  // inner\n  a: 1,\n})); // last\n`,
    ],
    'an arrow function': [
      NODE,
      'export default (phase) => ({ env: { phase } });\n',
      `${ESM}\nexport default withAdit((phase) => ({ env: { phase } }));\n`,
    ],
    'an asynchronous arrow function': [
      NODE,
      'export default async (phase, { defaultConfig }) => {\n  return defaultConfig;\n};\n',
      `${ESM}\nexport default withAdit(async (phase, { defaultConfig }) => {\n  return defaultConfig;\n});\n`,
    ],
    'a function': [
      NODE,
      'export default function config(phase) {\n  return {};\n}\n',
      `${ESM}\nexport default withAdit(function config(phase) {\n  return {};\n});\n`,
    ],
    'an asynchronous function with types': [
      TS,
      "import type { NextConfig } from 'next';\n\n// Reads a file.\nexport default async function config(): Promise<NextConfig> {\n  return {};\n}\n",
      `import type { NextConfig } from 'next';\n${ESM}\n// Reads a file.\nexport default withAdit(async function config(): Promise<NextConfig> {\n  return {};\n});\n`,
    ],
    'a function without a name and semicolons': [
      NODE,
      'const a = 1\n\nexport default function () {\n  return { a }\n}\n',
      "import { withAdit } from '@adit/next/config'\n\nconst a = 1\n\nexport default withAdit(function () {\n  return { a }\n})\n",
    ],
    'a function of CommonJS': [
      JS,
      'module.exports = async function config(phase) {\n  return {};\n};\n',
      `${CJS}\nmodule.exports = withAdit(async function config(phase) {\n  return {};\n});\n`,
    ],
    'a variable that a function fills': [
      TS,
      'let config = {};\nif (process.env.CI) config = { a: 1 };\nexport default config;\n',
      `${ESM}\nlet config = {};\nif (process.env.CI) config = { a: 1 };\nexport default withAdit(config);\n`,
    ],
    'export =': [TS, 'const a = {};\nexport = a;\n', `${ESM}\nconst a = {};\nexport = withAdit(a);\n`],
    'import =': [
      TS,
      "import a = require('a');\nexport default a;\n",
      `import a = require('a');\n${ESM}export default withAdit(a);\n`,
    ],
    'a value with a comment for its type': [
      NODE,
      "export default /** @type {import('next').NextConfig} */ ({\n  a: 1,\n});\n",
      `${ESM}\nexport default withAdit(/** @type {import('next').NextConfig} */ ({\n  a: 1,\n}));\n`,
    ],
    'a file with @ts-check': [
      NODE,
      '// @ts-check\n/** Ours */\nexport default {};\n',
      `// @ts-check\n${ESM}\n/** Ours */\nexport default withAdit({});\n`,
    ],
    'a file with a licence': [
      NODE,
      '/*\n * Copyright Acme\n */\n\nexport default {};\n',
      `/*\n * Copyright Acme\n */\n\n${ESM}\nexport default withAdit({});\n`,
    ],
    'a file with a directive': [
      JS,
      "'use strict';\n\nmodule.exports = {};\n",
      `'use strict';\n${CJS}\nmodule.exports = withAdit({});\n`,
    ],
    'line breaks of Windows': [
      NODE,
      "import a from 'a';\r\n\r\nexport default a;\r\n",
      "import a from 'a';\r\nimport { withAdit } from '@adit/next/config';\r\n\r\nexport default withAdit(a);\r\n",
    ],
    'a byte order mark': [NODE, '\uFEFFexport default {};\n', `\uFEFF${ESM}\nexport default withAdit({});\n`],
    'an import with a comment behind it': [
      NODE,
      "import a from 'a'; // why\nexport default a;\n",
      `import a from 'a'; // why\n${ESM}export default withAdit(a);\n`,
    ],
    'an import at the end of the file': [
      NODE,
      "export default a;\nimport a from 'a';",
      `${ESM}\nexport default withAdit(a);\nimport a from 'a';`,
    ],
    'imports only for their effect': [
      TS,
      "import './env';\nimport('./other');\nexport default {};\n",
      `import './env';\n${ESM}import('./other');\nexport default withAdit({});\n`,
    ],
    'environment checks of create-t3-app': [
      JS,
      '/**\n * Run `build` or `dev` with `SKIP_ENV_VALIDATION`.\n */\nimport "./src/env.js";\n\n/** @type {import("next").NextConfig} */\nconst config = {};\n\nexport default config;\n',
      '/**\n * Run `build` or `dev` with `SKIP_ENV_VALIDATION`.\n */\nimport "./src/env.js";\nimport { withAdit } from "@adit/next/config";\n\n/** @type {import("next").NextConfig} */\nconst config = {};\n\nexport default withAdit(config);\n',
    ],
    'a top-level await': [
      'next.config.mts',
      'const a = await load();\nexport default a;\n',
      `${ESM}\nconst a = await load();\nexport default withAdit(a);\n`,
    ],
    'a condition': [
      NODE,
      'export default process.env.CI ? a : b;\n',
      `${ESM}\nexport default withAdit(process.env.CI ? a : b);\n`,
    ],
    'constants that are not required': [
      JS,
      "let later;\nconst { a } = later;\nconst { b } = load('b');\nconst { c } = require(later);\nconst { d } = require('d').default, e = 1;\nmodule.exports = { a, b, c, d, e };\n",
      `${CJS}\nlet later;\nconst { a } = later;\nconst { b } = load('b');\nconst { c } = require(later);\nconst { d } = require('d').default, e = 1;\nmodule.exports = withAdit({ a, b, c, d, e });\n`,
    ],
    'a default import and a namespace': [
      TS,
      "import a from 'a';\nimport * as b from 'b';\nexport * from 'c';\nexport * as d from 'd';\nexport default a(b);\n",
      `import a from 'a';\nimport * as b from 'b';\n${ESM}export * from 'c';\nexport * as d from 'd';\nexport default withAdit(a(b));\n`,
    ],
    'tabs and double quotes': [
      JS,
      'const a = require("a");\n\nmodule.exports = {\n\ta,\n};\n',
      'const a = require("a");\nconst { withAdit } = require("@adit/next/config");\n\nmodule.exports = withAdit({\n\ta,\n});\n',
    ],
    'a property of a required module': [
      JS,
      "const { a } = require('a').b;\nmodule.exports = a;\n",
      `const { a } = require('a').b;\n${CJS}module.exports = withAdit(a);\n`,
    ],
  });
});

describe('leaves', () => {
  const shape = 'the shape of its default export is not known';
  itLeaves(addToNextConfig, {
    'an error of syntax': [NODE, 'export default {', 'the file has an error of syntax'],
    'a file without a default export': [NODE, 'export const a = 1;', 'it has no default export'],
    'an empty file': [NODE, '', 'it has no default export'],
    'a value that is passed on': [NODE, "export { default } from './other.mjs';", shape],
    'a name that is exported as default': [NODE, 'const a = {};\nexport { a as default };', shape],
    'a class': [NODE, 'export default class A {}', shape],
    'two exports': [JS, 'module.exports = {};\nmodule.exports = {};', shape],
    'an export in a condition': [JS, 'if (a) module.exports = {};', shape],
    'an export that is added to': [JS, 'module.exports = {};\nmodule.exports.a = 1;', shape],
    'two names for the export': [JS, 'module.exports = exports = {};', shape],
    'a sum': [JS, 'module.exports = a || b;', shape],
    'a function that the file uses': [NODE, 'export default function config() {}\nconfig.a = 1;', shape],
    'a function with a semicolon behind it': [NODE, 'export default function config() {};', shape],
    'the whole module': [
      JS,
      "const adit = require('@adit/next/config');\nmodule.exports = adit.withAdit({});",
      'it has a withAdit of its own',
    ],
    'another withAdit': [
      NODE,
      'const withAdit = 1;\nexport default withAdit;',
      'it has a withAdit of its own',
    ],
    'an import on the line of the code': [
      NODE,
      "import a from 'a'; export default a;",
      'there is no line of its own for an import',
    ],
    'code behind a comment': [
      NODE,
      '/* eslint-disable */ export default {};',
      'there is no line of its own for an import',
    ],
  });
});

describe('takes out what a person has changed', () => {
  const taken = (text: string): string => textOf(takeFromNextConfig(NODE, text));

  it.each([
    [
      'options of the build',
      `${ESM}\nexport default withAdit(a, { sentry: { org: 'acme' } });\n`,
      'export default a;\n',
    ],
    ['a wrapper around it', `${ESM}\nexport default withMDX(withAdit(a));\n`, 'export default withMDX(a);\n'],
    ['no configuration', `${ESM}export default withAdit();\n`, 'export default {};\n'],
    [
      'lines of its own',
      `${ESM}\nexport default withAdit(\n  {\n    a,\n  },\n);\n`,
      'export default {\n    a,\n  };\n',
    ],
    [
      'one line for all',
      "import { withAdit } from '@adit/next/config'; export default withAdit({});",
      ' export default {};',
    ],
    [
      'another name',
      `import { withAdit as adit } from '@adit/next/config';\nexport default adit({});\n`,
      'export default {};\n',
    ],
    [
      'another order of imports',
      `${ESM}import b from 'b';\n\nexport default withAdit(b);\n`,
      "import b from 'b';\n\nexport default b;\n",
    ],
  ])('%s', (_name, text, expected) => {
    expect(taken(text)).toBe(expected);
  });

  it.each([
    "import * as adit from '@adit/next/config';\nexport default adit.withAdit({});",
    "export * from '@adit/next/config';",
    "import adit from '@adit/next/config';\nexport default adit;",
  ])('is set up already: %s', (text) => {
    expect(addToNextConfig(NODE, text)).toEqual({ kind: 'same' });
    expect(takeFromNextConfig(NODE, text)).toEqual({ kind: 'same' });
  });

  it('leaves a use that is no call, and an import of more', () => {
    const kept = 'it uses withAdit in a way that is not known';
    expect(takeFromNextConfig(NODE, `${ESM}export default compose([withAdit]);`)).toEqual({
      kind: 'unknown',
      why: kept,
    });
    expect(takeFromNextConfig(NODE, `import { withAdit, other } from '@adit/next/config';`)).toEqual({
      kind: 'unknown',
      why: 'it imports more than withAdit',
    });
    expect(takeFromNextConfig(NODE, 'export default {};')).toEqual({ kind: 'same' });
  });
});
