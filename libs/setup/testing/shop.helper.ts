import { convert } from './conversion.helper.ts';

export const SDK = "import * as Sentry from '@sentry/nextjs';\n";
export const HOOK = '\nexport const onRouterTransitionStart = Sentry.captureRouterTransitionStart;\n';
export const DSN = 'dsn: process.env.NEXT_PUBLIC_SENTRY_DSN';

export const manifestOf = (dependencies: Readonly<Record<string, string>>) =>
  JSON.stringify({
    name: 'books',
    dependencies: {
      next: '16.2.0',
      react: '19.2.0',
      'react-dom': '19.2.0',
      '@sentry/nextjs': '^9.40.0',
      ...dependencies,
    },
  });

/** A small application with the SDK set up by hand; `files` replace its own, `undefined` removes one. */
export function convertShop(files: Readonly<Record<string, string | undefined>>) {
  const all: Record<string, string | undefined> = {
    'package.json': manifestOf({}),
    'tsconfig.json': '{}',
    'next.config.ts':
      "import { withSentryConfig } from '@sentry/nextjs';\n\nexport default withSentryConfig({}, { org: 'acme' });\n",
    'instrumentation.ts': `${SDK}
export async function register() {
  if (process.env.NEXT_RUNTIME === 'nodejs') await import('./sentry.server.config');
}

export const onRequestError = Sentry.captureRequestError;
`,
    'sentry.server.config.ts': `${SDK}\nSentry.init({ ${DSN} });\n`,
    'instrumentation-client.ts': `${SDK}\nSentry.init({ ${DSN}, tracesSampleRate: 0.5 });\n${HOOK}`,
    'app/layout.tsx':
      'export default function Layout({ children }) {\n  return (\n    <html>\n      <body>{children}</body>\n    </html>\n  );\n}\n',
    ...files,
  };
  const there = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const contents = Object.fromEntries(there);
  const converted = convert(contents);
  return {
    ...converted,
    isUntouched: JSON.stringify(Object.fromEntries(converted.files.contents)) === JSON.stringify(contents),
  };
}
