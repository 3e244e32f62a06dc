export function getServerSideProps() {
  return { props: {} };
}

export default function ServerRenderPage() {
  if (typeof window === 'undefined') throw new Error('pages: render on the server');
  return <p>Never</p>;
}
