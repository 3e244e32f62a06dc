import { CODINGS } from '../testing/flood-attacks.helper.ts';
import { describeFlood } from '../testing/flood-suite.helper.ts';

describeFlood({
  codings: CODINGS,
  decodedBytes: 200 * 1_048_576 - 1_000,
  plainBytes: 4_000_000,
  times: 8,
  distinct: 1_000,
});
