import { describe, expect, it } from '@jest/globals';
import { memoryFiles } from '@adit/testing';
import { createReader } from '../source/reader.ts';
import { findCspNonce } from './csp-nonce.ts';
import { readRepository } from './read-repository.ts';

const NEXT = '{ "dependencies": { "next": "16.4.5" } }';

function nonceIn(contents: Readonly<Record<string, string>>) {
  const files = memoryFiles({ 'package.json': NEXT, 'src/app/page.tsx': '', ...contents });
  const [application] = readRepository(files).applications;
  if (application === undefined) throw new Error('no application');
  return findCspNonce({ application, reader: createReader(files) });
}

const inProxy = (text: string) => nonceIn({ 'src/proxy.ts': text });

describe('finds the nonce', () => {
  it.each([
    ['of a template', "const csp = `default-src 'self'; script-src 'self' 'nonce-${nonce}'`;"],
    ['after that of styles', "const csp = `style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;"],
    ['of the default', "const csp = `default-src 'nonce-${nonce}'; style-src 'self'`;"],
    ['of elements', "const csp = `script-src-elem 'nonce-${nonce}'`;"],
    ['that is appended', `const csp = "script-src 'self' 'nonce-" + nonce + "'; object-src 'none'";`],
    ['in an operand of its own', `const csp = "script-src 'self' " + \`'nonce-\${nonce}'\`;`],
    ['in a list of a library', "const csp = { scriptSrc: [\"'self'\", `'nonce-${nonce}'`] };"],
    ['in a list', "const csp = { 'script-src': [`'nonce-${nonce}'`] };"],
    ['in a list that is joined', "const csp = ['script-src', `'nonce-${nonce}'`].join(' ');"],
    ['of a constant', "const own = `'nonce-${nonce}'`;\nconst csp = `script-src 'self' ${own}`;"],
    [
      'of a function',
      "function own(nonce) {\n  return `'nonce-${nonce}'`;\n}\nconst csp = `script-src ${own(id)}`;",
    ],
    ['in a placeholder', "const csp = \"script-src 'nonce-{NONCE}'\".replace('{NONCE}', nonce);"],
    ['under a condition', "const csp = `script-src ${isOn ? `'nonce-${nonce}'` : \"'unsafe-inline'\"}`;"],
    [
      'beside unsafe-inline, which browsers ignore then',
      "const csp = `script-src 'unsafe-inline' 'nonce-${n}'`;",
    ],
    [
      'if another policy only reports',
      "const csp = `script-src 'nonce-${n}'`;\nset('content-security-policy', csp);\nset('content-security-policy-report-only', csp);",
    ],
  ])('%s', (_what, text) => {
    expect(inProxy(text)).toMatchObject({ path: 'src/proxy.ts', header: 'x-nonce' });
  });

  const CSP = "\nexport const csp = (nonce) => `script-src 'nonce-${nonce}'`;\n";

  it.each<[string, string, Readonly<Record<string, string>>]>([
    ['the proxy', 'src/proxy.ts', { 'src/proxy.ts': CSP }],
    ['the middleware', 'src/middleware.js', { 'src/middleware.js': CSP }],
    ['next.config', 'next.config.mjs', { 'next.config.mjs': CSP }],
    [
      'a proxy with an ending of its own',
      'src/proxy.page.ts',
      {
        'src/proxy.page.ts': CSP,
        'src/app/page.page.tsx': '',
        'next.config.mjs': "export default { pageExtensions: ['page.ts', 'page.tsx'] };",
      },
    ],
    [
      'a module that the proxy imports',
      'src/security/policy.ts',
      { 'src/proxy.ts': "import { csp } from './security/policy';", 'src/security/policy.ts': CSP },
    ],
    [
      'a module behind an alias and another module',
      'src/http/policy.ts',
      {
        'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
        'src/proxy.ts': "import { answer } from '@/http/index';",
        'src/http/index.ts': "export { csp } from './policy';",
        'src/http/policy.ts': CSP,
      },
    ],
    ['a layout', 'src/app/layout.tsx', { 'src/app/layout.tsx': CSP }],
  ])('in %s', (_what, path, files) => {
    expect(nonceIn(files)).toEqual({ path, line: 2, header: 'x-nonce' });
  });

  it('with the header that the proxy sets', () => {
    const found = nonceIn({
      'src/proxy.ts':
        "import { csp } from './csp';\nheaders.set('x-own', 1);\nheaders.set('X-Csp-Nonce', nonce);",
      'src/csp.ts': CSP,
    });
    expect(found?.header).toBe('X-Csp-Nonce');
  });
});

describe('finds none', () => {
  it.each([
    ['with unsafe-inline alone', "const csp = `script-src 'self' 'unsafe-inline'`;"],
    ['of styles', "const csp = `script-src 'self' 'unsafe-inline'; style-src 'nonce-${nonce}'`;"],
    ['of styles, in a list', "const csp = { scriptSrc: ['*'], styleSrc: [`'nonce-${nonce}'`] };"],
    [
      'of styles, in a constant',
      "const own = `'nonce-${n}'`;\nconst csp = `script-src *; style-src ${own}`;",
    ],
    ['of a default that scripts do not use', "const csp = `default-src 'nonce-${n}'; script-src *`;"],
    ['in a comment', "// script-src 'nonce-…'\nconst csp = `script-src 'self'`;"],
    ['outside of a policy', 'const nonce = `nonce-${id}`;'],
    ['in a constant that refers to itself', "const a = `'nonce-${b}`;\nconst b = a + b;"],
    [
      'in a policy that only reports',
      "const csp = `script-src 'nonce-${n}'`;\nset('Content-Security-Policy-Report-Only', csp);",
    ],
  ])('%s', (_what, text) => {
    expect(inProxy(text)).toBeUndefined();
  });

  it('in a file that nothing imports', () => {
    expect(nonceIn({ 'src/other.ts': "export const csp = `script-src 'nonce-${n}'`;" })).toBeUndefined();
  });
});
