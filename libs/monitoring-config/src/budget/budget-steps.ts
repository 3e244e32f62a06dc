import type { Json, JsonRecord } from './plain-copy.ts';
import { cutText, limitBreadth, limitDepth, limitTexts, recordIn, recordsIn } from './trim.ts';

/** One way to make an event smaller. */
export interface BudgetStep {
  readonly id: BudgetStepId;
  /** Trims in place. */
  readonly trim: (event: JsonRecord) => void;
}

/** Names of the steps, in the order in which they are taken. */
export type BudgetStepId =
  | 'huge-texts'
  | 'depth'
  | 'breadth'
  | 'breadcrumbs'
  | 'frame-variables'
  | 'source-context'
  | 'request-body'
  | 'texts'
  | 'spans'
  | 'frames'
  | 'linked-errors'
  | 'sections'
  | 'bare';

/** Sections that people attach freely; where they are too much, this is nearly always why. */
const DATA_SECTIONS = ['extra', 'contexts', 'breadcrumbs', 'request', 'spans', 'threads', 'modules'] as const;

/** Contexts that are small and that Sentry cannot do without. */
const KEPT_CONTEXTS = ['trace', 'browser', 'os', 'device', 'runtime', 'app', 'nextjs'] as const;

/** Request data that says what was asked for. */
const KEPT_REQUEST = ['url', 'method', 'query_string'] as const;

/** Fields that make an event that event, each a text or a number. */
const BARE_FIELDS = [
  ...['event_id', 'type', 'platform', 'level', 'timestamp', 'start_timestamp', 'transaction', 'logger'],
  ...['release', 'dist', 'environment', 'server_name', 'message'],
] as const;

/** Lists and objects of texts, with the elements that the bare event keeps; Sentry itself stores no more than 50 tags. */
const BARE_LISTS = [
  ['tags', 50],
  ['user', 10],
  ['fingerprint', 10],
] as const;

/** Frames nearest the throw, and those among them of the application, that no step but the last takes. */
const TOP_FRAMES = 5;
/** Longest text of the bare event, in bytes; ample for tags (200 characters) and releases (200). */
const BARE_TEXT_BYTES = 256;
const BARE_MESSAGE_BYTES = 2_048;

const KIBIBYTE = 1_024;

const steps = (
  id: BudgetStepId,
  levels: readonly number[],
  trim: (event: JsonRecord, level: number) => void,
): readonly BudgetStep[] =>
  levels.map((level) => ({
    id,
    trim: (event) => {
      trim(event, level);
    },
  }));

/**
 * All steps, mildest first. Steps with a number appear once for each, from much to little. Type and value of exceptions, the
 * frames nearest the throw, tags, release, environment, user and trace ids are never taken out; long texts among them are cut.
 */
export const BUDGET_STEPS: readonly BudgetStep[] = [
  ...steps('huge-texts', [64 * KIBIBYTE], (event, bytes) => {
    changeData(event, (section) => limitTexts(section, bytes));
    cutMessages(event, bytes);
  }),
  ...steps('depth', [3, 2, 1], (event, depth) => {
    changeAttached(event, (data) => limitDepth(data, depth));
  }),
  ...steps('breadth', [100, 20, 5], (event, breadth) => {
    changeAttached(event, (data) => limitBreadth(data, breadth));
  }),
  ...steps('breadcrumbs', [50, 20, 5], keepBreadcrumbs),
  ...steps('frame-variables', [0], (event) => {
    for (const frame of allFrames(event)) remove(frame, ['vars']);
  }),
  ...steps('source-context', [TOP_FRAMES, 0], (event, top) => {
    for (const frames of stacks(event))
      for (const frame of withoutLast(frames, top))
        remove(frame, ['pre_context', 'context_line', 'post_context']);
  }),
  ...steps('request-body', [0], (event) => {
    remove(recordIn(event['request']), ['data', 'cookies', 'env']);
  }),
  ...steps('texts', [8 * KIBIBYTE, 2 * KIBIBYTE, KIBIBYTE / 2], (event, bytes) => {
    changeData(event, (section) => limitTexts(section, bytes));
    cutMessages(event, 2 * bytes);
  }),
  ...steps('spans', [500, 200, 50], keepLongestSpans),
  ...steps('frames', [30, 15], (event, count) => {
    for (const exception of exceptionsOf(event)) keepFrames(exception, count);
    for (const thread of recordsIn(recordIn(event['threads'])['values'])) keepFrames(thread, count);
  }),
  // The SDK lists the captured error last and what it links to before it.
  ...steps('linked-errors', [3, 1], (event, count) => {
    const exception = recordIn(event['exception']);
    const values = exception['values'];
    if (Array.isArray(values)) exception['values'] = values.slice(-count);
  }),
  ...steps('sections', [0], (event) => {
    remove(event, ['extra', 'breadcrumbs', 'modules', 'threads', 'logentry']);
    keepOnly(recordIn(event['request']), KEPT_REQUEST);
    keepOnly(recordIn(event['contexts']), KEPT_CONTEXTS);
  }),
  { id: 'bare', trim: makeBare },
];

