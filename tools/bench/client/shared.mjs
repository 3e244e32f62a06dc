// What other tools here have already.
/* eslint-disable @nx/enforce-module-boundaries -- none of them is a package, so a path is the only way to them */
export { drawBarChart } from '../bar-chart.mjs';
export { runBuild, versionsOf } from '../build.mjs';
export { describeMachine, number, table, writeDocuments } from '../document.mjs';
export { requireFreePort, untilListening } from '../tunnel/ports.mjs';
export { readCount } from '../options.mjs';
export { median, runSuite, takeTurns } from '../suite.mjs';
export { ensureChromium } from '../../src/chromium.mjs';
