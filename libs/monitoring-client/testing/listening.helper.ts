import type { EarlyData } from '../src/early/early-items.ts';
import { listenEarly } from '../src/early/listen-early.ts';

type Recorded = { [Kind in keyof EarlyData]: readonly [Kind, EarlyData[Kind]] }[keyof EarlyData];

/** Listens, and records the items. */
export function listen() {
  const recorded: Recorded[] = [];
  let isHandedOver = false;
  listenEarly(
    (kind, data) => recorded.push([kind, data] as unknown as Recorded),
    () => isHandedOver,
  );
  return {
    recorded,
    handOver: () => {
      isHandedOver = true;
    },
    /** Without the console output of jsdom. */
    errors: () => recorded.filter(([kind]) => kind !== 'console'),
  };
}

/** Dispatches an event of the window. */
export const dispatch = (type: string, fields: object): void => {
  window.dispatchEvent(Object.assign(new Event(type), fields));
};

/** A new callback that throws: each keeps its wrapper. */
export const boomOf = () =>
  function boom(): never {
    throw new Error('boom');
  };
