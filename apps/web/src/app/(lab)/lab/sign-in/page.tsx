import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Sign in' };

export default async function SignInPage({ searchParams }: PageProps<'/lab/sign-in'>) {
  const { return: returnPath } = await searchParams;
  return (
    <main className="frame">
      <h1>Sign in</h1>
      <p className="lead">Anyone can sign in: the lab sets a cookie for an hour.</p>
      <form action="/lab/sign-in/session" method="post">
        {typeof returnPath === 'string' && <input type="hidden" name="return" value={returnPath} />}
        <button className="button primary">Sign in</button>
      </form>
    </main>
  );
}
