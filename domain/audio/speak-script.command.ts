import { isDemo } from '#domain/vendors/llm/voices.ts';
import { createReadStream, existsSync } from 'node:fs';
import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { diffArrays } from 'diff';
import type { SpokenTurn, TranscriptWord } from '#contract/audio/audio.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import type { SpokenWord } from '#contract/voice/voice.contract.ts';
import { addMedia, dropMedia, storeMedia } from '#domain/media/store-media.command.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { encodeVoice, VOICE_RATE, voiceSamples } from '#domain/platform/media/ffmpeg.ts';
import { openMedia } from '#domain/platform/media/open-media.ts';
import { inMediaTurn } from '#domain/platform/media/run-ffmpeg.ts';
import { inTemporaryFolder } from '#domain/platform/media/temporary-folder.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import type { PollLater } from '#domain/platform/steps/defer-step.command.ts';
import { storePayload } from '#domain/platform/steps/step-answer.commands.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { turnOfStep, type TurnOf } from '#domain/platform/turns/turns.ts';
import { uuidFrom } from '#domain/platform/uuid.ts';
import { isFileStoreUnavailable, putPaidFile, readFile as readStored, removeFile } from '#domain/vendors/files/file-store.ts';
import { hearWords, speakText, type Spoken } from '#domain/vendors/speech/speak.client.ts';
import type { AudioRequest } from './audio.kind.ts';
import { findSpokenLesson } from './spoken-lesson.queries.ts';
import { partsOfScript, wordsOf, type SpokenPart, type WrittenWord, WITHOUT_BLANKS } from './spoken-parts.ts';
import { writtenScript, type Script, checkerOf } from './script.commands.ts';

/** The stored data of a spoken part; times in seconds from its beginning. */
interface StoredPart {
  readonly seconds: number;
  readonly words: readonly TranscriptWord[];
  readonly service: Spoken['service'];
}
interface Payload {
  readonly spoken: readonly StoredPart[];
}
interface Work {
  readonly step: ClaimedStep<AudioRequest, Payload | null>;
  readonly signal: AbortSignal;
}

const AGAIN_MS = 5_000;
const WITHIN_MS = 15 * 60_000;
/** Seconds of silence after a part, after a turn or a section, and for thinking about a question. */
const PAUSES = { part: 0.25, turn: 0.6, question: 5 } as const;
const BYTES_A_SAMPLE = 2;

/**
 * Speaks a lesson's script. Each part is stored before the next is requested, so that after a crash, or an outage of services or file
 * store, it continues there.
 * @returns when to try again if the file store is unavailable
 * @throws ProductError vendors.failed when no service accepts a part; not_found when the lesson is gone; StepLost; AllowanceWait
 */
export const speakScript = (work: Work): Promise<PollLater | void> => inTemporaryFolder((folder) => speakIn(folder, work));

async function speakIn(folder: string, { step, signal }: Work): Promise<PollLater | void> {
  const script = await writtenScript(step);
  const parts = partsOfScript(script.turns);
  const spoken = [...(step.payload?.spoken ?? [])];
  const at = { folder, turn: turnOfStep(step), signal };
  try {
    while (spoken.length < parts.length) {
      spoken.push(await speakPart(step, parts[spoken.length]!, { n: spoken.length, ...at }));
      await storePayload(step, { spoken });
    }
    await storeLesson(step, { script, parts, spoken }, at);
  } catch (error) {
    if (isFileStoreUnavailable(error)) return { afterMs: AGAIN_MS, withinMs: WITHIN_MS, payload: { spoken } };
    throw error;
  }
  // the lesson is stored; the sweep removes files that cannot be removed now
  await Promise.allSettled(parts.map((_, n) => removeFile(keyOfPart(step, n))));
}

const keyOfPart = ({ stepId }: ClaimedStep, n: number): string => `speech/${stepId}/${n}`;

type Named = Pick<Spoken, 'service' | 'words'>;
/** Encodes a part as one file: a line of JSON with service and word times, then the sound. */
const packed = ({ sound, ...named }: Spoken): Uint8Array => Buffer.concat([Buffer.from(`${JSON.stringify(named)}\n`), sound]);

/** Returns a stored part, or null. */
async function storedPart(key: string): Promise<Spoken | null> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of readStored(key)) chunks.push(chunk);
  } catch (error) {
    if (error instanceof ProductError && error.code === 'not_found') return null;
    throw error;
  }
  const file = Buffer.concat(chunks);
  const end = file.indexOf('\n');
  return { ...(JSON.parse(file.toString('utf8', 0, end)) as Named), sound: file.subarray(end + 1) };
}

