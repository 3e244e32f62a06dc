import './disk-spool.crash.test.ts';
