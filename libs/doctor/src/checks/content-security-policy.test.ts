import { describe, expect, it } from '@jest/globals';
import { applicationWith, type Overlay } from '../../testing/applications.helper.ts';
import { diagnose } from '../diagnose.ts';

function findingsOf(overlay: Overlay) {
  const { repository, files } = applicationWith(overlay);
  return diagnose(repository, files).findings.filter(
    ({ check, level }) => check === 'content-security-policy' && level !== 'ok',
  );
}

const PROXY = "export const proxy = (nonce) => `\n  default-src 'self';\n  script-src 'nonce-${nonce}'`;\n";
const layout = (root: string): string =>
  `import { AditRoot } from '@adit/next/root';\nexport default ({ children }) => (\n  <body>\n    ${root}\n  </body>\n);\n`;
const WITHOUT = layout('<AditRoot>{children}</AditRoot>');

it('names the tag without a nonce, the policy, and the code that passes it on', () => {
  const overlay = {
    'middleware.ts': `${PROXY}headers.set('x-csp-nonce', nonce);`,
    'app/layout.tsx': WITHOUT,
  };
  expect(findingsOf(overlay)).toMatchObject([
    {
      level: 'warning',
      message:
        'AditRoot has no nonce, so the policy of middleware.ts:1 blocks its inline script, which recovers pages without their scripts',
      path: 'app/layout.tsx',
      line: 4,
      fix: "Write <AditRoot nonce={(await headers()).get('x-csp-nonce') ?? undefined}>, with headers of 'next/headers'.",
    },
  ]);
});

describe('finds the tag', () => {
  it.each<[string, string, Overlay]>([
    [
      'of a namespace',
      'app/layout.tsx',
      {
        'app/layout.tsx':
          "import * as adit from '@adit/next/root';\nexport default (props) => <adit.AditRoot {...{}}>{props.children}</adit.AditRoot>;\nexport const Other = () => <adit.AditRoot>a</adit.AditRoot>;\n",
      },
    ],
    [
      'in a component of the layout',
      'app/shell.tsx',
      {
        'app/layout.tsx': "export { Shell as default } from './shell';\n",
        'app/shell.tsx': WITHOUT.replace('export default', 'export const Shell ='),
      },
    ],
    [
      'in one of two layouts',
      'app/(b)/layout.tsx',
      {
        'app/layout.tsx': undefined,
        'app/(a)/layout.tsx': layout('<AditRoot nonce={nonce}>{children}</AditRoot>'),
        'app/(b)/layout.tsx': WITHOUT,
      },
    ],
  ])('%s', (_what, path, overlay) => {
    expect(findingsOf({ 'proxy.ts': PROXY, ...overlay }).map((one) => one.path)).toEqual([path]);
  });
});

it.each<[string, Overlay]>([
  ['the tag has the nonce', { 'app/layout.tsx': layout('<AditRoot nonce={nonce}>{children}</AditRoot>') }],
  ['the tag may have it', { 'app/layout.tsx': layout('<AditRoot {...options}>{children}</AditRoot>') }],
  [
    'the application has no router of Adit, so no inline script',
    {
      'adit.config.ts':
        "import { defineAdit } from '@adit/next';\nexport default defineAdit({ router: false });\n",
    },
  ],
  [
    'the policy has no nonce',
    { 'proxy.ts': "export const csp = \"default-src 'self'; script-src 'self' 'unsafe-inline'\";\n" },
  ],
])('finds nothing if %s', (_what, overlay) => {
  expect(findingsOf({ 'proxy.ts': PROXY, 'app/layout.tsx': WITHOUT, ...overlay })).toEqual([]);
});

it('reads the policy of a module that the proxy imports', () => {
  const overlay = {
    'proxy.ts': "import { policy } from './server/policy';\nexport const proxy = () => policy;\n",
    'server/policy.ts': 'export const policy = "connect-src https://api.test";\n',
  };
  expect(findingsOf(overlay)).toMatchObject([{ level: 'error', path: 'server/policy.ts', line: 1 }]);
});
