export default function DeliveryTimes() {
  return <p>We deliver within two days.</p>;
}
