import type { BaseTransportOptions, Envelope } from '@sentry/core';
import { isSuccess } from '../answers.ts';
import { ARRIVED, createRecorded, fateOf, LOST, RECORDED, type SentItems } from '../recorded/recorded.ts';
import type { MakeTransport } from './keep-for-network.ts';

/** The letters of the item types. Any other is `o`; an empty one is not counted: it belongs to another item, or is no record. */
const CATEGORIES: Readonly<Record<string, string>> = {
  event: 'e',
  transaction: 't',
  span: 't',
  session: 's',
  replay_event: 'r',
  replay_recording: '',
  attachment: '',
  client_report: '',
};

/** The maximum number of envelopes that are recognised when they are sent again. `keepForNetwork` keeps 30. */
const MAX_FAILED = 40;

type Headers = Readonly<Record<string, string>>;

/** The options of the SDK's fetch transport that are used. */
interface FetchOptions extends BaseTransportOptions {
  readonly headers?: Headers;
  readonly fetchOptions?: { readonly headers?: Headers };
}

/**
 * Counts the items that a transport of the SDK sends, by what becomes of them, and reports the counts to a tunnel of the same
 * origin, in a header of at most 190 bytes of a later request. An envelope that is sent again counts once. Only a
 * transport that reads `fetchOptions` for each request reports, as `makeFetchTransport` does.
 * @param release the release of the page's scripts
 */
export function countRecorded(makeTransport: MakeTransport, release?: string): MakeTransport {
  return (given, nativeFetch) => {
    const { headers, fetchOptions, url } = given as FetchOptions;
    const recorded = createRecorded(url, release);
    const failed = new Map<unknown, FailedItems>();
    /** The items that are being sent, and the header of their request. */
    const now: { items?: SentItems; header?: string | undefined } = {};
    const options = {
      ...given,
      fetchOptions: {
        ...fetchOptions,
        get headers() {
          now.header = now.items && recorded.headerOf(now.items);
          return {
            ...headers,
            ...fetchOptions?.headers,
            ...(now.header && { [RECORDED]: now.header }),
          };
        },
      },
    };
    const transport = makeTransport(options, nativeFetch);

    const keepFailed = (key: unknown, items: SentItems, earlier: FailedItems | undefined): void => {
      const isLost = recorded.end(items, LOST) || earlier?.isLost === true;
      failed.set(key, { items, isLost });
      const [oldest] = failed.keys();
      if (failed.size > MAX_FAILED) failed.delete(oldest);
    };

    return {
      send: async (envelope) => {
        const key = keyOf(envelope);
        const earlier = failed.get(key);
        const items = earlier?.items ?? recorded.begin(categoriesOf(envelope));
        failed.delete(key);
        Object.assign(now, { items, header: undefined });
        let isAccepted = false;
        // The transport makes the request at once.
        const sending = transport.send(envelope);
        const { header } = now;
        try {
          const response = await sending;
          const { statusCode } = response;
          isAccepted = isSuccess(statusCode ?? 0);
          // Without a status, the SDK itself has dropped it, and counts it in its client report.
          const fate = statusCode === undefined ? undefined : fateOf(statusCode);
          if (earlier?.isLost && fate === ARRIVED) recorded.recover(items);
          recorded.end(items, fate);
          return response;
        } catch (error) {
          keepFailed(key, items, earlier);
          throw error;
        } finally {
          if (header && !isAccepted) recorded.putBack(header);
        }
      },
      flush: (timeoutMs) => transport.flush(timeoutMs),
    };
  };
}

interface FailedItems {
  readonly items: SentItems;
  /** Whether they were counted as lost. Otherwise their page was left before: they are unknown already, and cannot be late. */
  readonly isLost: boolean;
}

const categoriesOf = ([, items]: Envelope): string =>
  items.map(([{ type }]) => CATEGORIES[type] ?? 'o').join('');

/** The replay integration makes a new envelope of a segment that it sends again. */
function keyOf(envelope: Envelope): unknown {
  const [first] = envelope[1] as readonly (readonly [
    { type: string },
    { replay_id?: string; segment_id?: number },
  ])[];
  if (first?.[0].type !== 'replay_event') return envelope;
  const [, { replay_id: id, segment_id: segment }] = first;
  return `${id} ${segment}`;
}
