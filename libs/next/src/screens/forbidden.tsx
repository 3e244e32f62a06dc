import { StatusPage } from './status-page.tsx';

/** For `forbidden.tsx`, answered 403. */
export default function ForbiddenPage() {
  return <StatusPage name="forbidden" />;
}
