export { CONTROL_FLOW, isControlFlow } from './control-flow.ts';
export { adviceOnDsn, dsnOrigin, formatDsn, parseDsn } from './dsn.ts';
export { escapeHtml } from './escape-html.ts';
export { FAILED_REQUEST, MISSING_CHUNK, UNKNOWN_SERVER_ACTION } from './failure-wordings.ts';
export { sayOnce } from './say-once.ts';
export { causesOf, linesOf, readProperty, readText } from './thrown.ts';
export { callSafely, throwOutside } from './call-safely.ts';

export type { Dsn } from './dsn.ts';
