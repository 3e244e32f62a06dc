import { deferred, type Deferred } from '@adit/testing';
import { RedisAwayError, type Received } from './redis.ts';
import { createReplication } from './replication.ts';

/** A replication to one replica. Each `WAIT` is answered on command. */
function startReplication() {
  const waits: Deferred<number>[] = [];
  const wait = async (): Promise<Received> => {
    const answer = deferred<number>();
    waits.push(answer);
    return { primary: 'one', replicas: await answer.promise };
  };
  return { waits, ...createReplication({ replicas: 1, wait }) };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('createReplication', () => {
  it('asks nothing if no replica is to be waited for', async () => {
    const wait = jest.fn(() => Promise.resolve({ primary: 'one', replicas: 0 }));
    const { confirm, require } = createReplication({ replicas: 0, wait });
    await confirm();
    require();
    expect(wait).not.toHaveBeenCalled();
  });

  it('waits with one command at a time, which those that come meanwhile do not share', async () => {
    const { waits, confirm } = startReplication();
    const ends: string[] = [];
    const note = (name: string): void => void confirm().then(() => ends.push(name));
    note('first');
    for (const name of ['second', 'third']) note(name);
    await settled();
    expect(waits).toHaveLength(1);

    waits[0]?.resolve(1);
    await settled();
    expect(ends).toEqual(['first']);
    expect(waits).toHaveLength(2);

    waits[1]?.resolve(2);
    await settled();
    expect(ends).toEqual(['first', 'second', 'third']);
    expect(waits).toHaveLength(2);
  });

  it('refuses at once after fewer replicas have received it, until they have', async () => {
    const { waits, confirm, require } = startReplication();
    const first = confirm();
    const second = confirm();
    waits[0]?.resolve(0);
    await expect(first).rejects.toThrow('Redis has not passed it on: 0 of 1 replicas have received it');
    expect(require).toThrow(RedisAwayError);

    await settled();
    waits[1]?.resolve(1);
    await second;
    expect(require).not.toThrow();
  });

  it('fails for what another primary has written, and refuses no later write', async () => {
    const { waits, confirm, require } = startReplication();
    const [before, after, any] = [confirm('another'), confirm('one'), confirm()];
    waits[0]?.resolve(1);
    await expect(before).rejects.toThrow('Redis has not passed it on: another node has become the primary');
    expect(require).not.toThrow();
    await settled();
    waits[1]?.resolve(1);
    await Promise.all([after, any]);
  });

  it('fails if Redis does', async () => {
    const cause = new Error('NOPERM no permission');
    for (const thrown of [cause, 'odd']) {
      const { waits, confirm, require } = startReplication();
      const end = confirm();
      waits[0]?.reject(thrown);
      await expect(end).rejects.toMatchObject({ name: 'RedisAwayError', cause: thrown });
      expect(require).toThrow('Redis has not passed it on');
    }
  });
});
