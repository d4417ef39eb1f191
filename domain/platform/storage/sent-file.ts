import { createHash } from 'node:crypto';

/** An uploaded file; a `File` satisfies it too. It exists as long as its request. */
export interface SentFile {
  /** File name given by the sender: untrusted, and not a path. */
  readonly name: string;
  /** Declared media type, with its parameters. */
  readonly type: string;
  readonly size: number;
  /** Reads the file from the disk in pieces. */
  stream(): AsyncIterable<Uint8Array>;
  /** The whole content: only for small files, and for files that are passed on whole. */
  bytes(): Promise<Uint8Array>;
}

/** Returns the SHA-256 of a file, in hex. */
export async function sha256Of(file: Pick<SentFile, 'stream'>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of file.stream()) hash.update(chunk);
  return hash.digest('hex');
}
