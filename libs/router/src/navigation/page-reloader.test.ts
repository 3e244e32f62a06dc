import { createPageReloader } from './page-reloader.ts';
import type { RouterEvent } from '../events.ts';

const PAGE = 'https://app.example/orders';

function createWorld({ isTaken = false, isOnline = true } = {}) {
  const events: RouterEvent[] = [];
  const location = { href: PAGE, assign: jest.fn(), replace: jest.fn(), reload: jest.fn() };
  const claim = jest.fn(() => !isTaken);
  const reloader = createPageReloader({
    location,
    breaker: { claim },
    isOnline: () => isOnline,
    onEvent: (event) => events.push(event),
  });
  const reload = () => reloader.hardNavigate(PAGE, { reason: 'missing-chunk', history: 'replace' });
  return { events, location, claim, reload };
}

const event = { type: 'hard-navigation', url: PAGE, reason: 'missing-chunk' };

describe('createPageReloader', () => {
  it('reloads the page and reports it', () => {
    const { events, location, claim, reload } = createWorld();
    expect(reload()).toEqual({ outcome: 'navigating' });
    expect(location.reload).toHaveBeenCalledTimes(1);
    expect(claim).toHaveBeenCalledWith(PAGE);
    expect(events).toEqual([{ ...event, refusal: undefined }]);
  });

  it.each([
    ['was reloaded before', { isTaken: true }, 'already-reloaded', 1],
    ['has no network, and keeps its one reload', { isOnline: false }, 'offline', 0],
  ] as const)('refuses if the page %s', (_name, world, reason, claims) => {
    const { events, location, claim, reload } = createWorld(world);
    expect(reload()).toEqual({ outcome: 'refused', reason });
    expect(location.reload).not.toHaveBeenCalled();
    expect(claim).toHaveBeenCalledTimes(claims);
    expect(events).toEqual([{ ...event, refusal: reason }]);
  });
});
