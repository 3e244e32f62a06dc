import type { Event, StackFrame } from '@sentry/core';

/** Sentry's SDK for Next writes this in place of the origin of each script, so that source maps are found. */
const APP = 'app://';

/**
 * The event with the addresses of its frames as the page had them: rules compare them with the document's address. It is
 * for judging alone.
 */
export function asInPage(event: Event): Event {
  const values = event.exception?.values;
  const captured = values?.at(-1);
  const frames = captured?.stacktrace?.frames;
  if (values === undefined || frames?.some(isRewritten) !== true) return event;
  const origin = originOf(event.request?.url);
  if (origin === undefined) return event;
  const restored = frames.map((frame) =>
    isRewritten(frame) ? { ...frame, filename: `${origin}${frame.filename.slice(APP.length)}` } : frame,
  );
  const last = { ...captured, stacktrace: { ...captured?.stacktrace, frames: restored } };
  return { ...event, exception: { ...event.exception, values: [...values.slice(0, -1), last] } };
}

const isRewritten = (frame: StackFrame): frame is StackFrame & { readonly filename: string } =>
  typeof frame.filename === 'string' && frame.filename.startsWith(APP);

/** The scheme and host of an address. */
function originOf(address: string | undefined): string | undefined {
  return address === undefined ? undefined : /^https?:\/\/[^/?#]+/.exec(address)?.[0];
}
