import { textOf } from '../../testing/states.helper.ts';
import {
  countOf,
  formatBytes,
  formatDuration,
  formatMs,
  formatNumber,
  formatShare,
  formatTime,
  numberMarkup,
} from './format.ts';

describe('the numbers of the page', () => {
  it.each([
    [0, '0'],
    [0.254, '0.25'],
    [3, '3'],
    [3.24, '3.2'],
    [99.5, '99.5'],
    [120.4, '120'],
    [1_234, '1,234'],
    [12_345_678, '12,345,678'],
  ])('writes %d as %s', (value, text) => expect(formatNumber(value)).toBe(text));

  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1_023, '1,023 bytes'],
    [1_024, '1 KiB'],
    [1_572_864, '1.5 MiB'],
    [524_288_000, '500 MiB'],
    [2 ** 60, '1,048,576 TiB'],
  ])('writes %d bytes as %s', (value, text) => expect(formatBytes(value)).toBe(text));

  it.each([
    [0, '0 ms'],
    [849.6, '850 ms'],
    [1_000, '1 s'],
    [250_000, '4 min 10 s'],
    [240_000, '4 min'],
    [11_100_000, '3 h 5 min'],
    [90_000_000, '1 d 1 h'],
    [59_999, '59 s'],
  ])('writes %d ms as %s', (value, text) => expect(formatDuration(value)).toBe(text));

  it.each([
    [0, '0 %'],
    [0.000_1, 'under 1 %'],
    [0.5, '50 %'],
    [0.999, '99 %'],
    [1, '100 %'],
    [1.2, '120 %'],
  ])('writes a share of %d as %s', (value, text) => expect(formatShare(value)).toBe(text));

  it('writes a dash if nothing was measured', () => {
    expect([formatMs(null), formatMs(12.34)]).toEqual(['–', '12.3 ms']);
  });

  it('names the date only of other days', () => {
    const at = Date.UTC(2026, 10, 25, 23, 59, 1);
    expect(formatTime(at, at + 500)).toBe('23:59:01');
    expect(formatTime(at, at + 60_000)).toBe('2026-11-25 23:59:01');
  });

  it('counts in words, and exactly for programs', () => {
    expect([countOf(1, 'envelope'), countOf(1_200, 'envelope')]).toEqual(['1 envelope', '1,200 envelopes']);
    expect(numberMarkup(1_200).markup).toBe('<data value="1200">1,200</data>');
    expect(textOf(numberMarkup(7))).toBe('7');
  });
});
