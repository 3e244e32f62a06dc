import { NOISE_RULES } from '../noise/noise-rules.ts';
import { createPatternChecks } from './check-patterns.ts';
import {
  fieldPath,
  fieldsOf,
  flag,
  isFields,
  listOf,
  nameOf,
  optional,
  refuse,
  share,
  show,
  textUpTo,
  type Check,
  type Fields,
  type Problems,
} from './checks.ts';

/** Most rules of a document. */
const MAX_RULES = 5_000;

/** Longest reason, path, name of a tag and part of a fingerprint, in characters. */
const MAX_NAME_LENGTH = 200;

/** Most tags or headers in one condition, and most parts of a fingerprint. */
const MAX_NAMES = 20;

/** Most names of a path: deeper values are not sent. */
const MAX_PATH_NAMES = 20;

const RULE_ID = /^[a-z\d][a-z\d-]{0,63}$/;

/** Ids of built-in rules. Reports show them beside a team's own. */
const RESERVED: readonly string[] = [...NOISE_RULES.map(({ id }) => id), 'budget'];

const KINDS = ['error', 'transaction', 'span', 'log', 'feedback', 'replay'] as const;

const ACTIONS = ['drop', 'keep', 'sample', 'group', 'scrub'] as const;

/** Values without which Sentry refuses an event. */
const NEEDED: readonly string[] = [
  'event_id',
  'type',
  'timestamp',
  'start_timestamp',
  'spans',
  'exception',
  '*',
];

/** Returns the check of `rules`. */
export function rulesCheck(problems: Problems): Check {
  const { patterns, form } = createPatternChecks(problems);
  const ids = new Set<unknown>();
  const text = textUpTo(problems, MAX_NAME_LENGTH);

  const kind = nameOf(problems, KINDS);
  const kinds = listOf(problems, kind, 1, KINDS.length);
  const byName: Check = (value, path) => {
    if (!isFields(value)) return refuse(problems, path, value, 'an object of names and patterns');
    const entries = Object.entries(value);
    if (entries.length === 0 || entries.length > MAX_NAMES)
      return problems.report(path, `has ${entries.length} names; accepted: 1 to ${MAX_NAMES}`);
    for (const [name, given] of entries) {
      if (name === '' || name.length > MAX_NAME_LENGTH)
        problems.report(path, `has a name of ${name.length} characters; accepted: 1 to ${MAX_NAME_LENGTH}`);
      patterns(given, fieldPath(path, name));
    }
  };
  const texts = ['message', 'exception', 'url', 'release', 'environment', 'sdk', 'project'] as const;
  const condition = fieldsOf(problems, {
    kind: optional((value, path) => (Array.isArray(value) ? kinds : kind)(value, path)),
    ...Object.fromEntries(texts.map((name) => [name, optional(patterns)])),
    tag: optional(byName),
    header: optional(byName),
  });

  const id: Check = (value, path) => {
    if (typeof value !== 'string' || !RULE_ID.test(value))
      return refuse(
        problems,
        path,
        value,
        '1 to 64 lower-case letters, digits and dashes, with no dash in front',
      );
    if (RESERVED.includes(value)) problems.report(path, `is ${show(value)}, which a built-in rule has`);
    if (ids.has(value)) problems.report(path, `is ${show(value)}, which an earlier rule has`);
    ids.add(value);
  };

  const path: Check = (value, place) => {
    if (typeof value !== 'string' || value === '' || value.length > MAX_NAME_LENGTH)
      return text(value, place);
    const names = value.split('.');
    if (names.includes('') || names.length > MAX_PATH_NAMES)
      return refuse(problems, place, value, `1 to ${MAX_PATH_NAMES} names with a dot between them`);
    if (NEEDED.includes(names[0] ?? '') && names.length === 1)
      problems.report(
        place,
        `is ${show(value)}, which Sentry needs; accepted: the place of a value below or beside it`,
      );
  };

  const OWN: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
    drop: {},
    keep: {},
    sample: { rate: share(problems) },
    group: { fingerprint: listOf(problems, text, 1, MAX_NAMES) },
    scrub: { path: optional(path), form: optional(form) },
  };
  const common: Readonly<Record<string, Check>> = {
    id,
    reason: optional(text),
    action: nameOf(problems, ACTIONS),
    when: condition,
    dryRun: optional(flag(problems)),
  };
  const checks = Object.fromEntries(
    Object.entries(OWN).map(([action, own]) => [action, fieldsOf(problems, { ...common, ...own })]),
  );
  // Without a known action, nothing can be said about the fields that some actions have.
  const anyFields = Object.assign({}, ...Object.values(OWN)) as Readonly<Record<string, Check>>;
  const unknownAction = fieldsOf(problems, {
    ...Object.fromEntries(Object.keys(anyFields).map((name) => [name, () => undefined])),
    ...common,
  });

  const rule: Check = (value, at) => {
    if (!isFields(value)) return refuse(problems, at, value, 'an object');
    const { action } = value;
    const check = typeof action === 'string' && Object.hasOwn(checks, action) ? checks[action] : undefined;
    (check ?? unknownAction)(value, at);
    together(problems, value, at);
  };
  return listOf(problems, rule, 0, MAX_RULES);
}

/** Checks the fields of a rule together. */
function together(problems: Problems, { action, when, path, form }: Fields, at: string): void {
  if (action === 'scrub' && path === undefined && form === undefined)
    problems.report(at, 'has neither path nor form; accepted: one of them or both');
  if (!isFields(when)) return;
  if ((action === 'drop' || action === 'keep') && Object.keys(when).length === 0)
    problems.report(`${at}.when`, `is empty; accepted: a condition, because this would ${action} everything`);
  const { kind = 'error' } = when;
  if (action === 'group' && kind !== 'error' && !(Array.isArray(kind) && kind.includes('error')))
    problems.report(
      `${at}.when.kind`,
      'has no "error"; accepted: errors, because nothing else has a fingerprint',
    );
}