/** Everything people attach, section by section. The trace is spared. */
function changeData(event: JsonRecord, change: (section: Json) => Json): void {
  const trace = recordIn(event['contexts'])['trace'];
  for (const name of DATA_SECTIONS) {
    const section = event[name];
    if (section !== undefined) event[name] = change(section);
  }
  if (trace !== undefined) restoreTraceIds(recordIn(event['contexts']), trace);
}

/** Data of any shape: whole for `extra`, below their names for contexts, breadcrumbs and spans, and request bodies. */
function changeAttached(event: JsonRecord, change: (data: Json) => Json): void {
  const changeIn = (holder: JsonRecord, key: string): void => {
    const data = holder[key];
    if (data !== undefined) holder[key] = change(data);
  };
  changeIn(event, 'extra');
  const contexts = recordIn(event['contexts']);
  for (const name of Object.keys(contexts)) if (name !== 'trace') changeIn(contexts, name);
  changeIn(recordIn(contexts['trace']), 'data');
  for (const crumb of recordsIn(event['breadcrumbs'])) changeIn(crumb, 'data');
  for (const span of recordsIn(event['spans'])) changeIn(span, 'data');
  for (const frame of allFrames(event)) changeIn(frame, 'vars');
  for (const key of ['data', 'headers', 'cookies', 'env']) changeIn(recordIn(event['request']), key);
}

const TRACE_IDS = ['trace_id', 'span_id', 'parent_span_id', 'op', 'status', 'origin'] as const;

function restoreTraceIds(contexts: JsonRecord, before: Json): void {
  const trace = recordIn(contexts['trace']);
  for (const id of TRACE_IDS) {
    const value = recordIn(before)[id];
    if (value !== undefined) trace[id] = value;
  }
}

function cutMessages(event: JsonRecord, bytes: number): void {
  const cut = (holder: JsonRecord, key: string): void => {
    const text = holder[key];
    if (typeof text === 'string') holder[key] = cutText(text, bytes);
  };
  cut(event, 'message');
  cut(event, 'transaction');
  for (const key of ['message', 'formatted']) cut(recordIn(event['logentry']), key);
  for (const exception of exceptionsOf(event)) {
    cut(exception, 'value');
    cut(exception, 'type');
    exception['mechanism'] &&= limitTexts(exception['mechanism'], bytes);
  }
  for (const frame of allFrames(event)) Object.assign(frame, limitTexts(frame, bytes));
}

/** The last ones, which happened nearest to the error. */
function keepBreadcrumbs(event: JsonRecord, count: number): void {
  const crumbs = event['breadcrumbs'];
  if (Array.isArray(crumbs)) event['breadcrumbs'] = crumbs.slice(-count);
}

/** Slow spans are what a trace is looked at for; the order stays. */
function keepLongestSpans(event: JsonRecord, count: number): void {
  const spans = event['spans'];
  if (!Array.isArray(spans) || spans.length <= count) return;
  const durations = spans.map((span, index) => ({ index, duration: durationOf(recordIn(span)) }));
  const kept = new Set(
    durations
      .sort((a, b) => b.duration - a.duration)
      .slice(0, count)
      .map(({ index }) => index),
  );
  event['spans'] = spans.filter((_span, index) => kept.has(index));
}

function durationOf({ start_timestamp: start, timestamp: end }: JsonRecord): number {
  return typeof start === 'number' && typeof end === 'number' ? end - start : 0;
}

/** The frames nearest the throw, and of the rest the application's before anyone else's. */
function keepFrames(holder: JsonRecord, count: number): void {
  const stacktrace = recordIn(holder['stacktrace']);
  const frames = recordsIn(stacktrace['frames']);
  if (frames.length <= count) return;
  const top = new Set(frames.slice(-TOP_FRAMES));
  const own = [...frames].reverse().filter((frame) => frame['in_app'] === true);
  for (const frame of [...own, ...[...frames].reverse()]) if (top.size < count) top.add(frame);
  stacktrace['frames'] = frames.filter((frame) => top.has(frame));
}

