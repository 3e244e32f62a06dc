import { setImmediate } from 'node:timers/promises';

/** Events ordered by time; those of the same time in the order in which they were added. */
export function createEventQueue() {
  const heap = [];
  let now = 0;
  let added = 0;

  const isBefore = (one, other) => one.at < other.at || (one.at === other.at && one.order < other.order);
  const swap = (one, other) => ([heap[one], heap[other]] = [heap[other], heap[one]]);

  function add(run, delayMs) {
    // Whole milliseconds, as in timers of hosts. With fractions, a remainder of 1e-13 ms would be waited for without
    // end.
    const event = { at: Math.ceil(now + Math.max(0, delayMs)), order: added++, run };
    let place = heap.push(event) - 1;
    for (
      let above = (place - 1) >> 1;
      place > 0 && isBefore(heap[place], heap[above]);
      above = (place - 1) >> 1
    ) {
      swap(place, above);
      place = above;
    }
    return event;
  }

  function takeFirst() {
    const [first] = heap;
    const last = heap.pop();
    if (heap.length === 0) return first;
    heap[0] = last;
    for (let place = 0; ;) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      let least = place;
      if (left < heap.length && isBefore(heap[left], heap[least])) least = left;
      if (right < heap.length && isBefore(heap[right], heap[least])) least = right;
      if (least === place) return first;
      swap(place, least);
      place = least;
    }
  }

  return {
    /** A clock of the library whose timers are events of this queue. */
    clock: {
      now: () => now,
      monotonicNow: () => now,
      setTimeout: add,
      clearTimeout: (event) => {
        if (event !== undefined) event.run = undefined;
      },
    },
    add,
    /** Runs events until `isOver` returns true, or none is left. Promises are settled between two times. */
    async runUntil(isOver) {
      while (heap.length > 0 && !isOver()) {
        now = heap[0].at;
        while (heap.length > 0 && heap[0].at === now) {
          while (heap.length > 0 && heap[0].at === now) takeFirst().run?.();
          await setImmediate();
        }
      }
    },
  };
}
