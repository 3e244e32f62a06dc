import { SPOKEN } from '../../testing/secrets.helper.ts';
import { createScrubber } from './scrubber.ts';

const { scrub } = createScrubber();

describe('secrets that a sentence names', () => {
  it.each(SPOKEN)('in "%s%s%s"', (before, secret, after) => {
    const text = before + secret + after;
    const clean = `${before}[Filtered]${after}`;
    expect(scrub({ message: text, extra: { note: text } })).toEqual({
      message: clean,
      extra: { note: clean },
    });
    expect(scrub({ message: clean })).toEqual({ message: clean });
  });

  it('stay if names are switched off', () => {
    const payload = { message: 'The password is hunter2' };
    expect(createScrubber({ disabled: ['name'] }).scrub(payload)).toBe(payload);
  });
});
