/** Decoded audio. */
export interface Sound {
  readonly samples: Int16Array;
  readonly rate: number;
}

/** Reads the first channel of a 16-bit WAV file. @returns null for anything else */
export function readWav(bytes: Uint8Array): Sound | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 44 || file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') return null;
  let format: { channels: number; rate: number } | null = null;
  for (let at = 12; at + 8 <= file.length;) {
    const name = file.toString('latin1', at, at + 4);
    // a program that writes to a pipe does not know the length in advance
    const length = Math.min(file.readUInt32LE(at + 4), file.length - at - 8);
    const body = at + 8;
    if (name === 'fmt ') {
      if (file.readUInt16LE(body) !== 1 || file.readUInt16LE(body + 14) !== 16) return null;
      format = { channels: file.readUInt16LE(body + 2), rate: file.readUInt32LE(body + 4) };
    }
    if (name === 'data' && format) {
      const step = 2 * format.channels;
      const samples = new Int16Array(Math.floor(length / step));
      for (const index of samples.keys()) samples[index] = file.readInt16LE(body + index * step);
      return { samples, rate: format.rate };
    }
    at = body + length + (length % 2);
  }
  return null;
}
