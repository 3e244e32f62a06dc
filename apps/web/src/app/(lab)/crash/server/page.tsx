import { stamped } from '../../stamped';

export default function ServerCrashPage() {
  throw new Error(stamped('The lab threw this error where only the global error screen catches it.'));
}