interface Place {
  /** Number of the part. */
  readonly n: number;
  /** Folder for the samples of all parts. */
  readonly folder: string;
  readonly turn: TurnOf;
  readonly signal: AbortSignal;
}

/** Lets a service speak one part, unless a killed worker has already stored it, and determines when each word is heard. */
async function speakPart(step: Work['step'], part: SpokenPart, place: Place): Promise<StoredPart> {
  const { n, signal } = place;
  const key = `${step.stepId}:${n}`;
  const language = LANGUAGE_CODES[step.request.language];
  const before = await storedPart(keyOfPart(step, n));
  const isSecond = part.voice === 'second';
  const spoken = before ?? (await speakText({ step, text: part.text.trim(), isSecond, language, key, signal }));
  if (!before) await putPaidFile(keyOfPart(step, n), packed(spoken), 'application/octet-stream');
  const { size } = await stat(await decoded(spoken.sound, place));
  const seconds = size / BYTES_A_SAMPLE / VOICE_RATE;
  const words = spoken.words ?? (await hearWords({ step, sound: spoken.sound, seconds, key: `${key}:words`, signal }));
  return { seconds, words: withTimes(wordsOf(part.text), words, seconds), service: spoken.service };
}

const samplesOf = ({ folder, n }: Pick<Place, 'folder' | 'n'>): string => path.join(folder, `${n}.pcm`);

/** Decodes a part into samples, which are needed again when the parts are joined. */
async function decoded(sound: Uint8Array, place: Place): Promise<string> {
  const [wav, samples] = [path.join(place.folder, 'part.wav'), samplesOf(place)];
  await writeFile(wav, sound);
  await inMediaTurn({ decoded: 'sound', ...place }, async (media) => voiceSamples(media, await openMedia(media, wav), samples));
  return samples;
}

function withTimes(written: readonly WrittenWord[], heard: Parameters<typeof alignWords>[1], seconds: number): TranscriptWord[] {
  const timed = alignWords(
    written.map(({ text }) => text),
    heard,
    seconds,
  );
  return timed.map((word, n) => ({ ...word, ...(written[n]!.glued && { glued: true }) }));
}

const pauseAfter = ({ endsTurn, asks }: SpokenPart): number => (asks ? PAUSES.question : endsTurn ? PAUSES.turn : PAUSES.part);

interface Lesson {
  readonly script: Script;
  readonly parts: readonly SpokenPart[];
  readonly spoken: readonly StoredPart[];
}

/** Joins the parts, stores the lesson and ends the step; the lesson can then be listened to. */
async function storeLesson(step: Work['step'], { script, parts, spoken }: Lesson, at: Omit<Place, 'n'>): Promise<void> {
  const { course_id, language } = step.request;
  const lesson = await findSpokenLesson({ accountId: step.accountId!, courseId: course_id, language, lessonId: step.itemId! });
  const checkedBy = await checkerOf(step);
  const { file, starts, seconds } = await joinParts(step, parts, at);
  const id = uuidFrom(`${step.stepId}/audio`);
  const source = createReadStream(file);
  const media = await storeMedia({ id, accountId: step.accountId!, kind: 'audio', type: 'audio/mpeg', source });
  await completeStep(step, {
    output: { seconds },
    event: { name: 'audio.lesson_spoken', message: toSentence('{title} can be listened to.', { title: lesson.title }) },
    async also(trx) {
      const place = { course_id, language, lesson_id: step.itemId! };
      const before = await trx('audio_lesson').where(place).first('media_id');
      await addMedia(trx, media);
      await trx('audio_lesson')
        .insert({
          ...place,
          account_id: step.accountId!,
          source_hash: script.source_hash,
          turns: JSON.stringify(turnsOf(parts, spoken, starts)),
          media_id: media.id,
          seconds,
          spoken_by: spoken[0]!.service,
          ...(isDemo() ? { written_by: 'library', checked_by: null } : { written_by: script.service, checked_by: checkedBy }),
        })
        .onConflict(['course_id', 'language', 'lesson_id'])
        .merge();
      if (before && before.media_id !== media.id) await dropMedia(trx, [before.media_id]);
    },
  });
}

