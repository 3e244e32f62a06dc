import { ruleOf } from '../../testing/corpus.helper.ts';
import { NOISE_CORPUS } from '../../testing/noise-corpus.helper.ts';
import { isBot } from './bots.ts';
import { createNoiseFilter } from './noise-filter.ts';
import { NOISE_RULES } from './noise-rules.ts';
import { CHUNK_LOAD_ERRORS, REAL_ERRORS } from '../../testing/real-errors.helper.ts';

const DROPPING = NOISE_RULES.filter(({ fingerprint }) => fingerprint === undefined);

describe('the noise corpus', () => {
  it('has at least 150 cases, each with a source, and some for every rule that drops', () => {
    expect(NOISE_CORPUS.length).toBeGreaterThanOrEqual(150);
    expect(NOISE_CORPUS.filter(({ source }) => source.length < 10)).toEqual([]);
    expect([...new Set(NOISE_CORPUS.map(({ rule }) => rule))].sort()).toEqual(
      DROPPING.map(({ id }) => id).sort(),
    );
  });

  it.each(NOISE_CORPUS.map((noise) => [noise.rule, noise.side, noise.title, noise] as const))(
    'drops by %s on the %s: %s',
    (rule, _side, _title, noise) => {
      expect(ruleOf(noise)).toBe(rule);
    },
  );

  it.each(DROPPING.map(({ id }) => id))('keeps all cases of %s when that rule is taken out', (id) => {
    const others = NOISE_RULES.filter((rule) => rule.id !== id);
    const cases = NOISE_CORPUS.filter(({ rule }) => rule === id);

    expect(cases.filter((noise) => ruleOf(noise, others) !== undefined)).toEqual([]);
  });
});

describe('the corpus of real errors', () => {
  it('has at least 300 different cases, each with a source', () => {
    const names = REAL_ERRORS.map(({ side, source, title }) => `${side} ${source} ${title}`);

    expect(new Set(names).size).toBeGreaterThanOrEqual(300);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(REAL_ERRORS.filter(({ source }) => source.length < 2)).toEqual([]);
  });

  it.each(REAL_ERRORS.map((error) => [error.side, error.title, error] as const))(
    'keeps on the %s: %s',
    (_side, _title, error) => {
      expect(ruleOf(error)).toBeUndefined();
    },
  );

  it.each(CHUNK_LOAD_ERRORS.map((error) => [error.title, error] as const))('groups %s', (_title, error) => {
    const filter = createNoiseFilter({ side: error.side });
    const kept = filter.processEvent(error.event ?? {}, error.hint);

    expect(kept?.fingerprint).toEqual([
      'chunk-load-error',
      expect.stringMatching(/^(?:webpack|turbopack|module|stylesheet)$/),
    ]);
  });

  it('passes everything on untouched, chunks that failed to load apart', () => {
    const chunks = new Set(CHUNK_LOAD_ERRORS);
    for (const { side, event, hint, page, title } of REAL_ERRORS.filter((error) => !chunks.has(error))) {
      if (event === undefined || /ChunkLoadError/.test(title)) continue;
      expect(createNoiseFilter({ side, ...page, isBot }).processEvent(event, hint)).toBe(event);
    }
  });
});
