import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { entryOf } from '../../testing/reports.helper.ts';
import { costlyError, documentOf, policyOf } from '../../testing/policies.helper.ts';
import { projectOf, stateOf, NOW } from '../../testing/states.helper.ts';
import { SERIES_LENGTH, STEP_MS } from '../history.ts';
import { MAX_ERRORS, MAX_RULES, MAX_SECRETS } from '../policy/read-policy.ts';
import { pointOf } from '../state.ts';
import { loginPage, PAGE_HEADERS, statePage } from './document.ts';
import { NOTHING } from './markup.ts';
import { drawParts } from './parts.ts';

/** The size limit of the page with its style and script, in bytes of gzip. */
const BUDGET = 30_000;

/** Numbers that do not repeat. */
const noise = (length: number): number[] =>
  Array.from({ length }, (_, index) => ((index * 7_919) % 9_973) / 7);

/** A board with everything in it: an hour of noise, a full list of outcomes, limited projects. */
function fullBoard() {
  const limits = [{ category: 'error', reason: 'quota', endsAt: NOW + 1, remainingMs: 1 }];
  const hexOf = (value: number): string => createHash('sha256').update(String(value)).digest('hex');
  const rules = noise(MAX_RULES).map((number) => ({
    id: `rule-${number}`,
    matched: number + 1,
    reason: hexOf(number),
    isDryRun: false,
  }));
  const secrets = noise(MAX_SECRETS).map((number) => ({
    id: hexOf(number).slice(0, 16),
    matched: number + 1,
  }));
  const top = noise(MAX_ERRORS).map((seen) =>
    costlyError({ title: `Error: ${hexOf(seen).slice(32)}`, seen }),
  );
  const state = stateOf({
    policy: policyOf({ document: documentOf(), rules, secrets, top }),
    projects: Array.from({ length: 20 }, (_, number) => projectOf({ project: `o450/${number}`, limits })),
    series: {
      at: NOW,
      stepMs: STEP_MS,
      values: Object.fromEntries(
        Object.keys(pointOf(stateOf(), [])).map((name) => [name, noise(SERIES_LENGTH)]),
      ),
    },
  });
  const outcomes = noise(30).map((number) =>
    entryOf({ reason: String(number), eventId: createHash('md5').update(String(number)).digest('hex') }),
  );
  return { state: () => state, outcomes: () => outcomes };
}

const hashesOf = (page: string, name: string): string[] =>
  [...page.matchAll(new RegExp(`<${name}[^>]*>([^]*?)</${name}>`, 'g'))].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );

describe('the document', () => {
  it(`weighs at most ${BUDGET} bytes of gzip after an hour, with style, script, charts and outcomes`, () => {
    const page = statePage(drawParts(fullBoard()), '', NOTHING);

    expect(gzipSync(page).byteLength).toBeLessThan(BUDGET);
    // Control: all of it is in there.
    expect(page.match(/<li><time/g)).toHaveLength(30);
    expect(page.match(/<th scope="row">rule-/g)).toHaveLength(MAX_RULES);
    expect(page).toContain('function follow(');
    expect(gzipSync(page + noise(20_000).join()).byteLength).toBeGreaterThan(BUDGET);
  });

  it('allows its own style and script by their hashes, and nothing else', () => {
    const page = statePage(drawParts(fullBoard()), '', NOTHING);
    const policy = PAGE_HEADERS['content-security-policy'];
    const [script, style] = [hashesOf(page, 'script'), hashesOf(page, 'style')];

    expect([script.length, style.length]).toEqual([1, 1]);
    expect(policy).toContain(`script-src ${String(script[0])};`);
    expect(policy).toContain(`style-src ${String(style[0])};`);
    expect(policy).not.toContain('unsafe');
    expect(page).not.toMatch(/ style="| on\w+="|https?:\/\//);
  });

  it('has a script without imports and without a map', () => {
    const page = statePage(drawParts(fullBoard()), '', NOTHING);
    expect(page).not.toMatch(/^import /m);
    expect(page).not.toContain('sourceMappingURL');
  });

  it('shows the id that was asked for as a text', () => {
    expect(statePage(drawParts(fullBoard()), '"><script>', NOTHING)).toContain(
      'value="&#34;&#62;&#60;script&#62;"',
    );
  });

  it('asks for a token, and says that one was wrong', () => {
    expect(loginPage()).not.toContain('not valid');
    expect(loginPage({ wasWrong: true })).toContain('not valid');
  });

  it('sends the token to its own address, or to the one that it is given', () => {
    expect(loginPage()).toContain('<form method="post">');
    expect(loginPage({ action: '/login' })).toContain('<form method="post" action="/login">');
  });

  it('has no address that names the root, so that it works at any path', () => {
    const page = statePage(drawParts(fullBoard()), '', NOTHING);
    expect(page.match(/ (?:href|action)="[^"]+"/g)!.length).toBeGreaterThan(30);
    expect(page).not.toMatch(/ (?:href|action|src)="\//);
  });
});
