import { createIsbotFromList, list } from 'isbot';

/** Patterns of isbot's list that are not used. */
export const UNUSED_PATTERNS: readonly string[] = [
  // Browsers without a window: they run tests.
  ...['headless', 'phantomjs', 'playwright', 'selenium', 'cypress/'],
  // HTTP clients and names of programs: services and apps of one's own call an API with them, and its errors are real.
  ...['(?<!lib)http', '^[\\w \\.\\-\\(?:\\):%]+(?:/v?\\d+(?:\\.\\d+)?(?:\\.\\d{1,10})*?)?(?:,|$)'],
  ...[
    '^[\\w\\-]+/[\\w]+$',
    '^\\w+/[\\w\\(\\)]*$',
    '^\\w+/\\d\\.\\d\\s\\([\\w@]+\\)$',
    '^[^ ]{50,}$',
    '^\\d+\\b',
  ],
  ...[
    '^client/',
    '^python',
    '^php',
    '^wget',
    '^postman',
    '^rest',
    '^apache/',
    '^jetty/',
    '\\bperl\\b',
    'url',
  ],
  ...['java(?!;)', 'node\\b'],
  // Phones, televisions, in-app browsers and extensions have these words too: "Discovery", "Google TV", "SogouMSE".
  ...['discovery', 'catch', 'sogou', 'tools', 'radar', 'virtuoso', 'chromeframe', 'advisor', 'download'],
  ...['\\.com\\b', '\\b\\w+/1\\.0;', '(?<! channel/|google/)google(?!(?:wv|app|/google| pixel))', '\\|'],
  // Below it is without phones named "Robot".
  '(?<! cu)bots?(?:\\b|_)',
];

/** Patterns of crawlers that isbot does not know, or that the ones above would have found. */
const MORE_PATTERNS: readonly string[] = [
  'https?://',
  'www\\.',
  '(?<!cu)bots?(?:\\b|_)(?<!; ?(?:ro|cu)bot(?=[ _;)]))(?<!build/cubot)',
  '-google\\b|google-|googleother|googleweblight|google favicon|google page speed|google web preview',
  // Crawlers that send nothing but their name.
  'anthropic-ai|cohere-ai|meta-external|uptime-kuma|fetcher|^[\\w-]+\\.(?:ai|com|io)\\b',
];

const isListed = createIsbotFromList([
  ...list.filter((pattern) => !UNUSED_PATTERNS.includes(pattern)),
  ...MORE_PATTERNS,
]);

/** Longest part of a user agent that is read, in characters. */
const MAX_USER_AGENT_LENGTH = 1_024;

/** The most agents that are remembered: at most 1 MiB. */
const MAX_KNOWN_AGENTS = 500;

const known = new Map<string, boolean>();

/**
 * Returns whether the user agent names a crawler, by the list of `isbot`. Headless browsers and HTTP clients are none. Pass it to
 * `createNoiseFilter` on a server.
 */
export function isBot(userAgent: string): boolean {
  const agent = userAgent.slice(0, MAX_USER_AGENT_LENGTH);
  let isOne = known.get(agent);
  // Browsers send the same agent again and again, and the list is long.
  if (isOne === undefined) {
    isOne = isListed(agent);
    if (known.size >= MAX_KNOWN_AGENTS) known.clear();
    known.set(agent, isOne);
  }
  return isOne;
}
