import { stamped } from '../../stamped';

export default function ServerErrorPage() {
  throw new Error(stamped('The lab threw this error in a server component.'));
}
