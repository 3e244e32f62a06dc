import { palette, type ColourRole } from './palette.ts';

const SCHEMES = ['light', 'dark'] as const;

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const pairs: [ColourRole, ColourRole, number][] = [
  ['text', 'canvas', 7],
  ['muted', 'canvas', 7],
  ['accent', 'canvas', 7],
  ['on-accent', 'accent', 7],
  ['border', 'canvas', 3],
];

describe('palette', () => {
  it.each(pairs.flatMap((pair) => SCHEMES.map((scheme) => [...pair, scheme] as const)))(
    'has %s on %s at %d:1 or more in the %s scheme',
    (front, back, minimum, scheme) => {
      expect(contrast(palette[front][scheme], palette[back][scheme])).toBeGreaterThanOrEqual(minimum);
    },
  );

  it('control: the ratio of black on white and of a known grey', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  });
});
