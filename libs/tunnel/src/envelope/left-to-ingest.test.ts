import { createMemorySpool } from '@adit/spool/memory';
import { answer, chunksOf, createStubTransport } from '../../testing/stub-transport.helper.ts';
import { DSN, post, settled, startStubbed } from '../../testing/stubbed-tunnel.helper.ts';

/** Relay refuses this header; the tunnel does not read `version`. */
const BODY = Buffer.from(`{"dsn":"${DSN}","version":7.5}\n{"type":"event"}\n{}`);

const refusing = () => Promise.resolve(answer({ status: 400, body: '{"detail":"invalid envelope header"}' }));

describe('a header that only ingest can judge', () => {
  it("is answered with ingest's own refusal", async () => {
    const { tunnel, outcomes } = startStubbed({ transport: createStubTransport(refusing) });

    const response = await post(tunnel, { body: chunksOf(BODY) });

    expect([response.status, Buffer.from(response.body).toString()]).toEqual([
      400,
      '{"detail":"invalid envelope header"}',
    ]);
    expect(outcomes).toMatchObject([{ kind: 'forwarded', status: 400, said: 'invalid envelope header' }]);
  });

  it('is stored while ingest is away, and given up once ingest refuses it', async () => {
    let isAway = true;
    const transport = createStubTransport(() =>
      isAway ? Promise.reject(new Error('no route')) : refusing(),
    );
    const {
      tunnel,
      clock,
      ends: stored,
    } = startStubbed({
      transport,
      spool: createMemorySpool(),
    });

    expect((await post(tunnel, { body: chunksOf(BODY) })).status).toBe(200);
    isAway = false;
    for (let round = 0; stored.length === 0 && round < 20; round += 1) {
      await clock.advance(10_000);
      await settled();
    }

    expect(stored).toMatchObject([{ kind: 'given-up', cause: 'refused', status: 400 }]);
    expect(tunnel.stats().lost).toMatchObject({ refused: 1 });
    await tunnel.close();
  });
});
