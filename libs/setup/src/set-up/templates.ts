import { chooseTunnelPath } from '../tunnel-path/choose-tunnel-path.ts';
import type { Application } from '@adit/codebase';

/** The files that a set-up creates, as in the README of `@adit/next`. */
export const TEMPLATES = {
  nextConfig: `import { withAdit } from '@adit/next/config';\nexport default withAdit({});\n`,
  instrumentation: `export { register, onRequestError } from '@adit/next/instrumentation';\n`,
  instrumentationClient: `export { onRouterTransitionStart } from '@adit/next/client';\n`,
  error: `'use client';\nexport { default } from '@adit/next/screens/error';\n`,
  'global-error': `'use client';\nexport { default } from '@adit/next/screens/global-error';\n`,
  'not-found': `export { default, metadata } from '@adit/next/screens/not-found';\n`,
  forbidden: `export { default } from '@adit/next/screens/forbidden';\n`,
  unauthorized: `export { default } from '@adit/next/screens/unauthorized';\n`,
  route: `export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '@adit/next/route';\n`,
  unknown: `import { notFound } from 'next/navigation';\n\nexport default function UnknownAddress() {\n  notFound();\n}\n`,
  _error: `export { default } from '@adit/next/screens/pages-error';\n`,
} as const;

/** The lines for a `pages/_error` of the application's own, written by hand. Servers report their errors themselves. */
export const OWN_PAGES_ERROR = {
  reason: 'Reports errors that a page of the Pages Router has in the browser.',
  snippet: `import { captureError } from '@adit/next/report';\n\nError.getInitialProps = ({ res, err }) => {\n  if (!res && err) captureError(err);\n  …\n};`,
} as const;

/** The `instrumentation` in `src` that re-exports the one in the folder above. */
export const passOnRoot = (root: string): string =>
  `// webpack looks for this file here, Turbopack in the folder above, too.\nexport * from '../${root.replace(/^.*\//, '').replace(/\.\w+$/, '')}';\n`;

/** The text of `adit.config`. */
export const aditConfigOf = ({ name }: Application): string => `import { defineAdit } from '@adit/next';

export default defineAdit({
  name: '${titleOf(name)}',
  monitoring: { tunnelPath: '${chooseTunnelPath(name)}' },
});
`;

/** `my-shop` as a title: `My shop`. */
export function titleOf(name: string): string {
  const words = name.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim() || 'App';
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether a text is the template, in any style. */
export const isTemplate = (text: string, template: string): boolean => plain(text) === plain(template);

const plain = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('"', "'")
    .replaceAll(/;$/gm, '')
    .replaceAll(/^[ \t]+/gm, '')
    .trimEnd();
