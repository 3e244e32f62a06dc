import type { SpoolStore } from '@adit/tunnel';
import type { Meter } from '@opentelemetry/api';
import type { RedisLinks } from './redis-links.ts';

/** Counts what happens between this process and Redis. Without a Redis there is nothing to count. */
export function observeRedis(meter: Meter, links: RedisLinks, insurance: SpoolStore | undefined): void {
  if (links.all.length > 0) {
    meter
      .createObservableGauge('adit.tunnel.redis.away', {
        description: '1 while Redis counts as away, 0 otherwise.',
      })
      .addCallback((result) => result.observe(links.all.some((link) => link.isAway()) ? 1 : 0));
    meter
      .createObservableCounter('adit.tunnel.redis.reconnects', {
        description: 'Connections to Redis that were made again.',
        unit: '{connection}',
      })
      .addCallback((result) => result.observe(links.all.reduce((sum, link) => sum + link.reconnects(), 0)));
  }
  if (insurance === undefined) return;
  meter
    .createObservableUpDownCounter('adit.tunnel.insurance.envelopes', {
      description: 'Envelopes that Redis could not take and that this replica delivers.',
      unit: '{envelope}',
    })
    .addCallback((result) => result.observe(insurance.depth().envelopes));
  meter
    .createObservableUpDownCounter('adit.tunnel.insurance.size', {
      description: 'Bytes of these envelopes.',
      unit: 'By',
    })
    .addCallback((result) => result.observe(insurance.depth().bytes));
}
