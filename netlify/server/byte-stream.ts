/** A response body of pieces of text, each made when the client has taken the one before. */
export function byteStream(pieces: Iterator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull(stream) {
      const next = pieces.next();
      if (next.done) stream.close();
      else stream.enqueue(encoder.encode(next.value));
    },
  });
}
