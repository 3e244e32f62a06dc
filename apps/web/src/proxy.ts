import type { NextRequest } from 'next/server';
import { answerForLab } from './app/(lab)/lab/answer-for-lab';

export function proxy(request: NextRequest): Promise<Response> {
  return answerForLab(request);
}

// Next reads these literals at build time. Requests for the tunnel never pass through here.
export const config = {
  matcher: [
    '/lab/members',
    '/lab/members/owners',
    '/lab/router/:number(\\d+)',
    { source: '/((?!monitoring-tunnel).*)', has: [{ type: 'cookie', key: 'adit-lab-deployed' }] },
  ],
};
