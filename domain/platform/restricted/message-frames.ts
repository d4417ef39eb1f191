/**
 * Messages between a process and its restricted process, over pipes. A frame is a kind (one byte), a length (four bytes) and data; a
 * message is JSON, then bytes, then an end.
 */
const END = 0;
const JSON_PART = 1;
const BYTES_PART = 2;
const HEAD = 5;
const MOST_IN_FRAME = 65_536;

/** A message as it arrives. Its bytes stay in chunks, since joining them would block the event loop. */
export interface Message {
  readonly value: unknown;
  readonly chunks: readonly Uint8Array[];
}

interface Most {
  /** Size limit of a message's JSON, which is parsed at once. */
  readonly jsonBytes: number;
  /** Size limit of the bytes that follow it. */
  readonly bytes: number;
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

/** Writes a message, and its bytes as they arrive. */
export async function* framesOf(value: unknown, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = []): AsyncGenerator<Uint8Array> {
  yield* framesOfPart(JSON_PART, Buffer.from(JSON.stringify(value)));
  for await (const chunk of bytes) yield* framesOfPart(BYTES_PART, chunk);
  yield Buffer.alloc(HEAD, END);
}

/**
 * Reads messages until the stream ends; an incomplete message at the end is dropped.
 * @throws RangeError for a message that exceeds `most`, before it is joined or parsed
 */
export async function* messagesIn(
  stream: AsyncIterable<Uint8Array>,
  most: Most = { jsonBytes: Infinity, bytes: Infinity },
): AsyncGenerator<Message> {
  const head = Buffer.alloc(HEAD);
  let inHead = 0;
  let left = 0;
  let json: Uint8Array[] = [];
  let chunks: Uint8Array[] = [];
  let size = { json: 0, bytes: 0 };
  for await (const chunk of stream) {
    for (let at = 0; at < chunk.length;) {
      if (inHead < HEAD) {
        head[inHead] = chunk[at]!;
        inHead += 1;
        at += 1;
        if (inHead < HEAD) continue;
        left = head.readUInt32BE(1);
        size[head[0] === JSON_PART ? 'json' : 'bytes'] += left;
        if (size.json > most.jsonBytes || size.bytes > most.bytes || left > MOST_IN_FRAME) throw new RangeError('the message is too large');
      } else {
        const part = chunk.subarray(at, at + left);
        (head[0] === JSON_PART ? json : chunks).push(part);
        at += part.length;
        left -= part.length;
      }
      if (left > 0) continue;
      inHead = 0;
      if (head[0] !== END) continue;
      yield { value: JSON.parse(Buffer.concat(json).toString('utf8')), chunks };
      [json, chunks, size] = [[], [], { json: 0, bytes: 0 }];
    }
  }
}
