import { codingOf, decode, isStore } from './decode.mjs';

const textOf = (request) => `${codingOf(request)} ${request.body.toString('latin1')}`;

/** An event sent to `/store/` is forwarded in an envelope of one item, with the same bytes. */
function wrappedText(request) {
  const [, item, ...payload] = request.body.toString('latin1').split('\n');
  return JSON.parse(item).type === 'event' ? payload.join('\n') : '';
}

/**
 * The differences between the requests of an SDK and those that arrived at ingest, in any order.
 * @returns a line for each request that is missing, arrived more often than it was sent, or has other bytes or another
 * coding
 */
export function differences(sent, arrived) {
  const left = [...arrived];
  const take = (isSame) => {
    const at = left.findIndex(isSame);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const missing = sent.filter((request) => {
    const text = isStore(request) ? decode(request).toString('latin1') : textOf(request);
    return !take((other) => text === (isStore(request) ? wrappedText(other) : textOf(other)));
  });
  const describe = (request) => `${codingOf(request)}, ${request.body.length} bytes`;
  return [
    ...missing.map((request) => `sent and not arrived so: ${describe(request)}`),
    ...left.map((request) => `arrived and not sent so: ${describe(request)}`),
  ];
}
