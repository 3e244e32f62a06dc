import { throwStatus } from '../../../throw-status';

export default async function DeepPage({ params }: { params: Promise<{ status: string }> }) {
  throwStatus((await params).status);
}
