import { MAX_EVENT_BYTES } from './budget/fit-event.ts';
import { MonitoringConfigError } from './config-error.ts';
import { COMPARED_FIELDS, type ComparedField } from './compare-monitoring.ts';
import { defineMonitoring, type Monitoring, type MonitoringOverrides } from './define-monitoring.ts';
import { LIMIT_NAMES, resolveLimits } from './limits.ts';
import { resolveScrub } from './scrub/scrub-settings.ts';

/** Longest text that is parsed, in characters: a page is open to whatever rewrites it. */
const MAX_TEXT_LENGTH = 8_192;

const DEFAULT_SCRIPT_ID = 'monitoring-config';
const DEFAULT_ATTRIBUTE = 'data-monitoring';

/** A type that is no script's makes the element a data block: it is never run, so `script-src` does not apply to it. */
const SCRIPT_TYPE = 'application/json'; // https://html.spec.whatwg.org/multipage/scripting.html#data-block

const SCRIPT_ID = /^[A-Za-z][\w-]{0,63}$/;
const NONCE = /^[\w+/-]{1,256}={0,2}$/; // `base64-value` in https://www.w3.org/TR/CSP3/#grammardef-nonce-source

/** What the element that carries the values needs besides them. */
export interface RuntimeScriptOptions {
  /** The element's id: a letter, then letters, digits, "_" and "-". Default `monitoring-config`. */
  id?: string | undefined;
  /** The nonce of the page's content security policy. One that no policy could hold is left out. Default none. */
  nonce?: string | null | undefined;
}

/** Properties of a React `<script>` element. */
export interface RuntimeScriptProps {
  readonly id: string;
  readonly type: 'application/json';
  readonly nonce?: string;
  readonly dangerouslySetInnerHTML: { readonly __html: string };
}

/** What reading needs of a browser's `document`. */
export interface RuntimeDocument {
  getElementById: (id: string) => { readonly localName: string; readonly textContent: string | null } | null;
  readonly documentElement: { getAttribute: (name: string) => string | null };
}

/** Where the values are read, and what stands in for those that are not there. */
export interface RuntimeConfigOptions {
  /** Id of the script element. Default `monitoring-config`. */
  id?: string | undefined;
  /** Attribute of `<html>`. Default `data-monitoring`. */
  attribute?: string | undefined;
  /** What was built in: stands in, field by field, for what the document does not say. Default nothing. */
  built?: MonitoringOverrides | undefined;
}

/**
 * The public values as compact JSON, so that one build serves many environments: for the text of a script element, where it
 * stands as it is, or for an attribute such as `data-monitoring` on `<html>`, where the host escapes double quotes. It holds
 * no `<`, `>`, `&` or `'`, so nothing in it can end the element or a comment, or start either.
 */
