export function getServerSideProps(): never {
  throw new Error('pages: getServerSideProps');
}

export default function ServerPropsPage() {
  return <p>Never</p>;
}
