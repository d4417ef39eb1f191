import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import knexFactory from 'knex';
import type { VoiceNote } from '#contract/voice/voice.contract.ts';
import { readConfig, setConfig } from '#domain/platform/config.ts';
import { makeMedia } from '#domain/platform/media/made-media.factory.ts';
import { signIn } from '../testing/client.ts';
import { startStack } from '../testing/stack.ts';
import { injectFault } from './faults.ts';
import type { LoggedCall } from './invariants.ts';
import { seeded } from './seeded.ts';

/**
 * `npm run chaos -- voice [--kills 20 --seed 1]`: has notes of five minutes transcribed, and kills the worker at random moments until this many
 * kills. Every note must have one text, equal to that of an undisturbed note with the same sound, and each of its parts must be bought once. The
 * exit code is 1 after a violation.
 */
const option = (name: string, fallback: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const [KILLS, SEED] = [option('kills', 20), option('seed', 1)];
const SECONDS = 300;
const CALL_MS = 400;
const PAUSE_MS = 6_000;
const PATIENCE_MS = 180_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
setConfig(readConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1/none', LOG_LEVEL: 'silent' }));

/** Creates a recording of tones that change and stop, so that every part is transcribed as different words. */
async function recording(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'coursewright-chaos-voice-'));
  try {
    const file = path.join(folder, 'note.webm');
    const sound = `aevalsrc='(0.1+0.8*mod(t,37)/37)*sin(2*PI*t*(120+mod(t,53)*20))*lt(mod(t,9),8)':duration=${SECONDS}:sample_rate=16000`;
    await makeMedia(['-f', 'lavfi', '-i', sound, '-c:a', 'libopus', '-b:a', '16k', file]);
    return `data:audio/webm;base64,${readFileSync(file).toString('base64')}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const audioData = await recording();
const stack = await startStack({ SANDBOX_LATENCY_MS: String(CALL_MS), SPEND_CAP_USER_CENTS: '0', SPEND_CAP_INSTALL_CENTS: '0' });
const knex = knexFactory({ client: 'pg', connection: stack.record().databaseUrl, pool: { min: 0, max: 1 } });
const problems: string[] = [];
try {
  const client = await signIn(stack.url);
  const random = seeded(SEED);
  let kills = 0;
  const save = async (title: string): Promise<string> => {
    const { status, body } = await client.request('POST', '/api/voice-notes', { user_id: client.userId, title, audio_data: audioData });
    if (status !== 200) throw new Error(`voice note: ${status} ${JSON.stringify(body)}`);
    return body.voice_note.id;
  };
  const ended = async (id: string): Promise<VoiceNote> => {
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await pause(100)) {
      const { body } = await client.request('GET', `/api/voice-notes/${client.userId}`);
      const note = (body.voice_notes as VoiceNote[]).find((one) => one.id === id)!;
      if (note.transcription_status !== 'transcribing') return note;
    }
    throw new Error('a note was not transcribed');
  };
  const calm = await ended(await save('Calm'));
  let notes = 0;
  for (; kills < KILLS; notes += 1) {
    const id = await save(`Storm ${notes}`);
    let isStorming = true;
    const striking = (async () => {
      while (isStorming && kills < KILLS) {
        await pause(random() * PAUSE_MS);
        if (isStorming && (await injectFault('worker', { stack, knex, random }))) kills += 1;
      }
    })();
    const note = await ended(id);
    isStorming = false;
    await striking;
    if (note.transcription !== calm.transcription) problems.push(`note ${notes} is ${note.transcription_status}, with another text`);
  }
  const answer = await fetch(`${stack.sandboxUrl}/control/calls`);
  const { calls } = (await answer.json()) as { calls: LoggedCall[] };
  const bought = calls.filter(({ purpose, status }) => purpose === 'transcription' && status === 200).map(({ key }) => key);
  const parts = Number((await knex('step').where({ job: 'hear-speech', state: 'completed' }).count({ n: 'id' }).first())?.['n']);
  if (new Set(bought).size !== bought.length) problems.push(`${bought.length - new Set(bought).size} parts were bought twice`);
  if (bought.length !== parts) problems.push(`${parts} parts have ${bought.length} answers`);
  console.log(
    `seed ${SEED}: ${kills} kills of the worker in ${notes} notes of ${SECONDS / 60} minutes; ${parts} parts, ${bought.length} answers bought`,
  );
} finally {
  await knex.destroy();
  await stack.stop();
}
for (const problem of problems) console.log(`  ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);
