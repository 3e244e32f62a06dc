import { ClientCrash } from './client-crash';

export default function ClientCrashPage() {
  return <ClientCrash />;
}
