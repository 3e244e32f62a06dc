import { throwStatus } from '../../throw-status';

export default async function StatusLayout({ params }: { params: Promise<{ status: string }> }) {
  throwStatus((await params).status);
}
