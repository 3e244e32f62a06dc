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

/** Of an uncaught error, a rejection or something caught: what each may have. */
type Thrown = Partial<Record<'error' | 'reason' | 'message', unknown> & Record<'api', string>>;

// `at f (https://host/a.js:1:2)`, `at https://host/a.js:1:2` (Chromium); `f@https://host/a.js:1:2` (Firefox, Safari).
const FRAME = /^\s*(?:at )?(?:(.*?)(?: \(|@))?(\w[^ (@\n]*):(\d+):(\d+)/gm;

/**
 * An error as an envelope of its own, made without an SDK: what it is, where it came from and on which page. Without
 * `sent_at`: the browser may send it much later, and ingest would take the wait for a wrong clock.
 * @throws whatever the thrown thing throws when it is looked at
 */
export function toEnvelope(
  { kind, data, id, at, href }: EarlyItem,
  { dsn, environment, release }: EarlyConfig,
): string {
  const { reason, error = reason, message: text = '', api } = data as Thrown;
  const { name = 'Error', message = String(error ?? text), stack } = Object(error) as Partial<Error>;
  const frames = Array.from(String(stack).matchAll(FRAME), ([, caller, filename, line, column]) => ({
    function: caller,
    filename,
    lineno: +(line as string),
    colno: +(column as string),
  })).reverse();
  const event = {
    event_id: id,
    timestamp: at / 1_000,
    platform: 'javascript',
    environment,
    release,
    // Without what may hold secrets: nothing scrubs it here.
    request: { url: href.split(/[?#]/)[0] },
    exception: {
      values: [
        {
          type: name,
          value: message,
          stacktrace: frames[0] && { frames },
          mechanism: {
            type: `auto.browser.${api ? `browserapierrors.${api}` : `global_handlers.on${kind}`}`,
            handled: kind === 'caught' && !api,
          },
        },
      ],
    },
  };
  return [{ dsn }, { type: 'event' }, event].map((line) => JSON.stringify(line)).join('\n');
}