/** What is left when nothing else helps: at most some 50 KiB, whatever there was. */
function makeBare(event: JsonRecord): void {
  const bare: JsonRecord = {
    ...pickTexts(event, BARE_FIELDS, BARE_TEXT_BYTES),
    ...pickTexts(event, ['message'], BARE_MESSAGE_BYTES),
    ...(event['sdk'] !== undefined && { sdk: pickTexts(recordIn(event['sdk']), ['name', 'version']) }),
    ...(event['spans'] !== undefined && { spans: [] }),
  };
  for (const [name, breadth] of BARE_LISTS) {
    const list = event[name];
    if (list !== undefined)
      bare[name] = limitTexts(limitBreadth(limitDepth(list, 1), breadth), BARE_TEXT_BYTES);
  }
  const { trace } = recordIn(event['contexts']);
  if (trace !== undefined) bare['contexts'] = { trace: pickTexts(recordIn(trace), TRACE_IDS) };
  const captured = exceptionsOf(event).at(-1);
  const frames = captured === undefined ? [] : bareFrames(captured);
  if (captured !== undefined) bare['exception'] = { values: [bareException(captured, frames)] };
  const images = debugImages(event, frames);
  if (images.length > 0) bare['debug_meta'] = { images };

  remove(event, Object.keys(event));
  Object.assign(event, bare);
}

/** Those of the fields that are texts, cut, or numbers or flags. */
function pickTexts(record: JsonRecord, keys: readonly string[], textBytes = BARE_TEXT_BYTES): JsonRecord {
  const picked: JsonRecord = {};
  for (const key of keys) {
    const value = record[key];
    if (typeof value === 'string') picked[key] = cutText(value, textBytes);
    else if (typeof value === 'number' || typeof value === 'boolean') picked[key] = value;
  }
  return picked;
}

const FRAME_FIELDS = ['filename', 'abs_path', 'module', 'function', 'lineno', 'colno', 'in_app'] as const;

/** The application's frames nearest the throw, or where none is marked as its own, whoever's. */
function bareFrames(exception: JsonRecord): JsonRecord[] {
  const frames = recordsIn(recordIn(exception['stacktrace'])['frames']);
  const own = frames.filter((frame) => frame['in_app'] === true);
  return (own.length > 0 ? own : frames).slice(-TOP_FRAMES).map((frame) => pickTexts(frame, FRAME_FIELDS));
}

function bareException(exception: JsonRecord, frames: JsonRecord[]): JsonRecord {
  return {
    ...pickTexts(exception, ['type']),
    ...pickTexts(exception, ['value'], BARE_MESSAGE_BYTES),
    mechanism: pickTexts(recordIn(exception['mechanism']), ['type', 'handled', 'synthetic']),
    ...(frames.length > 0 && { stacktrace: { frames } }),
  };
}

/** Without its source map's id a frame stays minified. */
function debugImages(event: JsonRecord, frames: readonly JsonRecord[]): JsonRecord[] {
  const files = new Set(frames.map(({ abs_path, filename }) => abs_path ?? filename));
  return recordsIn(recordIn(event['debug_meta'])['images'])
    .map((image) => pickTexts(image, ['type', 'code_file', 'debug_id']))
    .filter(({ code_file }) => files.has(code_file))
    .slice(0, TOP_FRAMES);
}

function exceptionsOf(event: JsonRecord): readonly JsonRecord[] {
  return recordsIn(recordIn(event['exception'])['values']);
}

/** Stacks of exceptions and threads. */
function stacks(event: JsonRecord): readonly (readonly JsonRecord[])[] {
  const holders = [...exceptionsOf(event), ...recordsIn(recordIn(event['threads'])['values'])];
  return holders.map((holder) => recordsIn(recordIn(holder['stacktrace'])['frames']));
}

function allFrames(event: JsonRecord): readonly JsonRecord[] {
  return stacks(event).flat();
}

function withoutLast<T>(list: readonly T[], count: number): readonly T[] {
  return list.slice(0, Math.max(0, list.length - count));
}

function remove(record: JsonRecord, keys: readonly string[]): void {
  for (const key of keys) Reflect.deleteProperty(record, key);
}

function keepOnly(record: JsonRecord, keys: readonly string[]): void {
  remove(
    record,
    Object.keys(record).filter((key) => !keys.includes(key)),
  );
}
