import {
  isNativeFunction,
  type BaseTransportOptions,
  type Envelope,
  type Transport,
  type TransportMakeRequestResponse,
} from '@sentry/core';
import { isOfAnother, isSettled } from '../answers.ts';
import { forgetError } from '../kept/forget-errors.ts';
import { keepEvents } from '../kept/keep-events.ts';

/**
 * Makes a transport of the SDK.
 * @param nativeFetch called instead of the browser's `fetch` in the task of `send`. Default: the browser's
 */
export type MakeTransport = (options: BaseTransportOptions, nativeFetch?: typeof fetch) => Transport;

/** Options of {@link keepForNetwork}. */
interface KeepForNetworkOptions {
  /**
   * Whether errors are kept in `localStorage` until the tunnel has answered them, for the next page of the origin, without
   * breadcrumbs, user, tags, `extra` and `contexts`. Default `true`.
   */
  keepErrors?: boolean | undefined;
}

/** The maximum number of envelopes that wait for the network. Further ones are dropped and counted. */
const MAX_WAITING = 30;

/** Milliseconds until the first attempt. Each later wait is twice as long as the one before. */
const FIRST_DELAY_MS = 5_000;
const MAX_DELAY_MS = 3_600_000;

/** Removes the kept error of an envelope that needs no further delivery. Without a status, the SDK has not sent it. */
function forget([header]: Envelope, { statusCode = 0 }: TransportMakeRequestResponse): void {
  if (isSettled(statusCode)) forgetError((header as { event_id?: string }).event_id);
}

/** The `fetch` for a transport: if another than the tunnel has answered, such as a sign-in page, the status is 0. */
const watchAnswers =
  (native: typeof fetch): typeof fetch =>
  async (...request) => {
    const answer = await native.apply(window, request);
    return isOfAnother(answer) ? Response.error() : answer;
  };

const isRecording = ([, items]: Envelope): boolean => items.some(([{ type }]) => type.startsWith('replay'));

/**
 * Keeps envelopes in memory while the network is down. They are sent when the browser is online again, after the next
 * envelope that arrives, and after 5, 10, 20 … seconds. Recordings are not kept: the replay integration retries by
 * itself, and they would soon use all the space. The SDK's own `makeOfflineTransport` is larger, counts waiting
 * envelopes as lost, and keeps recordings.
 *
 * Errors are kept in `localStorage` as well, so that the next page sends them if this one is closed. They stay there if a sign-in page has
 * answered, or if the SDK did not send them because of a rate limit.
 */
export function keepForNetwork(
  makeTransport: MakeTransport,
  { keepErrors = true }: KeepForNetworkOptions = {},
): MakeTransport {
  return (options) => {
    const waiting: Envelope[] = [];
    const isFull = (): boolean => waiting.length >= MAX_WAITING;
    let delayMs = FIRST_DELAY_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDraining = false;
    const { fetch } = window as Partial<Window & typeof globalThis>;
    const transport = makeTransport(
      {
        ...options,
        recordDroppedEvent: (reason, category, count) => {
          // A waiting envelope is not lost.
          if (reason !== 'network_error' || category === 'replay' || isFull())
            options.recordDroppedEvent(reason, category, count);
        },
      },
      // The SDK's transport calls no `fetch` that other code has wrapped.
      fetch && isNativeFunction(fetch) ? watchAnswers(fetch) : undefined,
    );
    const tryLater = (): void => {
      timer ??= setTimeout(() => void drain(), delayMs);
    };

    /** Sends waiting envelopes one after the other, until one fails. */
    const drain = async (): Promise<void> => {
      clearTimeout(timer);
      timer = undefined;
      if (isDraining) return;
      isDraining = true;
      for (let envelope = waiting.shift(); envelope; envelope = waiting.shift()) {
        try {
          forget(envelope, await transport.send(envelope));
          delayMs = FIRST_DELAY_MS;
        } catch {
          waiting.unshift(envelope);
          delayMs = Math.min(delayMs * 2, MAX_DELAY_MS);
          tryLater();
          break;
        }
      }
      isDraining = false;
    };
    addEventListener('online', () => void drain());
    return {
      send: async (envelope) => {
        if (keepErrors) keepEvents(envelope, options.url);
        try {
          const response = await transport.send(envelope);
          forget(envelope, response);
          void drain();
          return response;
        } catch (error) {
          if (isRecording(envelope)) throw error;
          if (!isFull()) waiting.push(envelope);
          tryLater();
          return {};
        }
      },
      flush: (timeoutMs) => transport.flush(timeoutMs),
    };
  };
}
