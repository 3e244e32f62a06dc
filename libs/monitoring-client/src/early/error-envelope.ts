import type { EarlyItem, ErrorContext } from './early-items.ts';
import { scrubText } from './scrub-text.ts';

/** The monitoring settings that the page has before the SDK starts. */
export interface EarlyConfig {
  /** Without a DSN nothing is monitored. */
  readonly dsn?: string | undefined;
  /** The path on the page's own origin that envelopes are posted to. Without it, only the SDK sends errors. */
  readonly tunnel?: string | undefined;
  readonly environment?: string | undefined;
  readonly release?: string | undefined;
  /**
   * Whether errors are kept in `localStorage` until the tunnel has answered them, so that the next page of the origin can send
   * them. `false` also removes those that were kept. Default `true`.
   */
  readonly keepErrors?: boolean | undefined;
}

/** The fields of an error item's data that are read. */
type ErrorData = Partial<
  Record<'error' | 'reason' | 'message', unknown> & Record<'place', Error> & Record<'context', ErrorContext>
>;
/** The fields of a thrown value that are read. */
type Thrown = Partial<Record<'name' | 'message' | 'cause' | 'errors', unknown> & Record<'stack', string>>;

// `at f (https://host/a.js:1:2)`, `at https://host/a.js:1:2` (Chromium); `f@https://host/a.js:1:2` (Firefox, Safari).
const FRAME = /^(?: {4}at )?(?:(.*?)(?: \(|@))?(\w[^ (@\n]*):(\d+):(\d+)/gm;

/**
 * An unpaired surrogate in JSON. Relay refuses an event with one (https://docs.rs/serde_json, "lone leading
 * surrogate").
 */
const HALF_CHARACTER = /\\ud[89a-f]../g;

/** The number of characters read from the end of a stack: the frames follow the message. */
const MAX_STACK = 8_192;

/** One stack frame is sent for this many characters of the text limit. */
const TEXT_PER_FRAME = 64;

/** The maximum number of linked errors sent with an error, as in the SDK's `linkedErrorsIntegration`. */
const MAX_LINKED = 5;

/**
 * Returns an error as an envelope with one event, built without the SDK. The header has no `sent_at`: the browser may
 * send the envelope much later, and ingest would treat the delay as a wrong clock.
 *
 * The `extra`, `contexts` and `user` given to `captureError` are left out, because only the SDK's rules remove secrets
 * by name.
 * @param limit maximum characters of each text; one frame is sent for every 64 of them
 * @throws any error that reading the thrown value's properties throws
 */
export function toErrorEnvelope(
  { kind, data, event }: EarlyItem,
  { dsn, environment, release }: EarlyConfig,
  limit: number,
): string {
  const { reason, error = reason, message: text, place, context } = data as ErrorData;
  const { tags, level, fingerprint } = Object(context) as ErrorContext;
  const values: unknown[] = [];
  /** Adds an error, and before it the errors it links to, with the ids the SDK gives them. */
  const add = (thrown: unknown, mechanism: object): void => {
    const parent = values.length;
    const { name = 'Error', message = thrown ?? text, stack, cause, errors } = Object(thrown) as Thrown;
    const frames = [
      ...String(stack ?? place?.stack)
        .slice(-MAX_STACK)
        .matchAll(FRAME),
    ]
      // The first frame of `place` is our own function.
      .slice(stack ? 0 : 1, limit / TEXT_PER_FRAME)
      .map(([, caller, filename, lineno, colno]) => ({
        function: caller,
        filename,
        lineno: +(lineno as string),
        colno: +(colno as string),
      }))
      .reverse();
    values.unshift({
      type: String(name),
      value: String(message),
      stacktrace: frames[0] && { frames },
      mechanism: { ...mechanism, exception_id: parent, is_exception_group: errors && true },
    });
    [cause].concat(errors).forEach((child, index) => {
      if (child instanceof Error && values.length <= MAX_LINKED)
        add(child, {
          type: 'chained',
          handled: true,
          source: index ? `errors[${index - 1}]` : 'cause',
          parent_id: parent,
        });
    });
  };
  add(error, { type: kind, handled: kind === 'generic' });
  const json = JSON.stringify(
    {
      ...event,
      tags,
      level,
      fingerprint,
      platform: 'javascript',
      environment,
      release,
      exception: { values },
    },
    (key, value: unknown) => (typeof value === 'string' ? scrubText(value, key === 'value', limit) : value),
  );
  return `{"dsn":"${dsn}"}\n{"type":"event"}\n${json.replace(HALF_CHARACTER, '\\ufffd')}`;
}
