/** Environment variables, such as `process.env`. */
export type ProxyVariables = Readonly<Record<string, string | undefined>>;

/**
 * The proxy that the variables name for an origin: `https_proxy` or `http_proxy`, lower case first, as in curl and
 * Sentry's SDK; `http_proxy` also for https if there is no other. `undefined` if there is none, or if `no_proxy` lists
 * the host.
 * @throws RangeError if the variable has no http or https address
 */
export function proxyFor(origin: string, variables: ProxyVariables): string | undefined {
  const url = new URL(origin);
  const read = (name: string): string | undefined =>
    [name, name.toUpperCase()].map((key) => variables[key]?.trim()).find(Boolean);
  const names = url.protocol === 'https:' ? ['https_proxy', 'http_proxy'] : ['http_proxy'];
  const name = names.find((one) => read(one) !== undefined);
  if (name === undefined || isExempt(url, read('no_proxy') ?? '')) return undefined;
  const proxy = read(name) ?? '';
  // Such as `proxy.internal:3128`, which curl treats as http.
  const address = /^[a-z\d+.-]+:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
  if (/^https?:/i.test(address) && URL.canParse(address)) return new URL(address).href;
  throw new RangeError(`${name} is no http or https address, such as http://proxy.internal:3128`);
}

/**
 * `no_proxy` is a list of `*`, hosts and domains. Each entry includes all hosts below it, and applies to one port or to
 * all.
 */
function isExempt({ hostname, protocol, port }: URL, list: string): boolean {
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      if (entry === '*') return true;
      const [, host = '', entryPort] = /^\*?\.?(.+?)(?::(\d+))?$/.exec(entry) ?? [];
      if (entryPort !== undefined && entryPort !== ownPort) return false;
      return hostname === host || hostname.endsWith(`.${host}`);
    });
}
