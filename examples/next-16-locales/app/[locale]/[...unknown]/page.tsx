import { notFound } from 'next/navigation';

export default function UnknownAddress() {
  notFound();
}
