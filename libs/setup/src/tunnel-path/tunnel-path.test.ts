import { describe, expect, it } from '@jest/globals';
import { blockListsKnowing } from './block-lists-knowing.ts';
import { chooseTunnelPath } from './choose-tunnel-path.ts';
import { BLOCK_LISTS } from './rules.ts';
import { FIRST_WORDS, SECOND_WORDS } from './words.ts';

describe('the chosen tunnel path', () => {
  it('is the same for the same name, and another for others', () => {
    expect(chooseTunnelPath('shop')).toBe(chooseTunnelPath('shop'));
    const paths = new Set(Array.from({ length: 200 }, (_none, index) => chooseTunnelPath(`shop-${index}`)));
    expect(paths.size).toBeGreaterThan(190);
  });

  it('is two plain words for any name', () => {
    for (const name of ['', 'Ü', 'a/b', 'x'.repeat(1_000)])
      expect(chooseTunnelPath(name)).toMatch(/^\/[a-z]+-[a-z]+$/);
  });

  it('is on no list, whatever the two words', () => {
    const paths = FIRST_WORDS.flatMap((first) => SECOND_WORDS.map((second) => `/${first}-${second}`));
    expect(new Set(paths).size).toBeGreaterThan(3_000);
    expect(paths.filter((path) => blockListsKnowing(path).length > 0)).toEqual([]);
  });
});

describe('the block lists', () => {
  it.each([
    ['/api/v1/metrics', ['EasyPrivacy']],
    ['/api/analytics', ['EasyPrivacy']],
    ['/api/analytics-of-mine', []],
    ['/shop/rum/events', ['EasyPrivacy']],
    ['/analytics/ping', ['EasyPrivacy']],
    ['/analytics/ping/1', ['EasyPrivacy']],
    ['/analytics/pings', []],
    ['/AHOY/visits', ['EasyPrivacy', 'AdGuard Tracking Protection']],
    ['/collect-a/pageview', ['AdGuard Tracking Protection']],
    ['/beacon', ['EasyPrivacy']],
    ['/api/logs', []],
    ['/telemetry/log', []],
    ['/telemetry/log/a', ['EasyPrivacy']],
    // No rule for all sites has these words alone.
    ['/monitoring', []],
    ['/monitoring-tunnel', []],
  ])('know %s: %j', (path, names) => {
    expect(blockListsKnowing(path)).toEqual(names);
  });

  it('say where and when their rules were read', () => {
    for (const { source, read, rules } of BLOCK_LISTS) {
      expect(source).toMatch(/^https:\/\/github\.com\/.*\/blob\/[0-9a-f]{40}\//);
      expect(read).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(new Set(rules).size).toBe(rules.length);
    }
  });
});
