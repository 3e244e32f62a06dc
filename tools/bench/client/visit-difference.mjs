// The items that ingest was sent in a visit, and how two builds differ in them.

/** From the mildest to the worst: a session never returns to a milder one. */
const STATUSES = ['ok', 'exited', 'abnormal', 'unhandled', 'crashed'];

const ROUTES = ['/', '/about'];

/** The traces without the name of the page load. */
const withoutPage = (traces) => traces.map((trace) => trace.replace(/^pageload .*/, 'pageload')).join('\n');

/**
 * Known differences, in one field of an error or of the visit. React tells the console of an error that a screen
 * replaces. Next keeps the page's first `console.error` for that, of which an SDK that runs already hears nothing.
 */
const EXPLAINED = [
  {
    why: 'an error of React is also among its breadcrumbs, as if it had come before the SDK',
    explains: ({ field, key, before, after }) =>
      field === 'console' &&
      after.length === before.length + 1 &&
      before.every((text) => after.includes(text)) &&
      after.some((text) => text.endsWith(key) && !before.includes(text)),
  },
  {
    why: 'an error or page load from before the SDK has the route that was open when the SDK started, which is chance',
    explains: ({ field, before, after }) =>
      (field === 'transaction' && [...before, ...after].every((route) => ROUTES.includes(route))) ||
      (field === 'traces' && withoutPage(before) === withoutPage(after)),
  },
  {
    why: 'a page that fails to render has replaced an element that was clicked before the SDK, so its path is shorter',
    explains: ({ field, before, after }) =>
      field === 'clicks' &&
      before.length === after.length &&
      before.every((path) => after.some((other) => path.endsWith(other))),
  },
  {
    why: 'a navigation during which the SDK started is a breadcrumb once or twice, which is chance',
    explains: ({ field, before, after }) =>
      field === 'navigations' && [...new Set(before)].join() === [...new Set(after)].join(),
  },
];

const parse = ({ type, payload }) => ({ type, payload: JSON.parse(payload.toString('utf8')) });

const textOf = ({ exception, message }) =>
  (exception?.values ?? [{ value: message }]).map(({ value }) => value).join(' < ');

/** The text in which a plan's own error has its number; otherwise the whole text. */
const keyOf = (event) => /visit \d+ [a-d]/.exec(textOf(event))?.[0] ?? textOf(event);

const keysOf = (object) =>
  Object.keys(object ?? {})
    .sort()
    .join(' ');

/** The compared part of an error: all but ids, times, and what tells of the SDK's own work. */
function readError({ exception, level, tags, contexts, extra, request, breadcrumbs = [], ...event }) {
  const values = exception?.values ?? [];
  const crumbsOf = (category) =>
    breadcrumbs
      .filter((crumb) => crumb.category === category)
      .map(({ message, data }) => message ?? data?.to);
  return {
    values: values.map(({ type, value, mechanism }) => ({
      type,
      value,
      mechanism: mechanism?.type,
      handled: mechanism?.handled,
    })),
    hasStack: values.map(({ stacktrace }) => (stacktrace?.frames?.length ?? 0) > 0),
    level: level ?? 'error',
    tags: keysOf(tags),
    contexts: keysOf(contexts),
    extra: keysOf(extra),
    path: request?.url && new URL(request.url).pathname,
    transaction: event.transaction,
    release: event.release,
    sdk: event.sdk?.name,
    clicks: crumbsOf('ui.click'),
    navigations: crumbsOf('navigation'),
    console: crumbsOf('console'),
  };
}

/** Traces: transactions, and since version 11 of the SDK segments of streamed spans. */
function readSegments({ type, payload }) {
  if (type === 'transaction') return [{ name: payload.transaction, op: payload.contexts?.trace?.op }];
  if (type !== 'span') return [];
  return (payload.items ?? [])
    .filter((span) => span.is_segment)
    .map(({ name, attributes }) => ({ name, op: attributes?.['sentry.op']?.value }));
}

