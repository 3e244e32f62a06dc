// The suites of `npm test -- backends`. Each module exports `run({ report, env })`: `report` of report.mjs receives
// tests and cells; `env` is that of this process. A suite skips what it cannot run, with a reason, and never throws for
// it. Suites run concurrently, and use the existing build: none may build the libraries or block. Blocking steps run
// before, in an export `prepare({ env })`.
export const SUITES = [
  {
    name: 'bugsink',
    about: 'the tunnel server in front of Bugsink',
    load: () => import('./bugsink/suite.mjs'),
  },
  {
    name: 'next',
    about: 'an application of @adit/next in front of Bugsink',
    load: () => import('./next/suite.mjs'),
  },
  {
    name: 'sdks',
    about: 'SDKs of other languages through the API door',
    load: () => import('./sdks/run.mjs'),
  },
  {
    name: 'relay',
    about: "Relay's own code beside ours",
    load: () => import('./relay/run.mjs'),
  },
];

/** Backends that are left out, with the reason. */
export const LEFT_OUT = [
  {
    name: 'urgentry',
    reason: 'its Go module is named `urgentry`, without a host, so the module proxy does not serve it',
  },
  { name: 'rustrak', reason: 'its server is in no registry of packages, only in images of containers' },
  { name: 'PHP `sentry/sentry`', reason: 'Packagist is not reached, and Debian has no package' },
  { name: '.NET `Sentry`', reason: 'NuGet is not reached, and Debian has no package' },
  {
    name: 'React Native, Capacitor and Flutter on devices',
    reason:
      'their native modules need Android or iOS; on Android, the transport is that of `io.sentry:sentry`',
  },
];
