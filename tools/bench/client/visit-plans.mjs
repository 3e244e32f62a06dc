// Random visits that can be repeated: the same seed and number draw the same visit.

/** The errors of a visit, and what else it does. A page that fails to render has no links any more. */
const ERRORS = ['throw', 'report', 'listener', 'reject', 'rejectText', 'capture'];
const OTHERS = ['console', 'click', 'move', 'move', 'noise'];
const LAST = 'render';
/** Milliseconds after the page's scripts have started. */
const TIMES = [0, 50, 300, 1_000];
const LETTERS = 'abcd';

/**
 * How a visit ends: `rest` waits until nothing is sent any more; `left` does too, and then leaves. The others end
 * `afterMs` after the last step, while something may be under way.
 */
const ENDS = [
  { id: 'rest', share: 0.5 },
  { id: 'left', share: 0.15 },
  { id: 'left soon', share: 0.15, afterMs: [0, 300] },
  { id: 'closed', share: 0.2, afterMs: [50] },
];

/** How many errors the visit has. */
export const countErrors = ({ steps }) =>
  steps.filter(({ step }) => step === LAST || ERRORS.includes(step)).length;

/** Whether all of the visit was sent before it ended, so that two builds send the same. */
export const isExact = ({ end }) => end.afterMs === undefined;

/** Numbers from 0 up to 1 (https://github.com/cprosche/mulberry32). */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Seeds that follow one another draw similar numbers, so they are multiplied. */
const seedOf = (seed, number) => Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b);

function drawSteps(random) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const count = pick([0, 1, 1, 1, 2, 2, 3, 4]);
  const steps = Array.from({ length: count }, () => ({
    at: pick(TIMES),
    step: pick(random() < 0.55 ? ERRORS : OTHERS),
  })).sort((a, b) => a.at - b.at);
  if (count > 0 && random() < 0.06) steps[count - 1].step = LAST;
  return steps;
}

/** The links lead to the page that is not open. */
function withMoves(steps) {
  let isAbout = false;
  return steps.map((each) => {
    if (each.step !== 'move') return each;
    isAbout = !isAbout;
    return { ...each, step: isAbout ? 'about' : 'tides' };
  });
}

/** The visit with this number: whether it is sampled, its steps, and how it ends. */
export function planVisit(seed, number) {
  const random = randomOf(seedOf(seed, number));
  const isSampled = random() < 0.3;
  const drawn = random();
  let sum = 0;
  const end = ENDS.find(({ share }) => drawn < (sum += share)) ?? ENDS[0];
  const { id, afterMs } = end;
  const endOf = afterMs ? { id, afterMs: afterMs[Math.floor(random() * afterMs.length)] } : { id };
  // Short words, because scrubbing treats a long word with a digit as a token.
  const steps = withMoves(drawSteps(random)).map((step, index) => ({
    ...step,
    text: `visit ${number} ${LETTERS[index]}`,
  }));
  return { number, isSampled, steps, end: endOf };
}

/** A visit in one line. */
export const describePlan = ({ number, isSampled, steps, end }) =>
  [
    `visit ${number}${isSampled ? ' (sampled)' : ''}:`,
    ...steps.map(({ at, step }) => `${step} at ${at} ms,`),
    `${end.id}${end.afterMs === undefined ? '' : ` after ${end.afterMs} ms`}`,
  ].join(' ');
