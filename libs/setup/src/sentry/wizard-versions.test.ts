import { describe, expect, it } from '@jest/globals';
import { convert, readWizard } from '../../testing/conversion.helper.ts';
import { applyPlan, readRepository, RECORD_PATH } from '@adit/codebase';
import { planRemoval } from '../removal/plan-removal.ts';
import { planConversion } from './plan-conversion.ts';

const VERSIONS = ['3.42.1', '4.9.0', '6.13.0', '7.0.3', '8.0.0'];
const KINDS = ['app-ts', 'app-js-src', 'pages-ts'] as const;
const all = VERSIONS.flatMap((version) => KINDS.map((kind) => [version, kind] as const));

describe.each(all)('what wizard %s wrote: %s', (version, kind) => {
  const contents = readWizard(version)[kind];

  it('becomes the set-up of Adit, once, and comes back byte for byte', () => {
    const { files, steps, byHand } = convert(contents);
    expect(byHand).toEqual([]);
    expect(steps.every(({ reason }) => reason.endsWith('.'))).toBe(true);

    const code = [...files.contents].filter(([path]) => /\.[mc]?[jt]sx?$/.test(path));
    const texts = code.map(([, text]) => text).join('\n');
    expect(texts).not.toMatch(
      /withSentryConfig|captureRequestError|captureException|replayIntegration|tunnelRoute/,
    );
    expect(code.filter(([, text]) => text.includes('Sentry.init')).map(([path]) => path)).toEqual([
      expect.stringMatching(/^sentry\.server\.config/),
      expect.stringMatching(/^sentry\.edge\.config/),
    ]);
    expect(code.map(([path]) => path).filter((path) => /example|sentry\.client/.test(path))).toEqual([]);
    expect(files.read('.env.sentry-build-plugin')).toBe(contents['.env.sentry-build-plugin']);
    expect(files.read(RECORD_PATH)).not.toContain('sntrys_');
    // Supported versions stay, older ones are raised.
    const range = { '3.42.1': '^11.0.0', '4.9.0': '^11.0.0', '8.0.0': '^11' }[version] ?? '^10';
    expect(files.read('package.json')).toContain(`"@sentry/nextjs": "${range}"`);

    expect(planConversion(readRepository(files), files)).toEqual({ changes: [], steps: [] });
    applyPlan(files, planRemoval(readRepository(files), files));
    expect(Object.fromEntries(files.contents)).toEqual(contents);
  });
});

describe('the wizard of today', () => {
  const { read, steps } = convert(readWizard('8.0.0')['app-ts']);

  it.each([
    [
      'adit.config.ts',
      `import { defineAdit } from "@adit/next";

export default defineAdit({
  name: "Shop",
  monitoring: {
    tunnelPath: "PATH",
    dsn: "https://0123456789abcdef0123456789abcdef@o447951.ingest.us.sentry.io/4508130833793024",
    tracesSampleRate: 1,
    replaysSessionSampleRate: 0.1,
    replaysOnErrorSampleRate: 1.0,
    dataCollection: {
      userInfo: false,
      graphQL: { document: false, variables: false },
      genAI: { inputs: false, outputs: false },
      databaseQueryData: false,
      queues: false,
      httpBodies: [],
      httpHeaders: { deny: ["forwarded", "-ip", "remote-", "via", "-user"] },
      cookies: { deny: ["forwarded", "-ip", "remote-", "via", "-user"] },
      urlQueryParams: { deny: ["forwarded", "-ip", "remote-", "via", "-user"] },
    },
  },
});
`,
    ],
    ['instrumentation-client.ts', 'export { onRouterTransitionStart } from "@adit/next/client";\n'],
    [
      'instrumentation.ts',
      `import { register as registerAdit } from "@adit/next/instrumentation";
export { onRequestError } from "@adit/next/instrumentation";

export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    await import("./sentry.server.config");
  }

  if (process.env.NEXT_RUNTIME === "edge") {
    await import("./sentry.edge.config");
  }
  await registerAdit();
}
`,
    ],
    [
      'next.config.ts',
      `import { withAdit } from "@adit/next/config";
import type { NextConfig } from "next";

const nextConfig: NextConfig = {
  /* config options here */
};

export default withAdit(nextConfig, {
  sentry: {
    // For all available options, see:
    // https://www.npmjs.com/package/@sentry/webpack-plugin#options

    org: "acme",

    project: "shop",

    // Only print logs for uploading source maps in CI
    silent: !process.env.CI,

    // For all available options, see:
    // https://docs.sentry.io/platforms/javascript/guides/nextjs/manual-setup/

    // Upload a larger set of source maps for prettier stack traces (increases build time)
    widenClientFileUpload: true,

    webpack: {
      // Enables automatic instrumentation of Vercel Cron Monitors. (Does not yet work with App Router route handlers.)
      // See the following for more information:
      // https://docs.sentry.io/product/crons/
      // https://vercel.com/docs/cron-jobs
      automaticVercelMonitors: true,

      // Tree-shaking options for reducing bundle size
      treeshake: {
        // Automatically tree-shake Sentry logger statements to reduce bundle size
        removeDebugLogging: true,
      },
    }
  },
});
`,
    ],
    ['app/global-error.tsx', '"use client";\nexport { default } from "@adit/next/screens/global-error";\n'],
  ])('leaves %s', (path, expected) => {
    expect(read(path)?.replace(/tunnelPath: "[^"]+"/, 'tunnelPath: "PATH"')).toBe(expected);
  });

  it('says what is left out', () => {
    expect(steps.find(({ path }) => path === 'next.config.ts')?.reason).toBe(
      'withAdit takes the place of withSentryConfig. Left out: tunnelRoute: Adit has its own tunnel path.',
    );
  });
});
