import { describeSpoolStore } from '../../testing/spool-store.contract.ts';
import { createMemorySpool } from './memory-spool.ts';

describeSpoolStore('createMemorySpool', createMemorySpool);

describe('createMemorySpool', () => {
  it('counts fields against its bound', async () => {
    const spool = createMemorySpool({ maxBytes: 2_000 });
    const append = (length: number): Promise<void> =>
      spool.append({
        dsn: 'a',
        receivedAt: 0,
        fields: { 'user-agent': 'x'.repeat(length) },
        body: Buffer.alloc(0),
      });
    await expect(append(2_000)).rejects.toThrow('the spool holds its 2000 bytes');
    await append(100);
    expect(spool.depth().bytes).toBeGreaterThan(100);
  });
});
