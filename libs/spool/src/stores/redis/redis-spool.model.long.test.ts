import './redis-spool.model.test.ts';
