import { parse, readMatcher } from '@adit/codebase/source';
import { addToMatcher } from '../edits/matcher.ts';
import { findServerlessHost } from '@adit/codebase';
import { editFile, type SetUp } from './context.ts';

/**
 * Excludes the tunnel path from the matcher of the proxy. Only a route file needs that: with `next start`, the tunnel
 * answers before the proxy.
 */
export function planProxyMatcher(setUp: SetUp, tunnelPath: string | undefined): void {
  const { application, draft } = setUp;
  const { proxy } = application.files;
  const isServed = application.staticExport || findServerlessHost(draft, application) === undefined;
  if (proxy === undefined || tunnelPath === undefined || isServed) return;
  const name = tunnelPath.slice(1);
  const catches = (text: string): boolean =>
    !text.includes(name) && readMatcher(parse(proxy, text)).matches(tunnelPath) === true;
  if (!catches(draft.read(proxy) ?? '')) return;
  editFile(
    setUp,
    proxy,
    (path, text) => addToMatcher(path, text, tunnelPath),
    `Lets requests for ${tunnelPath} pass to the tunnel.`,
    `export const config = { matcher: '/((?!${name}|_next/static|_next/image|favicon.ico).*)' };`,
  );
}
