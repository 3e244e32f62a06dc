import './abuse-memory.test.ts';
