import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Members' };

/** For visitors who signed in; `answer-for-lab.ts` answers the others. */
export default function MembersPage() {
  return (
    <main className="frame">
      <h1>Members</h1>
      <p className="lead">You are signed in.</p>
      <p>
        {/* A document with a status: no client navigation. */}
        <a href="/lab/members/owners">A page for owners</a> is not for you.
      </p>
      <form action="/lab/sign-in/session" method="post">
        <input type="hidden" name="leave" value="1" />
        <button className="button">Sign out</button>
      </form>
    </main>
  );
}
