export default function BelowStatusLayout() {
  return <p>Nobody sees this.</p>;
}
