import { throwStatus } from '../../throw-status';

export default async function StatusPage({ params }: { params: Promise<{ status: string }> }) {
  throwStatus((await params).status);
}
