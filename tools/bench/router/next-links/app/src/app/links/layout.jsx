import Link from 'next/link';

export default function ItemLayout({ children }) {
  return (
    <>
      <nav>
        <Link href="/tall" prefetch={false}>
          All items
        </Link>
      </nav>
      {children}
    </>
  );
}
