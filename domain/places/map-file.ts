import { createReadStream, statSync } from 'node:fs';
import { config } from '#domain/platform/config.ts';

const found = () => statSync(config().map.file, { throwIfNoEntry: false });

/** Whether the operator has put a file of tiles (PMTiles) where it is looked for. */
export const mapFileIsThere = (): boolean => found()?.isFile() === true;

interface MapFile {
  /** In bytes. */
  readonly size: number;
  /** Another file has another. */
  readonly tag: string;
  /** Both ends included. */
  read(range: { start: number; end: number }): AsyncIterable<Uint8Array>;
}

/** null when there is no file. */
export function openMapFile(): MapFile | null {
  const file = found();
  if (!file?.isFile()) return null;
  const { file: name } = config().map;
  return {
    size: file.size,
    tag: `"${file.size.toString(36)}-${Math.floor(file.mtimeMs).toString(36)}"`,
    read: (range) => createReadStream(name, range),
  };
}
