import { markup, type Markup } from './markup.ts';

const MS_PER_S = 1_000;

/** Units of durations: their size and that of the next larger unit, in milliseconds. */
const UNITS = [
  ['d', 86_400_000, Infinity],
  ['h', 3_600_000, 86_400_000],
  ['min', 60_000, 3_600_000],
  ['s', MS_PER_S, 60_000],
] as const;

/** With three digits: `0`, `0.25`, `3.2`, `120`, `12,345`. */
export function formatNumber(value: number): string {
  const digits = value === 0 || value >= 100 ? 0 : value >= 1 ? 1 : 2;
  return value
    .toFixed(digits)
    .replace(/\.0+$/, '')
    .replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** As `12 KiB`, `1.5 MiB`. The settings use the same units. */
export function formatBytes(bytes: number): string {
  const units = [bytes === 1 ? 'byte' : 'bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${formatNumber(bytes / 1024 ** power)} ${String(units[power])}`;
}

/** As `850 ms`, `12 s`, `4 min 10 s`, `3 h 5 min`. */
export function formatDuration(ms: number): string {
  if (ms < MS_PER_S) return `${Math.round(ms)} ms`;
  const counts = UNITS.map(([unit, size, next]) => ({ unit, count: Math.floor((ms % next) / size) }));
  const first = counts.findIndex(({ count }) => count > 0);
  return counts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ unit, count }) => `${count} ${unit}`)
    .join(' ');
}

/** A quantile in milliseconds; a dash without requests. */
export const formatMs = (ms: number | null): string => (ms === null ? '–' : `${formatNumber(ms)} ms`);

/** A share from 0 to 1. A spool that is not empty is never 0 % full, and one with space is never 100 % full. */
export function formatShare(share: number): string {
  if (share <= 0 || share >= 1) return `${Math.round(share * 100)} %`;
  return share < 0.01 ? 'under 1 %' : `${Math.min(99, Math.round(share * 100))} %`;
}

/** In UTC, like the log: the time of day, with the date if it is another day than `now`. */
export function formatTime(at: number, now: number): string {
  const isoOf = (ms: number): string => new Date(ms).toISOString();
  const [date, time] = [isoOf(at).slice(0, 10), isoOf(at).slice(11, 19)];
  return isoOf(now).startsWith(date) ? time : `${date} ${time}`;
}

/** The most reasons that a sentence names. */
const MOST_NAMED = 3;

/** `spool-full (3), expired (1)`: the largest three. */
export const listOf = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_NAMED)
    .map(([name, count]) => `${name} (${formatNumber(count)})`)
    .join(', ');

/** `1 envelope`, `3 envelopes`. */
export const countOf = (count: number, noun: string): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;

/** A number, formatted for people and exact for programs. */
export const numberMarkup = (value: number): Markup =>
  markup`<data value="${value}">${formatNumber(value)}</data>`;
