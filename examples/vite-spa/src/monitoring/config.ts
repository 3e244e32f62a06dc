/** The same in every environment. `adit` is no DSN: the tunnel puts that of its server in its place. */
export const config = { dsn: 'adit', tunnel: '/monitoring-tunnel', release: __RELEASE__ };
