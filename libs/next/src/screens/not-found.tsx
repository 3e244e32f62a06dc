import { StatusPage, statusMetadata } from './status-page.tsx';

/** The title of the page. */
export const metadata = statusMetadata('notFound');
/** For `not-found.tsx`, answered 404. */
export default function NotFoundPage() {
  return <StatusPage name="notFound" />;
}
