import { ThrowsInBrowser } from './throws-in-browser';

export default function HydrationPage() {
  return <ThrowsInBrowser />;
}
