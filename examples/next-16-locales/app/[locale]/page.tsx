import { LateError } from './late-error';

export default function Home() {
  return <LateError />;
}
