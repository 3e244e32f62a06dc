import { forbidden } from 'next/navigation';

export default function ForbiddenPage() {
  forbidden();
}
