// The storage of the Durable Object in which the tests run, emptied each time it is opened.
let ctx;

export const setObject = (given) => {
  ctx = given;
};

export async function openStorage() {
  await ctx.storage.deleteAll();
  await ctx.storage.deleteAlarm();
  return { storage: ctx.storage, alarm: () => ctx.storage.getAlarm() };
}
