import { expectSound, failEach, MODES, runSabotaged } from '../../testing/sabotage.helper.ts';

describe('anything that was handed in and fails', () => {
  it('is called many times in a run in which nothing fails (control)', async () => {
    const run = await runSabotaged();
    expectSound(run);
    expect(run.acknowledged).toHaveLength(run.requests);
    expect([...run.calls.keys()].sort()).toEqual([
      'abort',
      'answer',
      'body',
      'close',
      'decoder',
      'decoders',
      'entry',
      'header',
      'ingest',
      'limits',
      'spool',
      'tell',
      'throttle',
      'transport',
    ]);
  });

  it.each(MODES)('leaves every request one answer and loses nothing if one call %s', async (mode) => {
    await failEach(mode, 2);
  });
});
