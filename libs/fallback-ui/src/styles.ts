import { copyCss } from './copy-style.ts';
import { palette } from './palette.ts';

function declareColours(toValue: (colour: { light: string; dark: string }) => string): string {
  return Object.entries(palette)
    .map(([role, colour]) => `--_adit-${role}:var(--adit-fallback-${role},${toValue(colour)});`)
    .join('');
}

/** The colours of both schemes, declared on a selector as `--_adit-<role>`. */
export function paletteCss(selector: string): string {
  return `${selector}{${declareColours(({ light }) => light)}}
@supports (color:light-dark(#000,#fff)){
${selector}{color-scheme:var(--adit-fallback-color-scheme,light dark);
${declareColours(({ light, dark }) => `light-dark(${light},${dark})`)}}
}`;
}

/**
 * The style sheet of all screens, a constant, so that a content security policy can allow it by hash.
 *
 * - No cascade layer: an unlayered reset of the site (`*{padding:0}`, `a{color:inherit}`) would override it and make
 *   the primary action unreadable. Rules have two classes instead: they override resets, and three classes of the site
 *   override them.
 * - Sizes are in `em` under a font size of at least 16px, because `html{font-size:62.5%}` shrinks `rem`.
 * - Browsers without `light-dark()` show a complete light screen.
 * - Hindi and Arabic need higher lines for their marks; letters that join keep their distance; Korean breaks between
 *   words, and Japanese headings between phrases if the browser can.
 * - No character that HTML escapes: React 18 escapes the text of a style element, but browsers do not unescape it.
 *   Instead of `>`, rules use descendants that occur nowhere deeper. Instead of quotes, an empty content is a quotation
 *   mark that `quotes` leaves empty.
 * - `scripting:none` hides buttons that need a script.
 */
