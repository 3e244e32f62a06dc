// Runs only this suite: `node tools/backends/sdks/main.mjs`, with names of SDKs, default all. The tunnel server and
// libs/testing must be built.
import { formatTotals } from '../../src/test-totals.mjs';
import { createReport } from '../report.mjs';
import { run } from './run.mjs';

const report = createReport();
await run({ report: report.of('sdks'), names: process.argv.slice(2) });
console.log(`\n${formatTotals(report.totals)}`);
process.exit(report.totals.failed === 0 ? 0 : 1);
