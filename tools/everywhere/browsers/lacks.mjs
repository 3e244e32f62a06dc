// Features that browsers lack, with the fallback seen there. `isThere` asks a page for the feature; `seen` is the
// tested feature and a part of the title of the journey that saw the fallback.
const has = (type) => `PerformanceObserver.supportedEntryTypes.includes('${type}')`;

export const LACKS = [
  {
    what: '`fetchLater`',
    engines: ['Firefox', 'WebKitGTK'],
    isThere: `'fetchLater' in window`,
    instead: '`sendBeacon` when the page is hidden or left',
    seen: ['early', 'tabs that are closed, each under one id'],
  },
  {
    what: '`pagehide` of a page that is left while it loads',
    engines: ['WebKitGTK'],
    instead: 'the browser keeps an error when it happens, and the next page of the origin sends it',
    seen: ['kept', 'a page that is left while it loads'],
  },
  {
    what: '`requestIdleCallback`',
    engines: ['WebKitGTK'],
    isThere: `'requestIdleCallback' in window`,
    instead: '`setTimeout`',
    seen: ['early', 'reports what happens then, and nothing twice'],
  },
  {
    what: '`scheduler.yield`',
    engines: ['WebKitGTK'],
    isThere: `'scheduler' in window`,
    instead: 'the SDK starts in one task',
    seen: ['early', 'kinds are reported as by an SDK that was there'],
  },
  {
    what: '`<link rel="prefetch">`',
    engines: ['WebKitGTK'],
    isThere: `document.createElement('link').relList.supports('prefetch')`,
    instead: '`fetch`',
    seen: ['links', 'a link that is seen is asked for'],
  },
  {
    what: 'the Navigation API',
    engines: ['WebKitGTK'],
    isThere: `'navigation' in window`,
    instead: 'events of the history',
    seen: ['router', 'a newer navigation supersedes the older, whose late answer changes nothing'],
  },
  {
    what: '`navigator.connection`',
    engines: ['Firefox', 'WebKitGTK'],
    isThere: `'connection' in navigator`,
    instead: 'every connection counts as fast',
    seen: ['application', '50 links in view are prefetched'],
  },
  {
    what: 'layout shifts (CLS)',
    engines: ['Firefox', 'WebKitGTK'],
    isThere: has('layout-shift'),
    instead: 'the other web vitals',
    seen: ['vitals', 'are reported as the engine measured them, and no other'],
  },
  {
    what: 'LCP and INP',
    engines: ['WebKitGTK'],
    isThere: `${has('largest-contentful-paint')} || ${has('event')}`,
    instead: 'TTFB and FCP',
    seen: ['vitals', 'are reported as the engine measured them, and no other'],
  },
  {
    what: 'forced colours',
    engines: ['WebKitGTK'],
    instead: 'the screens keep their own colours',
    seen: ['screens', 'of them violate no rule of axe'],
  },
  {
    what: 'the newest storage of its tab, in a page that the back/forward cache brings back',
    engines: ['Firefox'],
    instead: 'a second full load of an address waits for its visitor, who may insist',
    seen: ['router', 'the visitor of a page that it brings back may insist on the same place'],
  },
  {
    what: 'cookies and storage, if the visitor refuses them',
    engines: ['Chromium', 'Firefox', 'WebKitGTK'],
    instead: '`window.name` for the reload breaker, memory for all else',
    seen: ['no storage', 'a page is reloaded once in 20 failures, then its screen is shown'],
  },
  {
    what: 'a network',
    engines: ['Chromium', 'Firefox', 'WebKitGTK'],
    instead: 'events wait in memory; if the page is closed, the next page of the origin sends its errors',
    seen: ['kept', 'a tab that is closed on a line that is cut, with the SDK'],
  },
  {
    what: 'a network, noticed by `navigator.onLine`, before the SDK',
    engines: ['Chromium', 'Firefox', 'WebKitGTK'],
    instead: 'three attempts within 5 seconds; later, the next page of the origin sends the errors',
    seen: ['kept', 'a tab that is closed on a line that is cut'],
  },
];