export const fallbackCss = `
${paletteCss('.adit-fallback,.adit-fallback-document')}
.adit-fallback,.adit-fallback-document{background:var(--_adit-canvas);color:var(--_adit-text)}
:where(body:has(.adit-fallback):not(:has(* .adit-fallback))){margin:0}
.adit-fallback.adit-fallback{box-sizing:border-box;display:grid;align-content:center;flex:1 1 auto;
inline-size:100%;min-inline-size:0;max-inline-size:none;min-block-size:var(--adit-fallback-min-block-size,100svh);margin:0;
padding-block:max(3em,env(safe-area-inset-top)) max(4.5em,env(safe-area-inset-bottom));
padding-inline:max(1.5em,env(safe-area-inset-left),env(safe-area-inset-right));
font-family:var(--adit-fallback-font,system-ui,-apple-system,Segoe UI,Roboto,Helvetica Neue,Noto Sans,Arial,sans-serif);
font-size:max(16px,1rem);font-weight:400;font-style:normal;line-height:1.6;letter-spacing:normal;text-align:start;text-transform:none;
-webkit-text-size-adjust:100%;text-size-adjust:100%}
.adit-fallback .adit-fallback-panel{box-sizing:border-box;inline-size:100%;min-inline-size:0;max-inline-size:36em;margin-block:0;margin-inline:auto;padding:0}
.adit-fallback .adit-fallback-panel::before{quotes:none;content:open-quote;display:block;inline-size:2.5em;margin-block-end:1.75em;
border-block-start:.25em solid var(--_adit-accent)}
.adit-fallback .adit-fallback-logo{margin-block-end:2.5em;padding:0;line-height:0}
.adit-fallback .adit-fallback-illustration{margin-block-end:1.75em;padding:0}
.adit-fallback .adit-fallback-panel:has(:is(.adit-fallback-logo,.adit-fallback-illustration))::before{content:none}
.adit-fallback .adit-fallback-heading:focus{outline:none}
.adit-fallback .adit-fallback-heading{margin:0;padding:0;max-inline-size:none;color:inherit;font:inherit;font-weight:600;
font-size:clamp(1.75em,1.3em + 2vw,2.5em);line-height:1.15;letter-spacing:-.02em;text-align:start;text-transform:none;text-wrap:balance;
overflow-wrap:anywhere}
.adit-fallback .adit-fallback-heading:is(:lang(ar),:lang(hi),:lang(ja),:lang(ko),:lang(zh)){line-height:1.35;letter-spacing:normal}
.adit-fallback .adit-fallback-heading:lang(ja){line-break:strict;word-break:auto-phrase}
.adit-fallback.adit-fallback:lang(ko){word-break:keep-all}
.adit-fallback .adit-fallback-text{margin:0;margin-block-start:1.1em;padding:0;max-inline-size:none;color:var(--_adit-muted);font:inherit;font-size:1.0625em;
text-wrap:pretty;overflow-wrap:break-word}
.adit-fallback .adit-fallback-text-lead{color:var(--_adit-text)}
.adit-fallback .adit-fallback-text time{font-variant-numeric:tabular-nums}
.adit-fallback .adit-fallback-actions,.adit-fallback .adit-fallback-search,.adit-fallback .adit-fallback-help{display:flex;flex-wrap:wrap;
gap:.75em;margin:0;margin-block-start:2em;padding:0;max-inline-size:none;font:inherit}
.adit-fallback .adit-fallback-help{gap:0 1.75em;margin-block-start:1.25em}
.adit-fallback .adit-fallback-link{display:inline-flex;align-items:center;min-inline-size:44px;min-block-size:44px;color:var(--_adit-text);font:inherit;
text-decoration:underline;text-decoration-thickness:.07em;text-underline-offset:.25em;overflow-wrap:anywhere;cursor:pointer}
.adit-fallback .adit-fallback-link:hover{text-decoration-thickness:.14em}
.adit-fallback .adit-fallback-field{box-sizing:border-box;flex:1 1 8em;min-inline-size:0;min-block-size:max(44px,2.875em);margin:0;
padding-block:.5em;padding-inline:1em;border:1px solid var(--_adit-border);border-radius:var(--adit-fallback-radius,.625em);
background:transparent;color:var(--_adit-text);font:inherit;cursor:text;appearance:none}
.adit-fallback .adit-fallback-field::placeholder{color:var(--_adit-muted);opacity:1}
.adit-fallback .adit-fallback-action{box-sizing:border-box;display:inline-flex;align-items:center;justify-content:center;
min-block-size:max(44px,2.875em);min-inline-size:44px;margin:0;padding-block:.5em;padding-inline:1.25em;
border:1px solid var(--_adit-border);border-radius:var(--adit-fallback-radius,.625em);background:transparent;color:var(--_adit-text);
font:inherit;font-weight:600;line-height:1.25;text-align:center;text-decoration:none;text-transform:none;overflow-wrap:anywhere;
cursor:pointer;appearance:none;touch-action:manipulation}
.adit-fallback .adit-fallback-action-primary{border-color:var(--_adit-accent);background:var(--_adit-accent);color:var(--_adit-on-accent)}
.adit-fallback .adit-fallback-action:hover{text-decoration:underline;text-decoration-thickness:.1em;text-underline-offset:.25em}
.adit-fallback :is(.adit-fallback-action,.adit-fallback-link,.adit-fallback-field):focus-visible{outline:3px solid var(--_adit-accent);outline-offset:3px}
.adit-fallback .adit-fallback-reference{margin:0;margin-block-start:3em;padding:0;padding-block-start:1em;max-inline-size:none;
border-block-start:1px solid var(--_adit-line);color:var(--_adit-muted);font:inherit;font-size:.875em;
font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.adit-fallback .adit-fallback-digest{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;-webkit-user-select:all;user-select:all}
@media (max-width:30em){.adit-fallback .adit-fallback-action,.adit-fallback .adit-fallback-field{flex:1 1 100%}}
@media (prefers-reduced-motion:no-preference){.adit-fallback .adit-fallback-action:active{transform:translateY(1px)}}
@media (forced-colors:active){.adit-fallback .adit-fallback-action-primary{forced-color-adjust:none;border-color:Highlight;
background:Highlight;color:HighlightText}
.adit-fallback .adit-fallback-action-primary:focus-visible{outline-color:CanvasText}}
.adit-fallback .adit-fallback-unscripted{display:none}
@media (scripting:none){.adit-fallback .adit-fallback-scripted{display:none}.adit-fallback .adit-fallback-unscripted{display:inline-flex}}
@media print{.adit-fallback-document.adit-fallback-document{background:none}
.adit-fallback.adit-fallback{min-block-size:0;padding:0;background:none;color:#000}
.adit-fallback .adit-fallback-text,.adit-fallback .adit-fallback-reference{color:#000}
.adit-fallback :is(.adit-fallback-actions,.adit-fallback-search,.adit-fallback-help){display:none}}
${copyCss}`;
