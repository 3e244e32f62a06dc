import { parseApiPath, type ApiCall } from '@adit/envelope';
import { refusal, type Refusal } from '../outcome/outcomes.ts';

const BELOW = {
  ...refusal('api-path-not-found'),
  detail: 'here are /api/PROJECT/envelope/, /store/ and /security/',
};

/** API calls of SDKs at any path. */
const CALL_ELSEWHERE = /\/api\/\d{1,20}\/(?:envelope|store|security)\/?$/;

const elsewhere = (path: string): Refusal =>
  refusal(CALL_ELSEWHERE.test(path) ? 'api-path-not-found' : 'path-not-found');

/** Determines the API call of a path other than the tunnel's. */
export function findApiCall(path: string, apiPath: string | undefined): ApiCall | Refusal {
  if (apiPath === undefined) return elsewhere(path);
  const call = parseApiPath(path, apiPath);
  if (call === undefined) return path.startsWith(`${apiPath}/api/`) ? BELOW : elsewhere(path);
  return 'reason' in call ? { ...refusal('endpoint-unsupported'), detail: call.reason } : call;
}
