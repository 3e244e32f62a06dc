export default defineEventHandler(() => {
  throw new Error('The endpoint failed');
});
