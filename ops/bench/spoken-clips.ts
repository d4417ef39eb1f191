import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ffmpeg } from '#domain/platform/media/ffmpeg.ts';

/** Texts to read aloud. Written for this benchmark; they have the code's licence. */
const TEXTS = [
  'The keeper of the lighthouse climbed the stairs every evening before the sun went down, and he lit the lamp with his own hands.',
  'In the middle of winter the bees gather in a ball around their queen, and they keep each other warm until the flowers come again.',
  'My grandmother used to say that a garden is never finished, because every year the rain and the wind have other plans for it.',
  'When the train stopped at the little station, nobody got on, and only an old man with a brown suitcase stepped down to the platform.',
  'The teacher drew a long line on the board and asked the children how many points there were between one end and the other.',
  'A good loaf of bread needs flour, water, salt and time, and of these four the last is the one that most people forget.',
  'They walked along the river until the houses became small behind them, and then they sat down in the grass to eat their lunch.',
  'The captain looked at the dark clouds over the harbour and decided that it would be better to wait until the morning.',
  'Nobody in the village could remember who had planted the great oak tree, but everybody knew a story about its oldest branch.',
  'She closed the book, put it back on the shelf, and wondered why the letter had been hidden between its pages for so long.',
];

interface SpokenClip {
  readonly voice: string;
  readonly text: string;
  /** A mono WAV file with 16 kHz. */
  readonly file: string;
}

/** Synthetic voices of Debian's packages festival with festvox-us-slt-hts, and flite; the arguments that turn a text into a file. */
const VOICES = {
  'festival hts slt': (text: string, out: string) => ['text2wave', '-eval', '(voice_cmu_us_slt_arctic_hts)', text, '-o', out],
  'flite slt': (text: string, out: string) => ['flite', '-voice', 'slt', '-f', text, '-o', out],
  'flite rms': (text: string, out: string) => ['flite', '-voice', 'rms', '-f', text, '-o', out],
} as const;

/** Has each text read by the installed voices in turn. @throws Error when there is none */
export async function speakClips(folder: string): Promise<SpokenClip[]> {
  const voices = Object.entries(VOICES).filter(([, command]) => spawnSync(command('', '')[0]!, ['--help']).error === undefined);
  if (voices.length === 0) throw new Error('no voice: apt-get install festival festvox-us-slt-hts flite');
  const clips: SpokenClip[] = [];
  for (const [place, text] of TEXTS.entries()) {
    const [voice, command] = voices[place % voices.length]!;
    const [written, spoken, file] = ['txt', 'spoken.wav', 'wav'].map((end) => path.join(folder, `${place}.${end}`)) as [
      string,
      string,
      string,
    ];
    writeFileSync(written, text);
    const [program, ...args] = command(written, spoken);
    const { status, stderr } = spawnSync(program!, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
    await ffmpeg(['-i', spoken, '-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le', file]);
    clips.push({ voice, text, file });
  }
  return clips;
}

/** Makes a recording of at least this many seconds from the clips, with pauses, as WebM with Opus. */
export async function longRecording(clips: readonly SpokenClip[], seconds: number, folder: string): Promise<string> {
  const [list, once, out] = ['list.txt', 'once.webm', 'long.webm'].map((name) => path.join(folder, name)) as [string, string, string];
  const pause = path.join(folder, 'pause.wav');
  await ffmpeg(['-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono', '-t', '0.8', '-c:a', 'pcm_s16le', pause]);
  writeFileSync(list, clips.map(({ file }) => `file '${file}'\nfile '${pause}'\n`).join(''));
  await ffmpeg(['-f', 'concat', '-safe', '0', '-i', list, '-c:a', 'libopus', '-b:a', '24k', once]);
  await ffmpeg(['-stream_loop', '100', '-i', once, '-t', String(seconds), '-c', 'copy', out]);
  return out;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z']+/g) ?? [];

/** Counts omitted, inserted and substituted words, and the words of the original. */
export function wordErrors(said: string, heard: string): { readonly errors: number; readonly words: number } {
  const [one, other] = [wordsOf(said), wordsOf(heard)];
  let row = other.map((_, at) => at + 1);
  row.unshift(0);
  for (const [at, word] of one.entries()) {
    const next = [at + 1];
    for (const [place, found] of other.entries())
      next.push(Math.min(next[place]! + 1, row[place + 1]! + 1, row[place]! + Number(word !== found)));
    row = next;
  }
  return { errors: row.at(-1)!, words: one.length };
}
