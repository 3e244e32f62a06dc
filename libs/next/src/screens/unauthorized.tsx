import { StatusPage } from './status-page.tsx';

/** For `unauthorized.tsx`, answered 401. */
export default function UnauthorizedPage() {
  return <StatusPage name="unauthorized" />;
}
