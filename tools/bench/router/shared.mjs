// What other tools here have already.
/* eslint-disable @nx/enforce-module-boundaries -- none of them is a package, so a path is the only way to them */
export { drawBarChart } from '../bar-chart.mjs';
export { bundle, runBuild, versionsOf } from '../build.mjs';
export { describeMachine, number, table } from '../document.mjs';
export { choose, readCount } from '../options.mjs';
export { keepResults, median, readLast, runSuite } from '../suite.mjs';
export { ensureChromium } from '../../src/chromium.mjs';
