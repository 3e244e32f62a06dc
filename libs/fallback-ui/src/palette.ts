/** One colour in both schemes. */
export interface SchemeColour {
  light: string;
  dark: string;
}

/**
 * The default colours. Text on canvas, muted text on canvas, accent on canvas and text on accent all keep a contrast
 * of at least 7:1 (WCAG 2.2, 1.4.6); the border of a control keeps 3:1 (1.4.11).
 * The line above the reference only decorates.
 */
export const palette = {
  canvas: { light: '#fbfaf8', dark: '#131315' },
  text: { light: '#1a1917', dark: '#f3f2ee' },
  muted: { light: '#4b4944', dark: '#bcbab3' },
  accent: { light: '#1f3a93', dark: '#b7c7ff' },
  'on-accent': { light: '#ffffff', dark: '#10162e' },
  line: { light: '#e3e0d9', dark: '#35343a' },
  border: { light: '#85827a', dark: '#78766f' },
} as const satisfies Record<string, SchemeColour>;

/** A colour the host can set as `--adit-fallback-<role>`. */
export type ColourRole = keyof typeof palette;
