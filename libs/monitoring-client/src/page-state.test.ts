import { isTranslatedDocument, watchPageLeave } from './page-state.ts';

describe('isTranslatedDocument', () => {
  it.each([
    ['', false],
    ['dark theme', false],
    ['translated-ltr', true],
    ['dark translated-rtl', true],
    ['translated', false],
  ])('says of <html class="%s">: %p', (className, expected) => {
    expect(isTranslatedDocument({ documentElement: { className } })).toBe(expected);
  });
});

describe('watchPageLeave', () => {
  const statesAfter = (types: readonly string[]): boolean[] => {
    const page = new EventTarget();
    const isLeaving = watchPageLeave(page);
    return types.map((type) => {
      page.dispatchEvent(new Event(type));
      return isLeaving();
    });
  };

  it('is false at first', () => expect(watchPageLeave(new EventTarget())()).toBe(false));

  it('is true from pagehide to pageshow', () => {
    expect(statesAfter(['pagehide', 'pageshow'])).toEqual([true, false]);
  });

  it('is true from the start of a navigation until the back/forward cache shows the page', () => {
    expect(statesAfter(['beforeunload', 'pagehide', 'pageshow'])).toEqual([true, true, false]);
  });

  it('is false again ten seconds after a navigation that does not take the visitor away', () => {
    jest.useFakeTimers();
    const page = new EventTarget();
    const isLeaving = watchPageLeave(page);
    page.dispatchEvent(new Event('beforeunload'));
    jest.advanceTimersByTime(9_999);
    expect(isLeaving()).toBe(true);
    jest.advanceTimersByTime(1);
    expect(isLeaving()).toBe(false);
    jest.useRealTimers();
  });
});
