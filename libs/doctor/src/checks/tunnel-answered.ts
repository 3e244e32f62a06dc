import ts from 'typescript';
import { endingOf, findServerlessHost, joinPath, readTunnelPath } from '@adit/codebase';
import type { Check, Problem, Subject } from '../check.ts';
import { constantOf, findAll, lineOf, propertiesOf, textOf, toRegExp } from '@adit/codebase/source';
import { readDeployment } from '../facts/deployment.ts';
import { dependenciesOf } from '../facts/manifest.ts';
import { findTunnelRoutes, type TunnelRoute } from '../facts/routes.ts';

/** Something answers the tunnel path on the host of the application. */
export const tunnelAnswered: Check = {
  id: 'tunnel-answered',
  title: 'No file keeps the server from answering the tunnel path',
  run(subject) {
    const path = readTunnelPath(subject);
    if (path === undefined)
      return [{ level: 'ok', message: 'Not checked: the code computes the tunnel path' }];
    if (path.origin !== undefined) return [];
    if (subject.application.staticExport) return checkExport(subject, path.whole);
    const routes = findTunnelRoutes(subject);
    if (routes.length === 0) return checkHost(subject, path.own);
    return [...checkRuntime(subject, routes), ...checkRedirects(subject, path.own)];
  },
};

function checkHost(subject: Subject, path: string): Problem[] {
  const host = findServerlessHost(subject.reader, subject.application);
  if (host === undefined) return [];
  const { appFolder, sourceFolder } = subject.application;
  const file = `${appFolder ?? joinPath(sourceFolder, 'app')}${path}/route.${endingOf(subject.application, 'code')}`;
  return [
    {
      level: 'error',
      message: `Nothing answers ${path} on ${host.name}, which needs a route file`,
      path: host.path,
      line: 1,
      fix: `Write ${file}: export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '@adit/next/route';`,
    },
  ];
}

/** A static export has no server. */
function checkExport(subject: Subject, path: string): Problem[] {
  const isServed =
    '@adit/tunnel-server' in dependenciesOf(subject) ||
    readDeployment(subject).some(({ text }) => text.includes(path) || /adit-tunnel|tunnel-server/.test(text));
  if (isServed) return [];
  return [
    {
      level: 'warning',
      message: `Nothing here answers ${path}: a static export has no server`,
      path: subject.application.files.nextConfig,
      fix: `Serve ${path} of the same site with npx @adit/tunnel-server.`,
    },
  ];
}

function checkRuntime({ reader }: Subject, routes: readonly TunnelRoute[]): Problem[] {
  return routes.flatMap(({ path }) => {
    const source = reader.code(path);
    const declared =
      source && findAll(source, ts.isVariableDeclaration).find(({ name }) => textOf(name) === 'runtime');
    if (declared === undefined || !/edge/.test(String(constantOf(declared.initializer)))) return [];
    return [
      {
        level: 'error' as const,
        message: 'The tunnel needs Node, but this route runs on the edge runtime',
        path,
        line: lineOf(declared),
        fix: 'Remove the export of runtime.',
      },
    ];
  });
}

/** Redirects of next.config run before route files. Those with conditions may not match the tunnel's requests. */
function checkRedirects({ application, reader }: Subject, path: string): Problem[] {
  const file = application.files.nextConfig;
  const source = reader.code(file);
  if (source === undefined) return [];
  const has = (row: ts.ObjectLiteralExpression, names: RegExp): boolean =>
    row.properties.some(({ name }) => names.test(textOf(name) ?? ''));
  const redirects = findAll(source, ts.isObjectLiteralExpression).filter(
    (row) =>
      has(row, /^destination$/) && has(row, /^(?:permanent|statusCode)$/) && !has(row, /^(?:has|missing)$/),
  );
  return redirects
    .flatMap((row) => propertiesOf(row, 'source'))
    .filter(({ initializer }) => toRegExp(String(constantOf(initializer)))?.test(path))
    .map((property) => ({
      level: 'error',
      message: `This redirect also catches ${path}`,
      path: file,
      line: lineOf(property),
      fix: `Leave the path out of its source: '/:path((?!${path.slice(1)}).*)'.`,
    }));
}
