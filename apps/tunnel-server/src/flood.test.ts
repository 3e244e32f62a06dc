import { describeFlood } from '../testing/flood-suite.helper.ts';

// A sample of `flood.long.test.ts`.
describeFlood({ codings: ['gzip'], decodedBytes: 10_000_000, plainBytes: 200_000, times: 8, distinct: 100 });
