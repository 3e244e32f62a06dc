/**
 * The default colours. Text, muted text and accent on the canvas, and text on the accent, have a contrast of at least 7:1
 * (WCAG 2.2, 1.4.6); the border of a control has 3:1 (1.4.11). The line above the reference is decoration.
 */
export const palette = {
  canvas: { light: '#fbfaf8', dark: '#131315' },
  text: { light: '#1a1917', dark: '#f3f2ee' },
  muted: { light: '#4b4944', dark: '#bcbab3' },
  accent: { light: '#1f3a93', dark: '#b7c7ff' },
  'on-accent': { light: '#ffffff', dark: '#10162e' },
  line: { light: '#e3e0d9', dark: '#35343a' },
  border: { light: '#85827a', dark: '#78766f' },
} as const satisfies Record<string, { light: string; dark: string }>;

/** The application can set a colour as `--adit-fallback-<role>`. */
export type ColourRole = keyof typeof palette;
