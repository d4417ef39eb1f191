import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { uuidv7 } from 'uuidv7';
import { afterAll, describe, expect, it } from 'vitest';
import { PASSWORD, send } from '#api/testing/test-api.ts';
import { walletBalance } from '#domain/billing/wallet/wallet.queries.ts';
import { sweepAnswers } from '#domain/mentor/answers/answer.commands.ts';
import { ask, question, useMentorSandbox } from '#domain/mentor/mentor.factory.ts';
import { config } from '#domain/platform/config.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';

const database = useTestDatabase();
/** Holds the vendor's answers back until a test releases them. */
let isHeld = true;
useMentorSandbox({ hold: (_, sent) => (isHeld && sent > 60 ? new Promise<never>(() => {}) : undefined) });
let child: ChildProcess;
const dataDir = mkdtempSync(path.join(tmpdir(), 'coursewright-mentor-'));

afterAll(() => {
  child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true });
});

/** Starts the api as a separate process. @returns its address */
async function startApi(): Promise<string> {
  let output = '';
  child = spawn(process.execPath, [path.join(import.meta.dirname, '..', 'main.ts')], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DATABASE_POOL: '5',
      PORT: '0',
      ADMIN_PORT: '0',
      PUBLIC_ORIGIN: 'http://localhost:3000',
      AI_MODE: 'live',
      ANTHROPIC_API_KEY: 'sandbox-key',
      ANTHROPIC_BASE_URL: config().vendors.claude.baseURL,
      LEASE_MS: '3000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout!.on('data', (chunk) => (output += chunk));
  await expect.poll(() => output, { timeout: 40_000 }).toContain('api is listening');
  return `http://127.0.0.1:${JSON.parse(output.split('\n').find((text) => text.includes('api is listening'))!).port}`;
}

describe('an api that is killed in the middle of an answer', () => {
  it(
    'loses nothing and charges nothing twice: the question and the written part stay, and resent it is answered and paid once',
    { tags: 'slow' },
    async () => {
      const origin = await startApi();
      const registered = await send(origin, '/api/auth/register', {
        body: { email: 'learner@example.com', password: PASSWORD, first_name: 'Ada', last_name: 'Okafor', terms_accepted: true },
      });
      const { access_token: bearer, user } = registered.json;
      const left = async () => (await walletBalance(user.user_id)).quotas.find(({ name }) => name === 'mentor_answer')!;
      const body = { message_id: uuidv7(), message: 'When do bees swarm?' };
      const asked = await fetch(`${origin}/api/mentor/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const stream = asked.body!.getReader();
      const cut = (async () => {
        for (;;) if ((await stream.read()).done) return;
      })().catch(() => undefined);
      const answer = () => database.knex('mentor_message').where({ reply_to: body.message_id }).orderBy('created_at', 'desc').first();
      await expect.poll(async () => (await answer())?.text ?? '', { timeout: 60_000 }).not.toBe('');
      expect(await left()).toMatchObject({ used: 0, held: 1 });

      child.kill('SIGKILL');
      await cut;
      const written = (await answer())!.text;
      await expect.poll(sweepAnswers, { timeout: 60_000 }).toBe(1);
      expect(await answer()).toMatchObject({ state: 'failed', text: written, centitokens: 0, paid_by_plan: false });
      expect(await left()).toMatchObject({ used: 0, held: 0 });

      isHeld = false;
      const again = question(user.user_id, body.message, { messageId: body.message_id });
      expect((await ask(again)).events.at(-1)).toMatchObject({ type: 'ended' });
      expect(await answer()).toMatchObject({ state: 'sent' });
      await ask(again);
      expect(await left()).toMatchObject({ used: 1, held: 0 });
      expect(await database.knex('mentor_message').where({ id: body.message_id })).toHaveLength(1);
    },
  );
});
