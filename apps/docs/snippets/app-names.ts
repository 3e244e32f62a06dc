// Names that code blocks in documents take from the application around them, or from a block on another page.
import type * as config from '@adit/monitoring-config';
import type * as codebase from '@adit/codebase';
import type * as doctor from '@adit/doctor';
import type * as setup from '@adit/setup';

declare global {
  const children: React.ReactNode;
  const error: Error;
  const release: string | undefined;

  // libs/monitoring-config
  const createNoiseFilter: typeof config.createNoiseFilter;
  const createScrubber: typeof config.createScrubber;
  const defineMonitoring: typeof config.defineMonitoring;
  const NOISE_RULES: typeof config.NOISE_RULES;
  const readRuntimeConfig: typeof config.readRuntimeConfig;
  const sampleSessionReplay: typeof config.sampleSessionReplay;
  const toBuildEnvironment: typeof config.toBuildEnvironment;
  const toClientOptions: typeof config.toClientOptions;
  const toServerOptions: typeof config.toServerOptions;
  const warnOnMismatch: typeof config.warnOnMismatch;
  const monitoring: ReturnType<typeof config.defineMonitoring>;
  const myRule: config.NoiseRule;
  const Sentry: typeof import('@sentry/nextjs');
  const init: typeof Sentry.init;
  const addIntegration: typeof Sentry.addIntegration;
  const sdk: Parameters<typeof config.toClientOptions>[1]['sdk'];

  // libs/monitoring-client
  const startMonitoring: typeof import('@adit/monitoring-client').startMonitoring;
  type EarlyBuffer = import('@adit/monitoring-client').EarlyBuffer;

  // libs/next
  const isLegacyWidget: NonNullable<config.NoiseRule['matchesError']>;
  const readUser: () => { id: string } | undefined;

  // libs/router
  const myRouter: {
    push: (href: string) => void;
    replace: (href: string) => void;
    onShown: (listener: () => void) => void;
  };
  const routes: unknown;

  // libs/codebase, libs/setup, libs/doctor and libs/nx-plugin
  const files: codebase.Files;
  const repository: codebase.Repository;
  const application: codebase.Application;
  const report: ReturnType<typeof doctor.diagnose>;
  const planRemoval: typeof setup.planRemoval;
  const tree: Parameters<typeof import('@adit/nx').setupGenerator>[0];

  // The types of a service worker that the documents use; they differ from those of a page.
  interface WindowEventMap {
    fetch: Event & { readonly request: Request; respondWith: (response: Promise<Response>) => void };
  }
}
