async function buy(): Promise<void> {
  'use server';
  throw new Error('The action failed');
}

export default function FailingActionPage() {
  return (
    <form action={buy}>
      <button>Buy</button>
    </form>
  );
}
