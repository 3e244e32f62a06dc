export const metadata = { title: 'Sold out' };

export default function OwnNotFound() {
  return <h1>Sold out</h1>;
}
