import {
  envelopeContainsItemType,
  makeOfflineTransport,
  type BaseTransportOptions,
  type Envelope,
  type Transport,
} from '@sentry/core';

/** Makes a transport of the SDK. */
export type MakeTransport = (options: BaseTransportOptions) => Transport;

/** So many envelopes wait for the network. Further ones are dropped and counted, as all are without this. */
const MAX_WAITING = 30;

const DONE = Promise.resolve();

/**
 * Keeps envelopes in memory while the network is gone. They are sent when the browser is online again, after the next envelope that
 * arrives, and after 5, 10, 20 … seconds. Recordings do not wait: the replay integration tries again itself, and they would soon take
 * all the room.
 */
export function keepForNetwork(makeTransport: MakeTransport): MakeTransport {
  return (options) => {
    const waiting: Envelope[] = [];
    const isFull = (): boolean => waiting.length >= MAX_WAITING;
    let plain: Transport | undefined;
    const patient = makeOfflineTransport((given: BaseTransportOptions) => (plain = makeTransport(given)))({
      ...options,
      recordDroppedEvent: (reason, category, count) => {
        // What waits is not lost.
        if (reason !== 'network_error' || category === 'replay' || isFull())
          options.recordDroppedEvent(reason, category, count);
      },
      createStore: () => ({
        push: (envelope) => {
          if (!isFull()) waiting.push(envelope);
          return DONE;
        },
        unshift: (envelope) => {
          waiting.unshift(envelope);
          return DONE;
        },
        shift: () => Promise.resolve(waiting.shift()),
      }),
    });
    addEventListener('online', () => void patient.flush());
    return {
      send: (envelope) =>
        ((envelopeContainsItemType(envelope, ['replay_event', 'replay_recording']) && plain) || patient).send(
          envelope,
        ),
      flush: (timeoutMs) => patient.flush(timeoutMs),
    };
  };
}
