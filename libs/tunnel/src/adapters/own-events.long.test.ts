import './own-events.test.ts';
