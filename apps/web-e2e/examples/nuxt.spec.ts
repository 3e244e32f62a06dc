import { nodeServer } from './describe-server.ts';
import { describeTunnel } from './describe-tunnel.ts';
import { createServerTest } from './example-test.ts';

describeTunnel(createServerTest(nodeServer('.output/server/index.mjs')));