/** Encodes the whole lesson as MP3. @returns the file, the beginning of each part in it, and its length, in seconds */
async function joinParts(step: Work['step'], parts: readonly SpokenPart[], at: Omit<Place, 'n'>) {
  const { folder } = at;
  const whole = path.join(folder, 'lesson.pcm');
  const starts: number[] = [];
  let samples = 0;
  for (const [n, part] of parts.entries()) {
    const place = { n, ...at };
    // parts spoken by an earlier worker are not decoded yet
    if (!existsSync(samplesOf(place))) await decoded((await storedPart(keyOfPart(step, n)))!.sound, place);
    const sound = await readFile(samplesOf(place));
    starts.push(samples / VOICE_RATE);
    const pause = Math.round(pauseAfter(part) * VOICE_RATE);
    await appendFile(whole, Buffer.concat([sound, Buffer.alloc(BYTES_A_SAMPLE * pause)]));
    samples += sound.length / BYTES_A_SAMPLE + pause;
  }
  const file = path.join(folder, 'lesson.mp3');
  await inMediaTurn({ decoded: 'sound', ...at }, (media) => encodeVoice(media, whole, file));
  return { file, starts, seconds: samples / VOICE_RATE };
}

/** Joins the parts of each turn; times count from the lesson's beginning. */
function turnsOf(parts: readonly SpokenPart[], spoken: readonly StoredPart[], starts: readonly number[]): SpokenTurn[] {
  const turns: SpokenTurn[] = [];
  for (const [n, { voice }] of parts.entries()) {
    const words = spoken[n]!.words.map(({ start, end, ...word }) => ({
      ...word,
      start: rounded(starts[n]! + start),
      end: rounded(starts[n]! + end),
    }));
    if (n > 0 && !parts[n - 1]!.endsTurn) turns.at(-1)!.words.push(...words);
    else turns.push({ voice, words });
  }
  return turns;
}

/** Rounds to hundredths of a second, more than a reader can notice. */
const rounded = (seconds: number): number => Math.round(seconds * 100) / 100;

const plain = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Returns the units of comparison: words, or characters in scripts without spaces, which services segment differently. */
function comparable(word: string): string[] {
  const said = plain(word);
  return WITHOUT_BLANKS.test(said) ? [...said] : [said];
}

/**
 * Assigns times to the words of a text. Words that were heard as written take their times from there; words between them share the
 * remaining time in proportion to their length.
 * @param heard in order; empty when only the length is known
 * @param seconds length of the sound
 */
export function alignWords(words: readonly string[], heard: readonly SpokenWord[], seconds: number): SpokenWord[] {
  const wanted = words.map(comparable);
  const times = alignSigns(
    wanted.flat(),
    heard.flatMap(({ text, start, end }) => spread(comparable(text), start, end)),
    seconds,
  );
  let at = 0;
  return words.map((text, n) => {
    const { start } = times[at]!;
    at += wanted[n]!.length;
    return { text, start, end: times[at - 1]!.end };
  });
}

function alignSigns(wanted: readonly string[], heard: readonly SpokenWord[], seconds: number): SpokenWord[] {
  const times: ({ start: number; end: number } | null)[] = wanted.map(() => null);
  let at = 0;
  let other = 0;
  const changes = diffArrays(
    heard.map(({ text }) => text),
    [...wanted],
  );
  for (const { count, added, removed } of changes) {
    if (!added && !removed) for (let n = 0; n < count; n += 1) times[at + n] = inside(heard[other + n]!, seconds);
    if (!removed) at += count;
    if (!added) other += count;
  }
  const aligned: SpokenWord[] = [];
  for (let n = 0; n < wanted.length;) {
    const known = times[n];
    if (known) {
      aligned.push({ text: wanted[n]!, ...known });
      n += 1;
      continue;
    }
    let next = n;
    while (next < wanted.length && !times[next]) next += 1;
    aligned.push(...spread(wanted.slice(n, next), aligned.at(-1)?.end ?? 0, times[next]?.start ?? seconds));
    n = next;
  }
  return aligned;
}

const inside = ({ start, end }: SpokenWord, seconds: number) => {
  const from = Math.min(Math.max(0, start), seconds);
  return { start: from, end: Math.min(Math.max(from, end), seconds) };
};

/** Divides a stretch of time among words, in proportion to their length. */
function spread(words: readonly string[], from: number, to: number): SpokenWord[] {
  const letters = words.reduce((sum, word) => sum + word.length + 1, 0);
  let start = from;
  return words.map((text) => {
    const end = start + (Math.max(0, to - from) * (text.length + 1)) / letters;
    const word = { text, start, end };
    start = end;
    return word;
  });
}
