import { parseDsn } from './dsn.ts';
import { ingestEndpoint } from './ingest-endpoint.ts';

const endpointOf = (dsn: string, origin?: string): string => {
  const parsed = parseDsn(dsn);
  if (parsed === undefined) throw new Error(dsn);
  return ingestEndpoint(parsed, origin).href;
};

it('is below the path of the DSN, or of what stands in for its origin', () => {
  expect(endpointOf('https://key@self.test/sentry/7')).toBe('https://self.test/sentry/api/7/envelope/');
  expect(endpointOf('https://key@self.test/sentry/7', 'http://relay:3000')).toBe(
    'http://relay:3000/api/7/envelope/',
  );
  expect(endpointOf('https://key@self.test/7', 'https://gw.test/errors')).toBe(
    'https://gw.test/errors/api/7/envelope/',
  );
});
