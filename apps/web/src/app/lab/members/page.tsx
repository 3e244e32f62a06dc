import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Members' };

/** Seen only with the cookie of the lab's sign-in: `proxy.ts` answers everyone else. */
export default function MembersPage() {
  return (
    <main className="frame">
      <h1>Members</h1>
      <p className="lead">You are signed in, and came back to where you wanted to go.</p>
      <p>
        {/* A document, with its status: no client navigation may stand in between. */}
        <a href="/lab/members/owners">A page for owners</a> is not for you.
      </p>
      <form action="/lab/sign-in/session" method="post">
        <input type="hidden" name="leave" value="1" />
        <button className="button">Sign out</button>
      </form>
    </main>
  );
}
