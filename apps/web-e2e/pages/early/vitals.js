// A slow page: pictures, a layout shift, a request, a button that answers late. A plain script, so that both pages run
// the same bytes. It keeps the browser's measurements for the test.
/* global Image, PerformanceObserver, performance */
(() => {
  const seen = {};
  for (const type of [
    'largest-contentful-paint',
    'layout-shift',
    'event',
    'first-input',
    'long-animation-frame',
    'paint',
  ]) {
    seen[type] = [];
    const keep = (list) => seen[type].push(...list.getEntries());
    new PerformanceObserver(keep).observe({ type, buffered: true, durationThreshold: 16 });
  }
  const timesOf = ({ name, startTime, duration }) => ({ name, start: startTime, end: startTime + duration });
  /** In milliseconds since the time origin, and CLS. */
  window.measured = () => {
    const [navigation] = performance.getEntriesByType('navigation');
    const interactions = [...seen.event, ...seen['first-input']].filter((it) => it.interactionId > 0);
    return {
      timeOrigin: performance.timeOrigin,
      ttfb: navigation.responseStart,
      fcp: seen.paint.find(({ name }) => name === 'first-contentful-paint')?.startTime,
      lcp: seen['largest-contentful-paint'].at(-1)?.startTime,
      // The shifts of this page are close together, so they are one session window.
      cls: seen['layout-shift'].reduce((sum, it) => sum + (it.hadRecentInput ? 0 : it.value), 0),
      inp: Math.max(0, ...interactions.map(({ duration }) => duration)),
      loaded: navigation.loadEventEnd,
      resources: performance.getEntriesByType('resource').map(timesOf),
    };
  };

  const asks = new URLSearchParams(location.search);
  const picture = (query) => {
    const image = new Image(400, 300);
    image.src = `/picture.svg?${query}`;
    document.body.append(image);
  };
  const block = (milliseconds) => {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
  };
  /** Waits until nothing has happened for twice as long as an SDK waits for the end of the page load. */
  const pause = async () => {
    let since = performance.now();
    while (performance.now() < since + 2_000) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      since = Math.max(since, ...seen['long-animation-frame'].map((it) => it.startTime + it.duration));
    }
  };
  document.addEventListener('DOMContentLoaded', () => {
    const button = document.createElement('button');
    button.textContent = 'Pay';
    button.addEventListener('click', () => {
      block(Number(button.dataset.ms));
      // The browser measures until it has painted.
      button.style.color = button.style.color === 'green' ? 'black' : 'green';
    });
    document.body.append(button);
    picture('ms=100');
    picture('ms=350');
    setTimeout(() => {
      const banner = document.createElement('div');
      banner.style.height = '120px';
      document.body.prepend(banner);
      window.isShifted = true;
    }, 200);
    if (asks.has('request')) {
      void (async () => {
        const answer = await fetch('/picture.svg?request&ms=900');
        await answer.text();
        await pause();
        picture('afterthought&ms=50');
        window.isPaused = true;
      })();
    }
  });
})();
