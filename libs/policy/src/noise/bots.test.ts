import { list } from 'isbot';
import { isBot, UNUSED_PATTERNS } from './bots.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0';

describe(isBot, () => {
  it.each([
    'Mozilla/5.0 (compatible; SiteAuditBot/0.97; +http://www.semrush.com/bot.html)',
    'Mozilla/5.0 (compatible; Bravebot/1.0; +https://search.brave.com/help/brave-search-crawler)',
    'Mozilla/5.0 (compatible; Barkrowler/0.9; +https://babbar.tech/crawler)',
    'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)',
    'Mozilla/5.0 (compatible; heritrix/3.2.0 +http://www.crim.ca)',
    'Mozilla/5.0 (compatible; TrendsmapResolver/0.1)',
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (compatible; Google-AMPHTML)',
    `Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36 Chrome-Lighthouse`,
    'GoogleOther',
    'Mediapartners-Google',
    'meta-externalfetcher/1.1',
    'anthropic-ai',
    'facebookexternalhit/1.1',
    'WhatsApp/2.23.20.0',
    'Mozilla/5.0 (Linux; Android 14; Robot R1) AppleWebKit/537.36 (compatible; OtherRobot/1.0)',
  ])('knows the crawler %s', (userAgent) => {
    expect(isBot(userAgent)).toBe(true);
  });

  it.each([
    // Browsers that run tests
    `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/130.0.0.0 Safari/537.36`,
    'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1',
    `Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36 Playwright/1.50`,
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Cypress/13.0 Chrome/118.0 Safari/537.36',
    'Mozilla/5.0 (linux) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/20.0',
    // Services and apps that call an API
    ...[
      'okhttp/4.9.3',
      'axios/1.6.2',
      'node',
      'undici',
      'curl/8.5.0',
      'python-requests/2.31',
      'Go-http-client/2.0',
    ],
    ...['Java/17.0', 'billing-service/1.2', 'MyApp/3 CFNetwork/1485 Darwin/23.1.0', 'Dart/3.1 (dart:io)', ''],
    // Phones, televisions and in-app browsers
    `Mozilla/5.0 (Linux; Android 8.0.0; CUBOT_P20) ${CHROME} Mobile Safari/537.36`,
    'Mozilla/5.0 (Linux; U; Android 4.2.2; it-it; S222 Build/CUBOT) AppleWebKit/534.30 Version/4.0 Mobile Safari/534.30',
    `Mozilla/5.0 (Linux; Android 4.4.2; Discovery) ${CHROME} Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 11; Xming Google TV Build/RTM7; wv) ${CHROME} Mobile Safari/537.36`,
    'Mozilla/5.0 (Linux armv7i;CE-HTML/1.0;U;en), Chrome/42.0 Safari/537.36 AppleWebKit 537.36 Tbrowser/2.0',
    `Mozilla/5.0 (Linux; Android 10; wv) ${CHROME} Mobile Safari/537.36 AWP/2.0 SogouMSE,SogouMobileBrowser/6.1`,
    `Mozilla/5.0 (Linux; Android 6.0; CG|EON Blaze GOLD) ${CHROME} Mobile Safari/537.36`,
  ])('keeps %s', (userAgent) => {
    expect(isBot(userAgent)).toBe(false);
  });

  it('leaves out patterns that isbot still has', () => {
    expect(UNUSED_PATTERNS.filter((pattern) => !list.includes(pattern))).toEqual([]);
  });

  it('reads no more than the beginning of a long text, in little time', () => {
    const before = process.cpuUsage();
    for (const piece of ['a', ' ', '(', '/1', 'a.', 'Mozilla/5.0 (', '; ', 'bo'])
      isBot(piece.repeat(1_000_000 / piece.length));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(500);
    expect(isBot(`${' '.repeat(2_000)}Googlebot`)).toBe(false);
  });
});
