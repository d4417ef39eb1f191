import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeMedia } from '#domain/platform/media/made-media.factory.ts';

/** The longest recordings that fit into little: half an hour of silence. The first declares more than any device records. */
const LONG = [
  { name: 'fast', rate: 655_340, layout: '7.1', samples: 65_535, seconds: 1_780 },
  { name: 'usual', rate: 48_000, layout: 'stereo', samples: 4_608, seconds: 1_790 },
] as const;
/** How often a part is repeated, which takes less time than encoding the whole. */
const TIMES = 100;
/** Where the head of FLAC has the lower part of the number of samples. */
const SAMPLES_AT = 22;

/** Writes hostile recordings into a folder: FLAC of about 650 and 300 KB. @returns their paths */
export async function longRecordings(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const { name, rate, layout, samples, seconds } of LONG) {
    const [part, file] = [path.join(folder, `${name}-part.flac`), path.join(folder, `${name}.flac`)];
    const silence = ['-f', 'lavfi', '-i', `anullsrc=r=${rate}:cl=${layout}`, '-t', String(seconds / TIMES)];
    await makeMedia([...silence, '-frame_size', String(samples), '-c:a', 'flac', part]);
    await makeMedia(['-stream_loop', String(TIMES - 1), '-i', part, '-c', 'copy', file]);
    const bytes = readFileSync(file);
    bytes.writeUInt32BE(rate * seconds, SAMPLES_AT);
    writeFileSync(file, bytes);
    files.push(file);
  }
  return files;
}

/** Writes a note of two seconds as a browser records it. @returns its path */
export async function shortNote(folder: string): Promise<string> {
  const file = path.join(folder, 'note.webm');
  await makeMedia(['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2', '-c:a', 'libopus', file]);
  return file;
}

/** Returns the body of `POST /api/voice-notes` with a recording. */
export const noteOf = (userId: string, file: string): string =>
  JSON.stringify({ user_id: userId, title: 'Bees', audio_data: `data:audio/webm;base64,${readFileSync(file).toString('base64')}` });
