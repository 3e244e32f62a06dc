/** What a user of Redis may do for the server, as `ACL SETUSER` takes it and the operations guide lists it. */
export const REDIS_RIGHTS =
  '~adit:* &adit:* +hello +auth +ping +select +info +time +eval +evalsha +subscribe +unsubscribe ' +
  '+publish +get +set +del +incr +pexpire +persist +hget +hset +hdel +hgetall +hincrby +zadd +zrange +zrem +zscore +rpush ' +
  '+llen +lindex +xadd +xdel +xlen +xrange';
