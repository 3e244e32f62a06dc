import './own-memory.test.ts';
