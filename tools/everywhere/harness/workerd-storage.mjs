// The storage of the Durable Object in which the tests run, emptied for each that opens it.
let ctx;

export const setObject = (given) => {
  ctx = given;
};

export async function openStorage() {
  await ctx.storage.deleteAll();
  await ctx.storage.deleteAlarm();
  return { storage: ctx.storage, alarm: () => ctx.storage.getAlarm() };
}
