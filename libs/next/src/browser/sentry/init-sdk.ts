import {
  applySdkMetadata,
  consoleIntegration,
  conversationIdIntegration,
  getIntegrationsToSetup,
  initAndBind,
  isPlainObject,
  setNormalizeStringifier,
  type Event,
  type Integration,
} from '@sentry/core';
import {
  BrowserClient,
  breadcrumbsIntegration,
  browserApiErrorsIntegration,
  browserSessionIntegration,
  cultureContextIntegration,
  dedupeIntegration,
  defaultStackParser,
  functionToStringIntegration,
  getGlobalScope,
  globalHandlersIntegration,
  httpContextIntegration,
  makeFetchTransport,
  normalizeStringifyValue,
  setContext,
  type BrowserOptions,
} from '@sentry/nextjs';
import { version } from 'react';
import { frameNames } from './frame-names.ts';
import { createRouteProvider, documentPath, isSharedPage } from './route-names.ts';

/**
 * Sentry's default integrations, in its order but for one. Without `EventFilters`, whose work the noise rules do. `LinkedErrors` is
 * among the options, with its limit.
 */
const defaultIntegrations = (tracing: Integration): Integration[] => [
  functionToStringIntegration(),
  conversationIdIntegration(),
  browserApiErrorsIntegration(),
  breadcrumbsIntegration(),
  consoleIntegration(),
  globalHandlersIntegration(),
  // Sentry has it last. It renames the frames that `Dedupe` keeps, and the next event's would differ from them.
  frameNames(),
  dedupeIntegration(),
  httpContextIntegration(),
  cultureContextIntegration(),
  browserSessionIntegration(),
  tracing,
];

/**
 * Starts Sentry's client as `init` of @sentry/nextjs does, from its parts. Without what Adit replaces, parts for the Pages
 * Router, and checks of options that Adit sets itself. `withAdit` chooses it for the versions that it was compared with.
 * @param tracing creates the integration that traces
 */
export function initSdk(given: BrowserOptions, tracing: () => Integration): BrowserClient {
  if (isSharedPage(documentPath())) removeTraceTags();
  setContext('react', { version });
  const options = {
    release: builtRelease(),
    routeProvider: createRouteProvider(),
    ...given,
    integrations: getIntegrationsToSetup({
      integrations: given.integrations ?? [],
      defaultIntegrations: defaultIntegrations(tracing()),
    }),
    // The page for a wrong address. A text would match more.
    ignoreSpans: [...(given.ignoreSpans ?? []), /^\/404$/],
    stackParser: defaultStackParser,
    transport: given.transport ?? makeFetchTransport,
  };
  applySdkMetadata(options, 'nextjs', ['nextjs', 'react']);
  setNormalizeStringifier((value) =>
    isReactEvent(value) ? '[SyntheticEvent]' : normalizeStringifyValue(value),
  );
  const client = initAndBind(BrowserClient, options as never) as BrowserClient;
  client.addEventProcessor((event) => (isEmptyError(event) ? null : event));
  markTurbopack();
  return client;
}

/** The trace of the visit for which the page was rendered. */
function removeTraceTags(): void {
  for (const name of ['sentry-trace', 'baggage']) document.querySelector(`meta[name="${name}"]`)?.remove();
}

/** For a build whose release only Sentry's build step knows. */
const builtRelease = (): string | undefined =>
  process.env._sentryRelease || (globalThis as { _sentryRelease?: string })._sentryRelease;

const isReactEvent = (value: unknown): boolean =>
  isPlainObject(value) && ['nativeEvent', 'preventDefault', 'stopPropagation'].every((name) => name in value);

/** Whether an error says nothing: the only rule of `EventFilters` that has no noise rule. */
const isEmptyError = ({ message, exception }: Event): boolean =>
  !message &&
  Boolean(exception?.values?.length) &&
  !exception?.values?.some(
    ({ stacktrace, type, value }) => stacktrace || (type && type !== 'Error') || value,
  );

function markTurbopack(): void {
  try {
    // Turbopack replaces the expression. Otherwise there is no `process` in a browser.
    if ((process as { turbopack?: unknown }).turbopack) getGlobalScope().setTag('turbopack', true);
  } catch {
    // Webpack.
  }
}