/** The number of spans by operation. */
function countSpans(items) {
  const counts = {};
  for (const { type, payload } of items) {
    const spans = type === 'span' ? (payload.items ?? []) : [];
    for (const { attributes } of spans) {
      const op = attributes?.['sentry.op']?.value ?? 'none';
      counts[op] = (counts[op] ?? 0) + 1;
    }
  }
  return counts;
}

/** The sessions of a visit, each with its final state. Requests may arrive in another order than they were sent. */
function readSessions(items) {
  const sessions = new Map();
  for (const { sid, init, status, errors, attrs } of items) {
    const known = sessions.get(sid) ?? { inits: 0, errors: 0, status: 'ok' };
    const isWorse = STATUSES.indexOf(status) > STATUSES.indexOf(known.status);
    sessions.set(sid, {
      inits: known.inits + (init ? 1 : 0),
      status: isWorse ? status : known.status,
      errors: Math.max(known.errors, errors ?? 0),
      release: attrs?.release,
    });
  }
  return [...sessions.values()];
}

/** Summarises the items of a visit. An error that arrived twice counts once, as ingest does by its id. */
export function summarise(items) {
  const parsed = items.map(parse);
  const errors = new Map();
  let repeated = 0;
  for (const { type, payload } of parsed) {
    if (type !== 'event') continue;
    if (errors.has(payload.event_id)) repeated += 1;
    else errors.set(payload.event_id, payload);
  }
  const types = {};
  for (const { type } of parsed) types[type] = (types[type] ?? 0) + 1;
  return {
    types,
    repeated,
    errors: [...errors.values()].map((event) => ({ key: keyOf(event), ...readError(event) })),
    sessions: readSessions(parsed.filter(({ type }) => type === 'session').map(({ payload }) => payload)),
    segments: parsed.flatMap(readSegments).map(({ name, op }) => `${op} ${name}`),
    spans: countSpans(parsed),
  };
}

const groupBy = (list, keyOfOne) => {
  const groups = new Map();
  for (const one of list) groups.set(keyOfOne(one), [...(groups.get(keyOfOne(one)) ?? []), one]);
  return groups;
};

/** The differences between two lists of texts. */
function compareTexts(about, today, needed) {
  const [before, after] = [today, needed].map((list) => list.toSorted());
  if (before.join('\n') === after.join('\n')) return [];
  const difference = { ...about, before, after };
  const [was, is] = [before, after].map((list) => list.join(' | ') || 'none');
  return [
    {
      text: `${[about.field, about.key].filter(Boolean).join(' of ')}: ${was} → ${is}`,
      why: EXPLAINED.find(({ explains }) => explains(difference))?.why,
    },
  ];
}

const textsOf = (value) => [value].flat().map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));

function compareErrors(today, needed) {
  const [before, after] = [today, needed].map(({ errors }) => groupBy(errors, ({ key }) => key));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [one, other] = [before.get(key) ?? [], after.get(key) ?? []];
    if (one.length !== other.length)
      return [{ text: `number of error ${key}: ${one.length} → ${other.length}` }];
    return Object.keys(one[0]).flatMap((field) => {
      const [was, is] = [one, other].map((errors) => errors.flatMap((error) => textsOf(error[field])));
      return compareTexts({ field, key }, was, is);
    });
  });
}

const printSession = ({ inits, status, errors, release }) =>
  `${status}, ${errors} errors, ${inits} begun, ${release}`;

/** Types of items that are compared by their content, or that tell of items which were not sent. */
const OTHERWISE = ['event', 'session', 'transaction', 'span', 'client_report'];
const othersOf = ({ types }) => Object.keys(types).filter((type) => !OTHERWISE.includes(type));

/**
 * How the visit with the SDK where needed differs from today's, as texts, with `why` for known differences. Traces count
 * in sampled visits only.
 */
export function differencesOf({ isSampled }, today, needed) {
  const compare = (field, read) => compareTexts({ field }, read(today), read(needed));
  return [
    ...compareErrors(today, needed),
    ...compare('sessions', ({ sessions }) => sessions.map(printSession)),
    ...(isSampled ? compare('traces', ({ segments }) => segments) : []),
    ...compare('other items', othersOf),
  ];
}
