import { describeExample } from './describe-example.ts';
import { APP_ROUTER_FAILURES, startNext } from './next-example.ts';

describeExample({
  start: startNext,
  failures: APP_ROUTER_FAILURES,
  prefetches: { count: 1, isOne: ({ headers }) => headers['next-router-prefetch'] !== undefined },
  firstLoadBytes: 116_600,
});
