import { createPeerNetworks } from '@adit/tunnel/node';
import { createConnectionTable, type ConnectionBounds } from './connection-table.ts';

const networksOf = createPeerNetworks(['10.0.0.0/8']);

function setUp(bounds: Partial<ConnectionBounds> = {}) {
  const table = createConnectionTable<string>({ total: 100, perGroup: [3, 5], ...bounds });
  return { ...table, open: (name: string, address: string) => table.add(name, networksOf(address)) };
}

const ADMITTED = { isAdmitted: true, evicted: [] };

describe('createConnectionTable', () => {
  it.each([
    ['an IPv4 address', () => '192.0.2.1', 3],
    ['a /64', (index: number) => `2001:db8:0:1::${index + 1}`, 3],
    ['a /48, over all its /64s', (index: number) => `2001:db8:0:${index}::1`, 5],
    ['the total, over all addresses', (index: number) => `192.0.2.${index}`, 7],
  ])('has the oldest idle connection go beyond the bound of %s', (_what, addressOf, bound) => {
    const { open } = setUp({ total: 7 });
    const admissions = Array.from({ length: bound + 2 }, (_, index) => open(`c${index}`, addressOf(index)));

    expect(admissions).toEqual([
      ...Array.from({ length: bound }, () => ADMITTED),
      { isAdmitted: true, evicted: ['c0'] },
      { isAdmitted: true, evicted: ['c1'] },
    ]);
  });

  it('evicts a connection of the same client, even if others are older', () => {
    const { open } = setUp();
    open('other', '192.0.2.9');
    for (const name of ['a', 'b', 'c']) open(name, '192.0.2.1');

    expect(open('d', '192.0.2.1').evicted).toEqual(['a']);
  });

  it('does not evict a connection with a request, which is idle from the end of its last request', () => {
    const { open, begin, end, idle } = setUp();
    for (const name of ['a', 'b', 'c']) open(name, '192.0.2.1');
    begin('a');
    begin('a');
    end('a');
    expect(idle()).not.toContain('a');
    expect(open('d', '192.0.2.1').evicted).toEqual(['b']);

    end('a');
    expect([idle().includes('a'), open('e', '192.0.2.1').evicted, open('f', '192.0.2.1').evicted]).toEqual([
      true,
      ['c'],
      ['d'],
    ]);
    expect(open('g', '192.0.2.1').evicted).toEqual(['a']);
  });

  it('refuses a connection if none is idle, and admits the next after one has closed', () => {
    const { open, begin, remove } = setUp();
    for (const name of ['a', 'b', 'c']) {
      open(name, '192.0.2.1');
      begin(name);
    }
    expect(open('d', '192.0.2.1')).toEqual({ isAdmitted: false, evicted: [] });
    expect(open('d', '192.0.2.2')).toEqual(ADMITTED);

    remove('b');
    expect(open('e', '192.0.2.1')).toEqual(ADMITTED);
  });

  it('bounds the connections of a trusted proxy only by the total, and evicts none of them', () => {
    const { open } = setUp({ total: 6 });
    for (let index = 0; index < 5; index += 1) expect(open(`p${index}`, '10.0.0.1')).toEqual(ADMITTED);
    open('client', '192.0.2.1');

    expect(open('p5', '10.0.0.1')).toEqual({ isAdmitted: true, evicted: ['client'] });
    expect(open('p6', '10.0.0.1')).toEqual({ isAdmitted: false, evicted: [] });
  });

  it('lists the idle connections, those that may be evicted by age first, and ignores unknown ones', () => {
    const { open, begin, end, remove, idle } = setUp();
    for (const name of ['a', 'b']) open(name, '192.0.2.1');
    open('p', '10.0.0.1');
    begin('a');
    end('a');
    for (const call of [begin, end, remove]) call('unknown');

    expect(idle()).toEqual(['b', 'a', 'p']);
  });
});
