import { paletteCss } from '../styles.ts';
import { copyCss } from '../copy-style.ts';

/**
 * The style sheet of `InlineFault`, a constant, so that one hash allows it in a content security policy. Size and
 * typeface are those of the page around it.
 */
export const inlineCss = `
${paletteCss('.adit-fallback-inline')}
.adit-fallback-inline.adit-fallback-inline{box-sizing:border-box;margin:0;padding-block:1em;padding-inline:1.25em;
border:1px solid var(--_adit-border);border-inline-start:.25em solid var(--_adit-accent);border-radius:var(--adit-fallback-radius,.625em);
background:var(--_adit-canvas);color:var(--_adit-text);line-height:1.5;text-align:start;overflow-wrap:anywhere}
.adit-fallback-inline .adit-fallback-inline-text{margin:0;padding:0;max-inline-size:none;color:inherit;font:inherit}
.adit-fallback-inline .adit-fallback-inline-text strong{display:block;font-weight:600}
.adit-fallback-inline .adit-fallback-inline-actions{display:flex;flex-wrap:wrap;gap:.75em;margin:0;margin-block-start:.75em;padding:0}
.adit-fallback-inline .adit-fallback-inline-reference{margin:0;margin-block-start:.75em;padding:0;max-inline-size:none;color:var(--_adit-muted);font:inherit;font-size:.875em;
font-variant-numeric:tabular-nums}
.adit-fallback-inline .adit-fallback-action{box-sizing:border-box;display:inline-flex;align-items:center;justify-content:center;
min-block-size:44px;min-inline-size:44px;margin:0;padding-block:.5em;padding-inline:1em;
border:1px solid var(--_adit-border);border-radius:var(--adit-fallback-radius,.625em);background:transparent;color:var(--_adit-text);
font:inherit;font-weight:600;line-height:1.25;text-align:center;text-decoration:none;text-transform:none;cursor:pointer;appearance:none;touch-action:manipulation}
.adit-fallback-inline .adit-fallback-action:hover{text-decoration:underline;text-decoration-thickness:.1em;text-underline-offset:.25em}
.adit-fallback-inline .adit-fallback-action:focus-visible{outline:3px solid var(--_adit-accent);outline-offset:3px}
@media (scripting:none){.adit-fallback-inline .adit-fallback-scripted{display:none}}
@media print{.adit-fallback-inline.adit-fallback-inline{background:none;color:#000}
.adit-fallback-inline .adit-fallback-inline-reference{color:#000}
.adit-fallback-inline .adit-fallback-inline-actions{display:none}}
${copyCss}`;
