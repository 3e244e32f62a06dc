/** The same in every environment. `adit` is not a DSN: the tunnel replaces it with that of its server. */
export const config = { dsn: 'adit', tunnel: '/monitoring-tunnel', release: __RELEASE__ };
