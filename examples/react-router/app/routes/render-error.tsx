export default function Broken() {
  if (!import.meta.env.SSR) throw new Error('The page broke while rendering');
  return <main>One moment</main>;
}
