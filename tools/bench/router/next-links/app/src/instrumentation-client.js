import { governPrefetches } from './governor.js';

// The control is the same build without the governor.
if (!globalThis.location.search.includes('governor=off')) globalThis.governor = governPrefetches();
