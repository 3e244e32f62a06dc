import { parseIpRange, type IpRange } from '@adit/envelope';
import { createClientFinder } from './clients.ts';

const PROXY = parseIpRange('10.0.0.0/8') as IpRange;

const headersOf =
  (headers: Record<string, string>) =>
  (name: string): string | undefined =>
    headers[name];

describe('createClientFinder', () => {
  it('tells peers apart, however often it has seen them, and forgets them in time', () => {
    const find = createClientFinder({ trustedProxies: [], clientIp: 'full' });
    for (let round = 0; round < 3; round += 1) {
      for (let host = 0; host < 1_500; host += 1) {
        const peer = `192.0.${host >> 8}.${host & 255}`;
        expect(find(peer, headersOf({}))).toEqual({ forwardedFor: peer, networks: [peer] });
      }
    }
  });

  it('believes no header of a peer that is no trusted proxy', () => {
    const find = createClientFinder({ trustedProxies: [], clientIp: 'full' });
    expect(find('192.0.2.1', headersOf({ 'x-forwarded-for': '198.51.100.7' })).forwardedFor).toBe(
      '192.0.2.1',
    );
  });

  it('asks a trusted proxy each time whom it stands for', () => {
    const find = createClientFinder({ trustedProxies: [PROXY], clientIp: 'full' });
    const ask = (headers: Record<string, string>): string =>
      find('10.0.0.1', headersOf(headers)).forwardedFor;
    expect(ask({})).toBe('10.0.0.1');
    expect(ask({ 'x-forwarded-for': '198.51.100.7' })).toBe('198.51.100.7');
    expect(ask({ 'x-forwarded-for': '198.51.100.8' })).toBe('198.51.100.8');
    expect(ask({})).toBe('10.0.0.1');
  });

  it('throttles by the whole address, whatever ingest is told', () => {
    const find = createClientFinder({ trustedProxies: [], clientIp: 'none' });
    expect(find('192.0.2.1', headersOf({}))).toEqual({ forwardedFor: '0.0.0.0', networks: ['192.0.2.1'] });
    expect(find(undefined, headersOf({}))).toEqual({ forwardedFor: '0.0.0.0', networks: ['0.0.0.0'] });
  });
});
