/**
 * Reads the first piece of a source before its answer begins, so that a source that cannot be read is answered with its coded error: once the
 * headers are sent, all that is left is to cut the connection. The result closes the source when it ends or is closed.
 * @throws what the source throws before its first piece
 */
export async function beginStream(source: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const pieces = source[Symbol.asyncIterator]();
  const first = await pieces.next();
  return (async function* () {
    try {
      for (let piece = first; !piece.done; piece = await pieces.next()) yield piece.value;
    } finally {
      await pieces.return?.();
    }
  })();
}
