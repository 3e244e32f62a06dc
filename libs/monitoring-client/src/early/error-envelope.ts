import type { EarlyItem } from './early-items.ts';
import { scrubText } from './scrub-text.ts';

/** What the page knows about its monitoring before the SDK starts. */
export interface EarlyConfig {
  /** Without a DSN nothing is monitored. */
  readonly dsn?: string | undefined;
  /** The path on the page's own origin that envelopes are posted to. Without it, only the SDK sends errors. */
  readonly tunnel?: string | undefined;
  readonly environment?: string | undefined;
  readonly release?: string | undefined;
}

/** The fields of an error item's data that are read. */
type ErrorData = Partial<Record<'error' | 'reason' | 'message', unknown> & Record<'place', Error>>;
/** The fields of a thrown value that are read. */
type Thrown = Partial<Record<'name' | 'message' | 'cause' | 'errors', unknown> & Record<'stack', string>>;

// `at f (https://host/a.js:1:2)`, `at https://host/a.js:1:2` (Chromium); `f@https://host/a.js:1:2` (Firefox, Safari).
const FRAME = /^(?: {4}at )?(?:(.*?)(?: \(|@))?(\w[^ (@\n]*):(\d+):(\d+)/gm;

/** Half of a surrogate pair in JSON. Relay refuses an event with one (https://docs.rs/serde_json, "lone leading surrogate"). */
const HALF_CHARACTER = /\\ud[89a-f]../g;

/** Characters of a stack that are read, from its end: the frames follow the message. */
const MAX_STACK = 8_192;

/** One stack frame is sent for this many characters of the text limit. */
const TEXT_PER_FRAME = 64;

/** Linked errors that are sent with an error; the SDK's `linkedErrorsIntegration` sends as many. */
const MAX_LINKED = 5;

/**
 * Returns an error as an envelope with one event, built without the SDK. The header has no `sent_at`: the browser may send
 * the envelope much later, and ingest would take the delay for a wrong clock.
 * @param limit maximum characters of each text; one frame is sent for every 64 of them
 * @throws whatever the thrown value throws when its properties are read
 */
export function toErrorEnvelope(
  { kind, data, event }: EarlyItem,
  { dsn, environment, release }: EarlyConfig,
  limit: number,
): string {
  const { reason, error = reason, message: text, place } = data as ErrorData;
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
    { ...event, platform: 'javascript', environment, release, exception: { values } },
    (key, value: unknown) => (typeof value === 'string' ? scrubText(value, key === 'value', limit) : value),
  );
  return `{"dsn":"${dsn}"}\n{"type":"event"}\n${json.replace(HALF_CHARACTER, '\\ufffd')}`;
}