export function serializeRuntimeConfig({
  dsn,
  environment,
  release,
  tunnel,
  tunnelPath,
  sampleRate,
  tracesSampleRate,
  replaysSessionSampleRate,
  replaysOnErrorSampleRate,
  limits,
  noise,
  scrub,
  maxEventBytes,
}: Monitoring): string {
  // Every page carries this: settings that few change are written only where they were.
  const unlessDefault = <T>(value: T, initial: T): T | undefined =>
    JSON.stringify(value) === JSON.stringify(initial) ? undefined : value;
  const json = JSON.stringify({
    dsn,
    environment,
    release,
    // Follows from the two around it; for `startMonitoring`, which has no room to work it out.
    tunnel,
    tunnelPath,
    sampleRate,
    tracesSampleRate,
    replaysSessionSampleRate: unlessDefault(replaysSessionSampleRate, 0),
    replaysOnErrorSampleRate: unlessDefault(replaysOnErrorSampleRate, 0),
    limits: unlessDefault(limits, resolveLimits()),
    noise,
    scrub: unlessDefault(scrub, resolveScrub()),
    maxEventBytes: unlessDefault(maxEventBytes, MAX_EVENT_BYTES),
  });
  return json.replace(
    /[<>&'\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * The values as properties of an inert script element: `<script {...toRuntimeScriptProps(monitoring)} />`.
 * @throws {MonitoringConfigError} for an id that is none.
 */
export function toRuntimeScriptProps(
  monitoring: Monitoring,
  { id = DEFAULT_SCRIPT_ID, nonce }: RuntimeScriptOptions = {},
): RuntimeScriptProps {
  if (!SCRIPT_ID.test(id))
    throw new MonitoringConfigError('id', id, 'a letter, then up to 63 letters, digits, "_" and "-"');
  return {
    id,
    type: SCRIPT_TYPE,
    // A nonce comes with the request; one that is wrong must not fail the page, for an inert element needs none.
    ...(nonce != null && NONCE.test(nonce) && { nonce }),
    dangerouslySetInnerHTML: { __html: serializeRuntimeConfig(monitoring) },
  };
}

/**
 * The inert script element as HTML, for pages that are not written by React.
 * @throws {MonitoringConfigError} for an id that is none.
 */
export function renderRuntimeScript(monitoring: Monitoring, options?: RuntimeScriptOptions): string {
  const { id, type, nonce, dangerouslySetInnerHTML } = toRuntimeScriptProps(monitoring, options);
  const nonceAttribute = nonce === undefined ? '' : ` nonce="${nonce}"`;
  return `<script id="${id}" type="${type}"${nonceAttribute}>${dangerouslySetInnerHTML.__html}</script>`;
}

/**
 * Reads what {@link serializeRuntimeConfig} wrote, as overrides for `defineMonitoring`. A field that is missing, unknown or
 * not acceptable is left out, so that what was built stands in for it; `undefined` when no field is left.
 */
export function parseRuntimeConfig(text: string | null | undefined): MonitoringOverrides | undefined {
  if (text == null || text.length > MAX_TEXT_LENGTH) return undefined;
  const value = parseJson(text);
  if (!isRecord(value)) return undefined;
  const { dsn, environment, release, tunnelPath, sampleRate, tracesSampleRate, noise, scrub } = value;
  const { replaysSessionSampleRate, replaysOnErrorSampleRate, maxEventBytes } = value;
  const limits = isRecord(value['limits']) ? value['limits'] : {};
  const { disabled, dryRun } = isRecord(noise) ? noise : {};
  const secrets = isRecord(scrub) ? scrub : {};
  const { parameters, allowed, emails, opaqueValues } = secrets;
  const fields: readonly (MonitoringOverrides | false)[] = [
    isText(dsn) && { dsn },
    isText(environment) && { environment },
    isText(release) && { release },
    isText(tunnelPath) && { tunnelPath },
    typeof sampleRate === 'number' && { sampleRate },
    typeof tracesSampleRate === 'number' && { tracesSampleRate },
    typeof replaysSessionSampleRate === 'number' && { replaysSessionSampleRate },
    typeof replaysOnErrorSampleRate === 'number' && { replaysOnErrorSampleRate },
    ...LIMIT_NAMES.map((name) => typeof limits[name] === 'number' && { limits: { [name]: limits[name] } }),
    isTextList(disabled) && { noise: { disabled } },
    typeof dryRun === 'boolean' && { noise: { dryRun } },
    scrub === false && { scrub },
    isTextList(parameters) && { scrub: { parameters } },
    isTextList(allowed) && { scrub: { allowed } },
    typeof emails === 'boolean' && { scrub: { emails } },
    typeof opaqueValues === 'boolean' && { scrub: { opaqueValues } },
    isTextList(secrets['disabled']) && { scrub: { disabled: secrets['disabled'] } },
    typeof secrets['dryRun'] === 'boolean' && { scrub: { dryRun: secrets['dryRun'] } },
    (typeof maxEventBytes === 'number' || maxEventBytes === false) && { maxEventBytes },
  ];
  const accepted = fields.filter((field) => field !== false).filter(isAccepted);
  return accepted.length === 0 ? undefined : accepted.reduce(merge, {});
}

/**
 * Reads the values before anything else of the page has run: from the script element, else from the attribute of `<html>`,
 * else those that were built in, field by field. The result is for `defineMonitoring`.
 */
export function readRuntimeConfig(
  document: RuntimeDocument,
  { id = DEFAULT_SCRIPT_ID, attribute = DEFAULT_ATTRIBUTE, built = {} }: RuntimeConfigOptions = {},
): MonitoringOverrides {
  return readTexts(document, id, attribute)
    .map((text) => parseRuntimeConfig(text) ?? {})
    .reduce(merge, built);
}

/**
 * What the server wrote into the document, unchecked, of the fields that {@link compareMonitoring} compares. It tells what the
 * server said where {@link readRuntimeConfig} did not take it.
 */
export function readServerValues(
  document: RuntimeDocument,
  {
    id = DEFAULT_SCRIPT_ID,
    attribute = DEFAULT_ATTRIBUTE,
  }: Pick<RuntimeConfigOptions, 'id' | 'attribute'> = {},
): Partial<Record<ComparedField, string>> {
  return Object.assign({}, ...readTexts(document, id, attribute).map(comparedValues)) as Partial<
    Record<ComparedField, string>
  >;
}

/** Later fields win, those of `limits`, `noise` and `scrub` one by one. */
function merge(earlier: MonitoringOverrides, later: MonitoringOverrides): MonitoringOverrides {
  const limits = (earlier.limits ?? later.limits) && { ...earlier.limits, ...later.limits };
  const noise = (earlier.noise ?? later.noise) && { ...earlier.noise, ...later.noise };
  const scrub = earlier.scrub && later.scrub ? { ...earlier.scrub, ...later.scrub } : undefined;
  return {
    ...earlier,
    ...later,
    ...(limits && { limits }),
    ...(noise && { noise }),
    ...(scrub && { scrub }),
  };
}

/** What the two places hold, the one that wins last. */
function readTexts(document: RuntimeDocument, id: string, attribute: string): (string | null | undefined)[] {
  const element = document.getElementById(id);
  // Sanitizers let people write elements with an id, but never a script.
  const script = element?.localName === 'script' ? element.textContent : undefined;
  return [document.documentElement.getAttribute(attribute), script];
}

function comparedValues(text: string | null | undefined): Partial<Record<ComparedField, string>> {
  const value = parseJson(text?.slice(0, MAX_TEXT_LENGTH) ?? '');
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    COMPARED_FIELDS.map((field) => [field, value[field]] as const).filter(([, said]) => isText(said)),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A blank text would erase what was built and name nothing in its place. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}

/** The one place that knows what is valid is `defineMonitoring`; asking it here means it cannot throw in the browser. */
function isAccepted(overrides: MonitoringOverrides): boolean {
  try {
    defineMonitoring({}, overrides);
    return true;
  } catch {
    return false;
  }
}
