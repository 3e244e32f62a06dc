/**
 * The permissions of a Redis user for the server, in the syntax of `ACL SETUSER` and as listed in the operations guide.
 */
export const REDIS_RIGHTS =
  '~adit:* &adit:* +hello +auth +ping +select +info +time +eval +evalsha +subscribe +unsubscribe ' +
  '+publish +get +set +del +incr +incrby +pexpire +persist +hget +hset +hdel +hgetall +hincrby +zadd +zrange +zrem +zscore +rpush ' +
  '+llen +lindex +xadd +xdel +xlen +xrange +wait';
