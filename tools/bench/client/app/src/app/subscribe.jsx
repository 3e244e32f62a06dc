'use client';

import { useState } from 'react';

export function Subscribe() {
  const [address, setAddress] = useState('');
  const [subscribed, setSubscribed] = useState(false);
  if (subscribed) return <p role="status">Notes will be sent to {address}.</p>;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setSubscribed(true);
      }}
    >
      <label>
        E-mail{' '}
        <input type="email" required value={address} onChange={({ target }) => setAddress(target.value)} />
      </label>
      <button type="submit">Send me the notes</button>
    </form>
  );
}
