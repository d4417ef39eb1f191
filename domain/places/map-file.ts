import { createReadStream, statSync } from 'node:fs';
import { config } from '#domain/platform/config.ts';

const found = () => statSync(config().map.file, { throwIfNoEntry: false });

/** Tells whether the operator's map file (PMTiles) exists. */
export const mapFileIsThere = (): boolean => found()?.isFile() === true;

interface MapFile {
  /** In bytes. */
  readonly size: number;
  /** Changes with the file. */
  readonly tag: string;
  /** Inclusive. */
  read(range: { start: number; end: number }): AsyncIterable<Uint8Array>;
}

/** Opens the map file, or returns null. */
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
