import { governPrefetches } from './governor.js';

// The control is the same build: it only leaves the governor out.
if (!globalThis.location.search.includes('governor=off')) globalThis.governor = governPrefetches();
