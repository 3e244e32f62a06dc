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
  it('is true from pagehide to pageshow', () => {
    const page = new EventTarget();
    const isLeaving = watchPageLeave(page);
    const states = [isLeaving()];
    for (const type of ['pagehide', 'pageshow']) {
      page.dispatchEvent(new Event(type));
      states.push(isLeaving());
    }
    expect(states).toEqual([false, true, false]);
  });
});
