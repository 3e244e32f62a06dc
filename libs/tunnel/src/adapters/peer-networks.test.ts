import { createPeerNetworks } from './node.ts';

describe('createPeerNetworks', () => {
  it.each([
    ['192.0.2.1', ['192.0.2.1']],
    ['2001:db8:1:2::9', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
    ['10.1.2.3', []],
    ['::ffff:10.1.2.3', []],
    ['2001:db8:ffff::1', []],
    [undefined, []],
  ])('puts %s into %j', (peer, networks) => {
    expect(createPeerNetworks(['10.0.0.0/8', '2001:db8:ffff::/48'])(peer)).toEqual(networks);
  });
});
