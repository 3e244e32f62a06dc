import { parse as parseYaml } from 'yaml';
import type { Check, Subject } from '../check.ts';
import { lineOfMatch, readDeployment } from '../facts/deployment.ts';
import { findServerlessHost, readOption } from '@adit/codebase';
import { findTunnelRoutes } from '../facts/routes.ts';
import { readVariables } from '../facts/variables.ts';

/** The tunnel is told of the proxies in front of it. Without evidence of a proxy, nothing is reported. */
export const trustedProxies: Check = {
  id: 'trusted-proxies',
  title: 'No file shows a proxy that the tunnel does not know',
  run(subject) {
    const isSet =
      readOption(subject, 'tunnel.trustedProxies') !== undefined ||
      readVariables(subject, 'ADIT_TRUSTED_PROXIES').length > 0 ||
      readDeployment(subject).some(({ text }) => text.includes('ADIT_TRUSTED_PROXIES'));
    const proxy = isSet ? undefined : findProxy(subject);
    if (proxy === undefined) return [];
    const { name, path, line } = proxy;
    return [
      {
        level: 'warning',
        message: `${name} is in front of the server, so Sentry does not see the addresses of visitors`,
        path,
        line,
        fix: `Set ADIT_TRUSTED_PROXIES to the addresses of ${name}, such as 10.0.0.0/8.`,
      },
    ];
  },
};

interface Proxy {
  readonly name: string;
  readonly path: string;
  readonly line: number | undefined;
}

function findProxy(subject: Subject): Proxy | undefined {
  for (const { kind, path, text } of readDeployment(subject)) {
    if (kind === 'nginx' && /^\s*proxy_pass\s/m.test(text))
      return { name: 'nginx', path, line: lineOfMatch(text, /^\s*proxy_pass\s/) };
    if (kind === 'caddy' && /^\s*reverse_proxy\s/m.test(text))
      return { name: 'Caddy', path, line: lineOfMatch(text, /^\s*reverse_proxy\s/) };
    const image = kind === 'compose' ? proxyImage(text) : undefined;
    if (image !== undefined) return { name: image.name, path, line: lineOfMatch(text, image.image) };
  }
  // The route file uses the host's address only if it is told of proxies.
  const host =
    findTunnelRoutes(subject).length > 0
      ? findServerlessHost(subject.reader, subject.application)
      : undefined;
  return host && { ...host, line: 1 };
}

/** A service of a compose file that runs a proxy in front of another service. */
function proxyImage(text: string): { name: string; image: string } | undefined {
  for (const image of imagesOf(text)) {
    const name = /(?:^|\/)(nginx|traefik|caddy|haproxy|envoy)(?:[-:@]|$)/.exec(image)?.[1];
    if (name !== undefined) return { name, image };
  }
  return undefined;
}

/** Images of the services, if there are at least two: a single proxy has nothing behind it. */
function imagesOf(text: string): string[] {
  try {
    const { services = {} } = (parseYaml(text) ?? {}) as {
      services?: Record<string, { image?: unknown } | null>;
    };
    const all = Object.values(services);
    return all.length < 2
      ? []
      : all.flatMap((service) => (typeof service?.image === 'string' ? [service.image] : []));
  } catch {
    return [];
  }
}
