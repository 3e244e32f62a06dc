/**
 * Messages from public trackers, labelled from the tracker's discussion (`corpus/public-messages.json` explains how).
 */
import { readFileSync } from 'node:fs';
import type { Event } from '@sentry/core';
import {
  EXTENSION_MESSAGING,
  MAIL_SCANNER,
  WALLETS_AND_USER_SCRIPTS,
  WEBVIEW_BRIDGE,
} from './foreign-messages.ts';
import { matchesRow, messageRows } from './message-rows.ts';
import { createNoiseFilter } from './noise-filter.ts';

interface PublicMessage {
  readonly label: 'noise' | 'genuine';
  /**
   * `tuning`: known while the rules were written. `held-out`: gathered and labelled later, before the rules were run on
   * it.
   */
  readonly part: 'tuning' | 'held-out';
  readonly type: string;
  readonly message: string;
  readonly source: string;
  /** Function, file and line, the throwing frame first; `@document` and `@app` stand for the page and a script of the site. */
  readonly frames?: readonly (readonly [name: string, file: string, line: number | null])[];
  readonly leaving?: true;
  readonly translated?: true;
  readonly digest?: string;
  /** The loader by which a failed chunk is grouped. */
  readonly group?: string;
}

const { messages } = JSON.parse(
  readFileSync(new URL('../../corpus/public-messages.json', import.meta.url), 'utf8'),
) as { messages: readonly PublicMessage[] };

const DOCUMENT = 'https://site.test/articles/196';
const FILES: Readonly<Record<string, string>> = {
  '@document': DOCUMENT,
  '@app': 'https://site.test/assets/app-1f2e.js',
};

function toEvent({ type, message, frames = [] }: PublicMessage): Event {
  const stacktrace = {
    frames: frames
      .map(([name, file, line]) => ({
        function: name,
        filename: FILES[file] ?? file,
        ...(line !== null && { lineno: line, colno: 1 }),
      }))
      .reverse(),
  };
  return {
    request: { url: `${DOCUMENT}?utm_source=newsletter` },
    exception: { values: [{ type, value: message, ...(frames.length > 0 && { stacktrace }) }] },
  };
}

function verdict(entry: PublicMessage) {
  const filter = createNoiseFilter({
    side: 'client',
    isPageLeaving: () => entry.leaving === true,
    isTranslatedPage: () => entry.translated === true,
  });
  const originalException = Object.assign(new Error(entry.message), {
    name: entry.type,
    digest: entry.digest,
  });
  return filter.explain(toEvent(entry), { originalException });
}

const isDropped = (entry: PublicMessage): boolean => verdict(entry)?.action === 'drop';

/** Words without evidence, as they are often written into `ignoreErrors`. */
const NAIVE =
  /messageHandlers|Java|extension|Failed to fetch|Load failed|Network|abort|is not defined|Can't find variable|redefine|NEXT_|chunk|import/i;

describe.each(['tuning', 'held-out'] as const)('public messages, %s', (part) => {
  const of = (label: PublicMessage['label']): readonly PublicMessage[] =>
    messages.filter((entry) => entry.part === part && entry.label === label);

  it('lose at least nine of ten that are noise', () => {
    const caught = of('noise').filter(isDropped).length;

    expect(caught / of('noise').length).toBeGreaterThanOrEqual(0.9);
  });

  it('keep every one that is genuine, where a filter by words loses many', () => {
    expect(of('genuine').filter(isDropped)).toEqual([]);
    expect(of('genuine').filter(({ message }) => NAIVE.test(message)).length).toBeGreaterThan(5);
  });
});

/** Tables whose rows come from public trackers, except one row from Sentry's own list. */
const ROWS = [WEBVIEW_BRIDGE, EXTENSION_MESSAGING, WALLETS_AND_USER_SCRIPTS, MAIL_SCANNER]
  .flatMap(({ rows }) => rows)
  .filter(({ pattern }) => !pattern.source.startsWith('^Java'));

describe('the public messages', () => {
  it.each(ROWS.map((row) => [row.pattern.source.slice(0, 60), row] as const))(
    'give at least three addresses for %s…',
    (_pattern, row) => {
      const sources = messages
        .filter((entry) => matchesRow(toEvent(entry), messageRows([row])))
        .map(({ source }) => source);

      expect(new Set(sources).size).toBeGreaterThanOrEqual(3);
    },
  );

  it('are at least 300, a third of them held out, each with an address', () => {
    expect(messages.length).toBeGreaterThanOrEqual(300);
    expect(messages.filter(({ part }) => part === 'held-out').length).toBeGreaterThanOrEqual(100);
    expect(messages.filter(({ source }) => !/^https:\/\/\S+\.\S+\/\S+$/.test(source))).toEqual([]);
  });

  it.each(
    messages.filter(({ group }) => group !== undefined).map((entry) => [entry.message, entry] as const),
  )('group %s', (_message, entry) => {
    expect(verdict(entry)).toMatchObject({ action: 'group', fingerprint: ['chunk-load-error', entry.group] });
  });
});
