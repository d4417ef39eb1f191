const HEADER_BYTES = 44;

/** Returns a WAV file of mono samples of 16 bits, little-endian. @param rate samples a second */
export function wavOf(samples: Uint8Array, rate: number): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(HEADER_BYTES - 8 + samples.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

/**
 * Returns the duration of a WAV file in seconds, from its size, because a streamed file does not state its length; null for other bytes.
 */
export function secondsOfWav(file: Uint8Array): number | null {
  const header = Buffer.from(file.buffer, file.byteOffset, Math.min(file.length, HEADER_BYTES));
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, 4) !== 'RIFF') return null;
  const bytesASecond = header.readUInt32LE(28);
  return bytesASecond > 0 ? (file.length - HEADER_BYTES) / bytesASecond : null;
}
