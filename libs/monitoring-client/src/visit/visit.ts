import { isOfAnother, isSuccess, postEnvelope } from '../answers.ts';
import { createId } from '../early/create-id.ts';
import type { EarlyItem } from '../early/early-items.ts';
import type { EarlyConfig } from '../early/error-envelope.ts';
import { sendKept } from '../kept/send-kept.ts';
import { sendKeptLater } from '../kept/send-kept-later.ts';
import { createRecorded, fateOf, LOST, RECORDED, UNKNOWN } from '../recorded/recorded.ts';
import { drawOf } from './draw-of.ts';
import { drawPageLoad } from './draw-page-load.ts';

/** The release health session of a page load. */
export interface Session {
  /** 32 hexadecimal digits. */
  readonly sid: string;
  readonly started: Date;
}

/** A visit whose SDK is loaded only if it is needed. */
export interface Visit {
  /** The random number of the page load's trace; outside 0 to 1 if the server has decided. */
  readonly draw: number;
  /** Sends the session, once, and resolves to whether the page load needs the SDK. Never rejects. */
  readonly send: () => Promise<boolean>;
  /**
   * Whether the item is a navigation whose trace needs the SDK; `false` until the session is answered. An error that is
   * sent without the SDK is added to the session.
   */
  readonly needsSdk: (item: EarlyItem) => boolean;
  /** The session, if one was sent. The SDK continues it: it is no longer updated here. */
  readonly handOver: () => Session | undefined;
}

/** Creates a visit, for a page with these `<meta>` tags. */
export type CreateVisit = (config: EarlyConfig, metaTags: readonly HTMLMetaElement[]) => Visit;

/** The header of the answer: the share of visits that need the SDK. */
const SHARE = 'adit-sdk-share';

/**
 * Lets `startMonitoring` load the SDK only for visits that need it: those with an error, and those that are sampled. The
 * session is sent without the SDK, to a tunnel of `serveSettings` of `@adit/tunnel`, whose answer has the rate. Without
 * such an answer, or without a release, which sessions need, the SDK is needed.
 */
export const createVisit: CreateVisit = (config, metaTags) => {
  const { dsn, environment, release, tunnel } = config;
  let session: Session | undefined;
  let sending: Promise<boolean> | undefined;
  let isHandedOver = false;
  const recorded = createRecorded(tunnel, release);
  /** Below 0 until it is known. `NaN`: nobody knows it. */
  let share = -2;
  const draw = drawPageLoad(metaTags);
  /** The errors that are added once they are sent without the SDK. */
  const followed = new WeakSet<EarlyItem>();
  const isWithin = (number: number): boolean => !(number >= share);

  /** As the SDK's `browserSessionIntegration` sends it. A tunnel adds the environment to the start of `attrs`. */
  const envelopeOf = (update: object): string =>
    `{"dsn":"${dsn}"}\n{"type":"session"}\n${JSON.stringify({
      attrs: { environment, release },
      ...session,
      timestamp: new Date(),
      status: 'ok',
      ...update,
    })}`;

  const ask = async (): Promise<boolean> => {
    const items = recorded.begin('s');
    let header: string | undefined;
    let isAccepted = false;
    let fate = LOST;
    try {
      // Code of the page itself uses Sentry.
      if (!release || '__SENTRY__' in window) throw new TypeError();
      session = { sid: createId(), started: new Date() };
      header = recorded.headerOf(items);
      const answer = await postEnvelope(tunnel as string, {
        headers: header ? { [RECORDED]: header } : {},
        body: envelopeOf({ init: true, errors: 0 }),
        // The page may be left meanwhile.
        keepalive: true,
      });
      const { headers, status } = answer;
      share = parseFloat(headers.get(SHARE) as string);
      fate = fateOf(status);
      isAccepted = isSuccess(status) && !(isNaN(share) && isOfAnother(answer));
    } catch {
      share = NaN;
    }
    // The SDK sends one.
    if (isNaN(share) && !isAccepted) session = undefined;
    recorded.end(items, session && fate);
    if (header && !isAccepted) recorded.putBack(header);
    if (session) void sendKeptLater({ config, send: sendKept });
    return isWithin(draw);
  };

  const addError = ({ kind }: EarlyItem): void => {
    // The SDK has sent or dropped it.
    if (isHandedOver) return;
    recorded.end(recorded.begin(session ? 'es' : 'e'), UNKNOWN);
    if (session)
      navigator.sendBeacon(
        tunnel as string,
        envelopeOf({ init: false, errors: 1, ...(kind !== 'generic' && { status: 'unhandled' }) }),
      );
  };

  return {
    draw,
    send: () => (sending ??= ask()),
    needsSdk(item) {
      // It is asked about an item again once the session is answered.
      if (item.isError && !followed.has(item)) {
        followed.add(item);
        item.settled.signal.addEventListener('abort', () => addError(item));
      }
      return item.kind === 'navigation' && isWithin(drawOf(item));
    },
    handOver() {
      isHandedOver = true;
      return session;
    },
  };
};
