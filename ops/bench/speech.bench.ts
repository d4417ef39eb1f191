import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { PART_BYTES, type VoiceNote } from '#contract/voice/voice.contract.ts';
import { readConfig, setConfig } from '#domain/platform/config.ts';
import { hasOfflineSpeech } from '#domain/vendors/speech/offline/offline-speech.ts';
import { transcribeSpeech } from '#domain/vendors/speech/speech.client.ts';
import { signIn, type Client } from '../testing/client.ts';
import { startStack } from '../testing/stack.ts';
import { line } from './figures.ts';
import { residentMb } from './measure.ts';
import { longRecording, speakClips, wordErrors } from './spoken-clips.ts';

const DATA_DIR = path.resolve(process.env['DATA_DIR'] ?? '.data');
const NOTE_S = 30 * 60 - 5;
const SAMPLE_EVERY_MS = 250;
const TICKS_A_SECOND = 100;

/**
 * The offline model on ten clips of our own (word errors, target at most 10 %), and on a note of 30 minutes in a whole installation: its time
 * (target a fifth of the note) and memory (target: the api's flat, the worker's with its model at most 600 MB more). Needs `npm run
 * offline-speech`, and voices: see spoken-clips.ts.
 */
export async function bench(): Promise<void> {
  // transcription needs no store
  setConfig(readConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1/none', DATA_DIR, LOG_LEVEL: 'silent' }));
  if (!hasOfflineSpeech()) throw new Error('npm run offline-speech comes first');
  const step = { stepId: '', runId: '', accountId: null, cappedId: null, lane: 'interactive', ageMs: 0, tried: [] } as const;
  const folder = mkdtempSync(path.join(tmpdir(), 'coursewright-speech-'));
  try {
    const clips = await speakClips(folder);
    const sums = { errors: 0, words: 0 };
    for (const { voice, text, file } of clips) {
      const sound = readFileSync(file);
      const heard = await transcribeSpeech({ step, sound, seconds: sound.length / 32_000, key: file, signal: AbortSignal.timeout(60_000) });
      const { errors, words } = wordErrors(text, heard.text);
      sums.errors += errors;
      sums.words += words;
      line(`${voice}: ${errors} of ${words} words wrong`, heard.text);
    }
    line('word errors (target ≤ 10 %)', `${((100 * sums.errors) / sums.words).toFixed(1)} % of ${sums.words}`);
    await longNote(await longRecording(clips, NOTE_S, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function longNote(file: string): Promise<void> {
  const stack = await startStack(
    {},
    {
      prepare: async (dataDir) => {
        symlinkSync(path.join(DATA_DIR, 'offline-speech'), path.join(dataDir, 'offline-speech'));
        return () => undefined;
      },
    },
  );
  try {
    const client = await signIn(stack.url);
    const { api, worker } = stack.record().processes;
    const now = () => ({ api: residentMb(api!.pid), worker: withChildren(worker!.pid).mb });
    const before = now();
    const most = { ...before };
    let processorS = 0;
    const noteId = await sendNote(stack.url, client, file);
    const sent = now();
    const begun = Date.now();
    const watch = setInterval(() => {
      const at = now();
      for (const name of ['api', 'worker'] as const) most[name] = Math.max(most[name], at[name]);
      processorS = Math.max(processorS, withChildren(worker!.pid).processorS);
    }, SAMPLE_EVERY_MS);
    const note = await written(client, noteId);
    const tookS = (Date.now() - begun) / 1000;
    clearInterval(watch);
    line('a note of', `${(note.duration / 60).toFixed(1)} min, ${(statSync(file).size / 1e6).toFixed(1)} MB`);
    line('is written down in (target ≤ 1/5)', `${tookS.toFixed(0)} s, 1/${(note.duration / tookS).toFixed(1)} of its length`);
    line('  of processors, of which it may use two', `${processorS.toFixed(0)} s`);
    line('  words of it', String(note.transcription.split(/\s+/).length));
    line('memory of the api', `${before.api.toFixed(0)}, ${sent.api.toFixed(0)} with the note, at most ${most.api.toFixed(0)} MB`);
    line('memory of the worker with its model', `${before.worker.toFixed(0)} → at most ${most.worker.toFixed(0)} MB`);
  } finally {
    await stack.stop();
  }
}

/** Uploads a recording in parts, as a browser does. @returns the note's id */
async function sendNote(url: string, client: Client, file: string): Promise<string> {
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'learner@example.com', password: 'coursewright-demo' }),
  });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const [bytes, uploadId] = [readFileSync(file), randomUUID()];
  for (let part = 0; part * PART_BYTES < bytes.length; part += 1) {
    const form = new FormData();
    const piece = new Uint8Array(bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
    form.append('file', new File([piece], 'part', { type: 'application/octet-stream' }));
    const sent = await fetch(`${url}/api/voice-notes/uploads/${uploadId}/${part}`, {
      method: 'PUT',
      body: form,
      headers: { authorization: `Bearer ${token}` },
    });
    if (!sent.ok) throw new Error(`part ${part}: ${sent.status} ${await sent.text()}`);
  }
  const { status, body } = await client.request('POST', '/api/voice-notes', { user_id: client.userId, title: 'Long', upload_id: uploadId });
  if (status !== 200) throw new Error(`voice note: ${status} ${JSON.stringify(body)}`);
  return body.voice_note.id;
}

async function written(client: Client, noteId: string): Promise<VoiceNote> {
  for (const until = Date.now() + NOTE_S * 1000; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS))) {
    const { body } = await client.request('GET', `/api/voice-notes/${client.userId}`);
    const note = (body.voice_notes as VoiceNote[]).find(({ id }) => id === noteId)!;
    if (note.transcription_status === 'failed') throw new Error('the note could not be written down');
    if (note.transcription_status === 'ready') return note;
  }
  throw new Error('the note took longer than it is');
}

/** Returns the resident memory of a process and its children, and their CPU time, including that of exited children. Linux only. */
function withChildren(pid: number): { mb: number; processorS: number } {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number).map(withChildren);
    // the fields after the name, which may contain spaces: utime, stime and those of exited children
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').slice(11, 15).map(Number);
    return {
      mb: (residentMb(pid) || 0) + children.reduce((sum, { mb }) => sum + mb, 0),
      processorS: fields.reduce((sum, ticks) => sum + ticks, 0) / TICKS_A_SECOND + children.reduce((sum, one) => sum + one.processorS, 0),
    };
  } catch {
    // the process has just exited
    return { mb: 0, processorS: 0 };
  }
}
