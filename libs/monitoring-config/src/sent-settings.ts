import { DEFAULT_SCRUB } from '@adit/policy/page';
import { dsnOrigin, formatDsn, parseDsn } from '@adit/common';
import { defaultTracesSampleRate } from './default-sample-rate.ts';
import type { Monitoring, MonitoringOverrides, NoiseSettings } from './define-monitoring.ts';
import { defaultLimits } from './limits.ts';
import { MAX_EVENT_BYTES } from './trim-event.ts';
import { DEFAULT_TUNNEL_PATH, tunnelUrl } from './tunnel-url.ts';

/**
 * Returns the settings that a server has sent to the browser, as `serializeRuntimeConfig` writes them. Those that it left
 * out are taken from `built`, which the build has checked. Nothing is checked again, so that pages need no code for it:
 * only without a valid DSN is monitoring off.
 * @param text the server's settings; `undefined` for none
 * @throws SyntaxError if the text is not JSON
 */
export function readSentSettings(text: string | undefined, built: MonitoringOverrides): Monitoring {
  const sent = (text === undefined ? {} : JSON.parse(text)) as MonitoringOverrides;
  const pick = <Name extends keyof MonitoringOverrides>(name: Name): MonitoringOverrides[Name] =>
    isMissing(sent[name]) ? built[name] : sent[name];

  const dsn = parseDsn(pick('dsn') ?? '');
  const environment = pick('environment') || 'production';
  const release = pick('release');
  const tunnelPath = pick('tunnelPath') || DEFAULT_TUNNEL_PATH;
  const ingestOrigin = built.ingestOrigin?.replace(/\/$/, '');
  return {
    ...(dsn && { dsn: formatDsn(dsn), tunnel: tunnelUrl(tunnelPath, dsn) }),
    environment,
    ...(release && { release }),
    tunnelPath,
    ingestOrigins: [dsn && dsnOrigin(dsn), ingestOrigin].filter((origin) => origin !== undefined),
    sampleRate: pick('sampleRate') ?? 1,
    tracesSampleRate: pick('tracesSampleRate') ?? defaultTracesSampleRate(environment),
    replaysSessionSampleRate: pick('replaysSessionSampleRate') ?? 0,
    replaysOnErrorSampleRate: pick('replaysOnErrorSampleRate') ?? 0,
    limits: { ...defaultLimits(), ...built.limits, ...sent.limits },
    noise: { disabled: [], dryRun: false, ...built.noise, ...sent.noise } as NoiseSettings,
    scrub: pick('scrub') !== false && { ...DEFAULT_SCRUB, ...built.scrub, ...sent.scrub },
    maxEventBytes: pick('maxEventBytes') ?? MAX_EVENT_BYTES,
  };
}

/** A blank text counts as missing, and so does JSON's `null`. */
const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';
