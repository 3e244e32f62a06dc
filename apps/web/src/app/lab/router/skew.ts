import { createBrowserPlatform } from '@adit/router/browser';
import { createSkewMonitor, type SkewMonitor } from '@adit/router/monitors';
import { buildName } from './builds';
import { ROUTER_LAB } from './setup';
import { simulatedBuilds } from './simulated-deploy';

/** Often, for a visitor who has just pressed the button; a site asks every few minutes. */
const POLL_MS = 2_000;

let monitor: SkewMonitor | undefined;

/** Watches for the simulated deployment, in this document. */
export function openSkewMonitor(): SkewMonitor {
  const { clock, fetch } = createBrowserPlatform();
  monitor ??= createSkewMonitor({
    buildId: buildName(simulatedBuilds.get().document),
    url: `${ROUTER_LAB}/version`,
    pollMs: POLL_MS,
    fetch,
    clock,
  });
  return monitor;
}
