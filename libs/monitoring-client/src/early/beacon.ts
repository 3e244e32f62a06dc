import type { EarlyItem } from './early-items.ts';

/** What the page knows of its monitoring before the SDK is there. */
export interface EarlyConfig {
  /** Without one nothing is monitored. */
  readonly dsn?: string | undefined;
  /** Where envelopes are posted to, on the page's own origin. Without it nothing is sent unless the SDK is there. */
  readonly tunnel?: string | undefined;
  readonly environment?: string | undefined;
  readonly release?: string | undefined;
}

// `at f (https://host/a.js:1:2)`, `at https://host/a.js:1:2` (Chromium); `f@https://host/a.js:1:2` (Firefox, Safari).
const FRAME = /^\s*(?:at )?(?:(.*?)(?: \(|@))?(\w[^ (@\n]*):(\d+):(\d+)\)?$/gm;

/** One that is an error. */
type EarlyError = Extract<EarlyItem, { kind: 'error' | 'unhandledrejection' | 'caught' }>;

/** What a thing thrown says of itself, as far as it can be had in few bytes. */
function exceptionOf({ kind, data }: EarlyError): object {
  const thrown = kind === 'unhandledrejection' ? data.reason : data.error;
  const { name, message, stack } = Object(thrown) as Partial<Error>;
  const frames = [...String(stack).matchAll(FRAME)].reverse().map(([, caller, filename, line, column]) => ({
    function: caller,
    filename,
    lineno: Number(line),
    colno: Number(column),
    in_app: true,
  }));
  return {
    type: name ?? (kind === 'unhandledrejection' ? 'UnhandledRejection' : 'Error'),
    value: message ?? String(thrown ?? (kind === 'error' ? data.msg : '')),
    stacktrace: frames[0] && { frames },
    mechanism: (kind === 'caught' && data.mechanism) || {
      type: `auto.browser.global_handlers.on${kind}`,
      handled: kind === 'caught',
    },
  };
}

/**
 * An error as an envelope of its own, made without an SDK: what it is, where it came from and on which page; `undefined` for
 * what cannot be put in words.
 */
export function toEnvelope(item: EarlyError, { dsn, environment, release }: EarlyConfig): string | undefined {
  try {
    const event = {
      event_id: '0'.repeat(32).replace(/0/g, () => Math.floor(Math.random() * 16).toString(16)),
      timestamp: item.at / 1_000,
      platform: 'javascript',
      environment,
      release,
      // Without what may hold secrets: nothing scrubs it here.
      request: { url: item.href.split(/[?#]/)[0] },
      exception: { values: [exceptionOf(item)] },
    };
    const lines = [{ dsn, sent_at: new Date() }, { type: 'event' }, event];
    return lines.map((line) => JSON.stringify(line)).join('\n');
  } catch {
    return undefined;
  }
}

// What browsers put off or hide; an SDK would drop it (`NOISE_RULES` of @adit/monitoring-config).
const QUIET = /^(?:Script error|ResizeObserver loop)/;

/** Whether it is an error worth fetching the SDK for. */
export function isError(item: EarlyItem): item is EarlyError {
  const { kind, data } = item;
  if (kind === 'error') return data.error != null || !QUIET.test(String(data.msg));
  return kind === 'caught' || kind === 'unhandledrejection';
}
