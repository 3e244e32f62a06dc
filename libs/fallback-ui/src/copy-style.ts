/**
 * How the button that copies a reference looks beside it. The reference is in a typeface for code and is selected as a
 * whole; the button is neither.
 */
export const copyCss = `
:is(.adit-fallback,.adit-fallback-inline) .adit-fallback-copy{display:inline-flex;flex-wrap:wrap;align-items:center;gap:.75em;
margin-inline-start:.75em;font-family:var(--adit-fallback-font,system-ui,sans-serif);-webkit-user-select:none;user-select:none}
:is(.adit-fallback,.adit-fallback-inline) .adit-fallback-copy-status:not(:empty){color:var(--_adit-text);-webkit-user-select:text;user-select:text}
@media print{:is(.adit-fallback,.adit-fallback-inline) .adit-fallback-copy{display:none}}
`;
