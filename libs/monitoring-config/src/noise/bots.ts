interface BotRow {
  /** A part of the user agent that only this crawler has; matched without regard to case. */
  readonly token: string;
  readonly operator: string;
}

/**
 * Crawlers that name themselves. Tokens are the crawlers' own and not their companies', because `Yandex` is also in the user agent of
 * people's browsers. Headless browsers are not listed: they run people's own tests.
 */
const BOTS: readonly BotRow[] = [
  { token: 'Googlebot', operator: 'Google' },
  { token: 'Google-InspectionTool', operator: 'Google' },
  { token: 'Mediapartners-Google', operator: 'Google' },
  { token: 'AdsBot-Google', operator: 'Google' },
  { token: 'Storebot-Google', operator: 'Google' },
  { token: 'Chrome-Lighthouse', operator: 'Google' },
  { token: 'bingbot', operator: 'Microsoft' },
  { token: 'BingPreview', operator: 'Microsoft' },
  { token: 'SkypeUriPreview', operator: 'Microsoft' },
  { token: 'LinkedInBot', operator: 'Microsoft' },
  { token: 'Slurp', operator: 'Yahoo' },
  { token: 'DuckDuckBot', operator: 'DuckDuckGo' },
  { token: 'Baiduspider', operator: 'Baidu' },
  { token: 'YandexBot', operator: 'Yandex' },
  { token: 'Sogou web spider', operator: 'Sogou' },
  { token: 'Applebot', operator: 'Apple' },
  { token: 'facebookexternalhit', operator: 'Meta' },
  { token: 'meta-externalagent', operator: 'Meta' },
  { token: 'Twitterbot', operator: 'X' },
  { token: 'Slackbot', operator: 'Slack' },
  { token: 'Discordbot', operator: 'Discord' },
  { token: 'redditbot', operator: 'Reddit' },
  { token: 'ia_archiver', operator: 'Internet Archive' },
  { token: 'AhrefsBot', operator: 'Ahrefs' },
  { token: 'SemrushBot', operator: 'Semrush' },
  { token: 'MJ12bot', operator: 'Majestic' },
  { token: 'PetalBot', operator: 'Huawei' },
  { token: 'Bytespider', operator: 'ByteDance' },
  { token: 'Amazonbot', operator: 'Amazon' },
  { token: 'GPTBot', operator: 'OpenAI' },
  { token: 'ClaudeBot', operator: 'Anthropic' },
  { token: 'CCBot', operator: 'Common Crawl' },
];

const TOKENS = BOTS.map(({ token }) => token.toLowerCase());

/** Longest part of a user agent that is looked at, in characters. */
const MAX_USER_AGENT_LENGTH = 1_024;

/** Whether a user agent belongs to a crawler in the table. */
export function isBot(userAgent: string | undefined): boolean {
  const text = userAgent?.slice(0, MAX_USER_AGENT_LENGTH).toLowerCase() ?? '';
  return TOKENS.some((token) => text.includes(token));
}
