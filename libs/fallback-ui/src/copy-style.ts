/**
 * Styles of the copy button beside a reference. The space between them belongs to the reference, so that a button on
 * its own line is not indented. The reference itself is always left to right.
 */
export const copyCss = `
:is(.adit-fallback,.adit-fallback-inline) .adit-fallback-copy{display:inline-flex;flex-wrap:wrap;align-items:center;gap:.75em;
margin-block-start:.35em;font-family:var(--adit-fallback-font,system-ui,sans-serif);-webkit-user-select:none;user-select:none}
:is(.adit-fallback,.adit-fallback-inline) bdi:not(:last-child){margin-inline-end:.75em}
:is(.adit-fallback,.adit-fallback-inline)[dir=rtl] bdi:not(:last-child){margin-inline:.75em 0}
:is(.adit-fallback,.adit-fallback-inline) .adit-fallback-copy .adit-fallback-action{flex:0 1 auto}
:is(.adit-fallback,.adit-fallback-inline) .adit-fallback-copy-status:not(:empty){color:var(--_adit-text);-webkit-user-select:text;user-select:text}
@media print{:is(.adit-fallback,.adit-fallback-inline) .adit-fallback-copy{display:none}}
`;
