// The result of the comparison of visits.
import { table } from '../report.mjs';
import { countErrors, describePlan, isExact } from './visit-plans.mjs';

/** How much less than today visits that end at once may send, because it is chance: a share, and at least a few. */
const MAY_MISS = 0.05;
const MAY_MISS_FEW = 3;

const sum = (list, figure) => list.reduce((total, one) => total + figure(one), 0);
const errorsOf = ({ errors }) => errors.length;
const detailedOf = ({ errors }) => errors.filter(({ sdk }) => sdk).length;
const begunOf = ({ sessions }) => sessions.filter(({ inits }) => inits === 1).length;
const spansOf = ({ spans }) => sum(Object.values(spans), Number);
const withSessions = (isMeant) => (visit) => visit.sessions.filter(isMeant).length;

const isDifferent = ({ differences, problems }) => problems.length > 0 || differences.some(({ why }) => !why);
const numbersOf = (list) => list.map(({ plan }) => plan.number).join(', ') || 'none';

/** Prints what differs in a visit, unless it is known. */
export function logVisit(result) {
  const { plan, problems, differences } = result;
  if (!isDifferent(result)) return;
  const texts = differences.filter(({ why }) => !why).map(({ text }) => text);
  const kind = isExact(plan) ? 'DIFFERS' : 'ended at once';
  console.log(`${kind}: ${describePlan(plan)}\n  ${[...problems, ...texts].join('\n  ')}`);
}

/** The figures of both builds: what of which visits, and how much of it there is at most, if that is known. */
function figuresOf(results) {
  const of = (what, visits, figure, most) => ({
    what,
    visits: visits.length,
    most: most && sum(visits, ({ plan }) => most(plan)),
    today: sum(visits, ({ today }) => figure(today)),
    needed: sum(visits, ({ needed }) => figure(needed)),
  });
  const one = () => 1;
  const atRest = results.filter(({ plan }) => isExact(plan));
  const sampled = atRest.filter(({ plan }) => plan.isSampled);
  const others = atRest.filter(({ plan }) => !plan.isSampled);
  const left = results.filter(({ plan }) => plan.end.id === 'left soon');
  const closed = results.filter(({ plan }) => plan.end.id === 'closed');
  return {
    exact: [
      of('at rest: errors', atRest, errorsOf, countErrors),
      of('at rest: sessions', atRest, begunOf, one),
      of(
        'at rest: sessions with an error',
        atRest,
        withSessions(({ errors }) => errors > 0),
      ),
      of(
        'at rest: sessions that are not ok',
        atRest,
        withSessions(({ status }) => status !== 'ok'),
      ),
      of('at rest, sampled: traces', sampled, ({ segments }) => segments.length),
      of('at rest, sampled: spans', sampled, spansOf),
      of('at rest, not sampled: spans', others, spansOf),
      of('at rest, not sampled: SDK loaded', others, ({ loads }) => loads),
    ],
    ended: [
      of('left at once: errors', left, errorsOf, countErrors),
      of('left at once: sessions', left, begunOf, one),
      of('tab closed at once: errors', closed, errorsOf, countErrors),
      of('tab closed at once: sessions', closed, begunOf, one),
    ],
    others: [
      of('left at once: errors sent by the SDK', left, detailedOf, countErrors),
      of('tab closed at once: errors sent by the SDK', closed, detailedOf, countErrors),
      of('errors sent twice, counted once', results, ({ repeated }) => repeated),
    ],
  };
}

const rowOf = ({ what, visits, most, today, needed }) => [
  what,
  ...[visits, most ?? '', today, needed].map(String),
];

function printKnown(atRest) {
  const reasons = new Set(atRest.flatMap(({ differences }) => differences.map(({ why }) => why)));
  for (const why of [...reasons].filter(Boolean)) {
    const known = atRest.filter(({ differences }) => differences.some((one) => one.why === why));
    console.log(`In ${known.length} visits at rest, ${why}.`);
  }
}

/**
 * Prints the figures.
 * @param labels of the two builds
 * @returns whether the visits are equal; with `isControl`, whether each loss was noticed
 */
export function conclude({ results, seed, labels, isControl }) {
  const { exact, ended, others } = figuresOf(results);
  console.log(
    `\n${table(['', 'visits', 'at most', ...labels], [...exact, ...ended, ...others].map(rowOf))}\n`,
  );
  console.log(
    'Visits that end at once, while something is under way, differ from run to run. They are counted, not compared.',
  );
  const atRest = results.filter(({ plan }) => isExact(plan));
  printKnown(atRest);
  const differing = atRest.filter(isDifferent);
  const broken = results.filter(({ problems }) => problems.length > 0);
  const fewer = ended.filter(
    ({ most, today, needed }) => needed < today - Math.max(most * MAY_MISS, MAY_MISS_FEW),
  );
  console.log(`Of ${atRest.length} visits at rest differ, with seed ${seed}: ${numbersOf(differing)}.`);
  if (broken.length > 0) console.log(`Visits that could not be done: ${numbersOf(broken)}.`);
  for (const { what } of fewer) console.log(`Fewer than today: ${what}.`);
  if (!isControl) return differing.length + broken.length + fewer.length === 0;
  const lossy = atRest.filter(({ isLossy }) => isLossy);
  const missed = lossy.filter((result) => !isDifferent(result));
  console.log(`Control: ${lossy.length} visits lost something, unnoticed: ${numbersOf(missed)}.`);
  return lossy.length > 0 && missed.length === 0;
}
