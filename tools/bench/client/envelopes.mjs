// Reads the envelopes a page sends; see https://develop.sentry.dev/sdk/data-model/envelopes/.

const NEWLINE = 0x0a;

const lineEnd = (body, from) => {
  const at = body.indexOf(NEWLINE, from);
  return at === -1 ? body.length : at;
};

/** The items of an envelope, as their type and their bytes. */
export function readItems(body) {
  const items = [];
  let at = lineEnd(body, 0) + 1;
  while (at < body.length) {
    const headerEnd = lineEnd(body, at);
    const { type, length } = JSON.parse(body.toString('utf8', at, headerEnd));
    const end = length === undefined ? lineEnd(body, headerEnd + 1) : headerEnd + 1 + length;
    items.push({ type, payload: body.subarray(headerEnd + 1, end) });
    at = end + 1;
    // An empty line may end the envelope.
    if (body[at] === NEWLINE) at += 1;
  }
  return items;
}

/** The messages of the errors in an envelope, one for each event. */
export const readErrors = (body) =>
  readItems(body)
    .filter(({ type }) => type === 'event')
    .map(({ payload }) => {
      const { exception, message } = JSON.parse(payload.toString('utf8'));
      return exception?.values?.map(({ value }) => value).join('\n') ?? message ?? '';
    });
