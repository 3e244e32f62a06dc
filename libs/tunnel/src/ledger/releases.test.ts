import { createReleases } from './releases.ts';

/** Releases, those that have given way, and a function that counts reports of a release and returns how many have its own name. */
function open() {
  const releases = createReleases();
  const gone: string[] = [];
  const report = (release: string, times = 1): number =>
    Array.from({ length: times }, () => releases.nameOf(release, (name) => gone.push(name))).filter(
      (name) => name === release,
    ).length;
  return { gone, report };
}

it('counts ten releases separately, and a further one as other', () => {
  const { gone, report } = open();
  for (let n = 0; n < 10; n += 1) expect(report(`shop@${n}`, 2)).toBe(2);
  expect([report('shop@10'), report('shop@9'), gone]).toEqual([0, 1, []]);
});

it('counts a new release separately after a hundred reports, however much ten old ones have said', () => {
  const { gone, report } = open();
  for (let n = 0; n < 10; n += 1) report(`shop@${n}`, 1_000);
  expect(report('shop@10', 100)).toBe(0);
  expect(gone).toHaveLength(10);
  expect(report('shop@10', 100)).toBe(100);
});

it('keeps counting the real release while five made-up ones come for each of its reports, and during a thousand at once', () => {
  const { gone, report } = open();
  let made = 0;
  const flood = (times: number): void => {
    for (let n = 0; n < times; n += 1) report(`made-up@${(made += 1)}`);
  };
  flood(100);
  report('real', 20);
  gone.length = 0;
  let counted = 0;
  for (let n = 0; n < 10_000; n += 1) {
    flood(5);
    counted += report('real');
  }
  flood(990);
  expect([counted, report('real'), gone.includes('real')]).toEqual([10_000, 1, false]);
});

it('counts it again after a flood that displaced it', () => {
  const { gone, report } = open();
  report('real', 100);
  for (let n = 0; n < 5_000; n += 1) report(`made-up@${n}`);
  expect(gone.includes('real')).toBe(true);
  expect(report('real', 100)).toBeGreaterThan(90);
});
