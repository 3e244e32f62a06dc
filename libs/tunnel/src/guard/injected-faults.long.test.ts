import { failEach, MODES } from '../../testing/sabotage.helper.ts';

/** The most calls of a part that are made to fail, each in its own run. */
const CALLS_PER_PART = 60;

jest.setTimeout(300_000);

describe('anything that was handed in and fails', () => {
  it.each(MODES)('leaves every request one answer and loses nothing, whichever call %s', async (mode) => {
    await failEach(mode, CALLS_PER_PART);
  });
});
