/**
 * Messages between a process and its restricted one, over pipes: frames of a kind (one byte), a length (four bytes) and data. A message is JSON,
 * then bytes, then an end.
 */
const END = 0;
const JSON_PART = 1;
const BYTES_PART = 2;
const HEAD = 5;
const MOST_IN_FRAME = 65_536;

/** A message as it arrives. */
export interface Message {
  readonly value: unknown;
  readonly bytes: Uint8Array;
}

function* framesOfPart(kind: number, data: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < data.length; at += MOST_IN_FRAME) {
    const part = data.subarray(at, at + MOST_IN_FRAME);
    const head = Buffer.alloc(HEAD);
    head.writeUInt8(kind, 0);
    head.writeUInt32BE(part.length, 1);
    yield head;
    yield part;
  }
}

/** Writes a message, its bytes as they come. */
export async function* framesOf(value: unknown, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = []): AsyncGenerator<Uint8Array> {
  yield* framesOfPart(JSON_PART, Buffer.from(JSON.stringify(value)));
  for await (const chunk of bytes) yield* framesOfPart(BYTES_PART, chunk);
  yield Buffer.alloc(HEAD, END);
}

/**
 * Reads messages until the stream ends; half a message at its end is dropped.
 * @throws RangeError for a message of more bytes than `mostBytes`
 */
export async function* messagesIn(stream: AsyncIterable<Uint8Array>, mostBytes = Infinity): AsyncGenerator<Message> {
  let held: Buffer = Buffer.alloc(0);
  let json: Uint8Array[] = [];
  let bytes: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    held = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk]);
    while (held.length >= HEAD) {
      const length = held.readUInt32BE(1);
      size += held.length >= HEAD + length ? length : 0;
      if (size > mostBytes || length > MOST_IN_FRAME) throw new RangeError('the message is too large');
      if (held.length < HEAD + length) break;
      const kind = held.readUInt8(0);
      if (kind !== END) (kind === JSON_PART ? json : bytes).push(held.subarray(HEAD, HEAD + length));
      held = held.subarray(HEAD + length);
      if (kind !== END) continue;
      yield { value: JSON.parse(Buffer.concat(json).toString('utf8')), bytes: Buffer.concat(bytes) };
      [json, bytes, size] = [[], [], 0];
    }
  }
}
