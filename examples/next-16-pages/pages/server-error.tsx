export function getServerSideProps(): never {
  throw new Error('The server could not render');
}

export default function ServerErrorPage() {
  return <p>Never</p>;
}
