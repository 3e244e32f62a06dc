/**
 * Waits for the first part of the response's body, and returns a response with the same content. Astro sends a page
 * while it renders its components.
 * @param onLateError called with an error after the first part, which the visitor has already been sent
 * @throws the error that comes before the first part
 */
export async function watchBody(
  response: Response,
  onLateError: (error: unknown) => void,
): Promise<Response> {
  if (response.body === null) return response;
  const reader = response.body.getReader();
  const first = await reader.read();
  let next: Promise<typeof first> | undefined = Promise.resolve(first);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await (next ?? reader.read());
          next = undefined;
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          onLateError(error);
          controller.error(error);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, response);
}
