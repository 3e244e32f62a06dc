import { toBeaconText } from './beacon-text.ts';
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

/** What the data of an error may have. */
type Thrown = Partial<Record<'error' | 'reason' | 'message', unknown> & Record<'place', Error>>;
/** What an error may have. */
type Described = Partial<Record<'name' | 'message' | 'cause' | 'errors', unknown> & Record<'stack', string>>;

// `at f (https://host/a.js:1:2)`, `at https://host/a.js:1:2` (Chromium); `f@https://host/a.js:1:2` (Firefox, Safari).
const FRAME = /^(?: {4}at )?(?:(.*?)(?: \(|@))?(\w[^ (@\n]*):(\d+):(\d+)/gm;

/** One half of a surrogate pair in JSON, for which Relay refuses an event (https://docs.rs/serde_json, "lone leading surrogate"). */
const HALF_CHARACTER = /\\ud[89a-f]../g;

/** Characters of a stack that are read, from its end: the calls stand after the message. */
const MAX_STACK = 8_192;

/** Calls sent of an error, as many as the SDK sends, and the characters of other texts that one call counts as. */
const TEXT_PER_FRAME = 64;

/** Linked errors sent with an error, as many as the SDK sends (`linkedErrorsIntegration`). */
const MAX_LINKED = 5;

/**
 * An error as an envelope of its own, made without an SDK: what it is, where it came from and on which page. Without
 * `sent_at`: the browser may send it much later, and ingest would take the wait for a wrong clock.
 * @param limit characters of each text, and 64 times the calls of each error
 * @throws whatever the thrown thing throws when it is looked at
 */
export function toEnvelope(
  { kind, data, event }: EarlyItem,
  { dsn, environment, release }: EarlyConfig,
  limit: number,
): string {
  const { reason, error = reason, message: text, place } = data as Thrown;
  const values: unknown[] = [];
  /** Adds an error, and before it those it is made of, numbered as the SDK does. */
  const add = (thrown: unknown, mechanism: object): void => {
    const parent = values.length;
    const { name = 'Error', message = thrown ?? text, stack, cause, errors } = Object(thrown) as Described;
    const frames: unknown[] = [];
    String(stack ?? place?.stack)
      .slice(-MAX_STACK)
      .replace(
        FRAME,
        (_frame, caller: string | undefined, filename: string, lineno: string, colno: string) => {
          if (frames.length < limit / TEXT_PER_FRAME)
            frames.unshift({ function: caller, filename, lineno: +lineno, colno: +colno });
          return '';
        },
      );
    // Our own function.
    if (!stack) frames.pop();
    values.unshift({
      type: String(name),
      value: String(message),
      stacktrace: frames[0] && { frames },
      mechanism: {
        ...mechanism,
        exception_id: parent,
        is_exception_group: errors && true,
      },
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
  const body = { ...event, platform: 'javascript', environment, release, exception: { values } };
  const json = JSON.stringify(body, (key, value: unknown) =>
    typeof value === 'string' ? toBeaconText(value, key === 'value', limit) : value,
  );
  return `{"dsn":"${dsn}"}\n{"type":"event"}\n${json.replace(HALF_CHARACTER, '\\ufffd')}`;
}
