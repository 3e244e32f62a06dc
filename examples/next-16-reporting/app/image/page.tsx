export default function ImagePage() {
  return <p>Image</p>;
}
