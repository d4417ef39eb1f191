import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { CallHooks } from '#ops/sandbox/answer-call.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';
import type { MentorEvent, MentorMessage } from '#contract/mentor/mentor.contract.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { atSandbox } from '#domain/platform/settings/model-settings.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { beginAnswer, type NewQuestion } from './answers/begin-answer.command.ts';
import { writeAnswer } from './answers/write-answer.command.ts';

interface MentorCall {
  readonly service: string;
  readonly purpose: string;
  readonly input_tokens: number;
}

interface MentorSandbox {
  /** Uses the sandbox's control API, e.g. `control('PUT', 'latency', { ms: 500 })`. */
  readonly control: (method: string, path: string, body?: object) => Promise<unknown>;
  /** Returns the calls that the sandbox received, oldest first. */
  readonly calls: () => Promise<MentorCall[]>;
  /** Points the services of the current configuration at the sandbox. */
  readonly use: () => void;
}

/** Runs the vendor sandbox for a test file, on its database; before every test it is healthy and has no recorded calls. */
export function useMentorSandbox(direct: CallHooks = {}): MentorSandbox {
  let sandbox: Sandbox;
  const control = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${sandbox.url}/control/${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return answer.json() as Promise<unknown>;
  };
  const use = () => {
    const settings = config();
    const vendors = atSandbox(settings.vendors, sandbox.url);
    setConfig({ ...settings, vendors, vendor: { ...settings.vendor, requestsPerMinute: 0, tokensPerMinute: 0 } });
  };
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, direct });
    use();
  });
  beforeEach(async () => {
    await control('DELETE', 'faults');
    await control('DELETE', 'calls');
    await control('PUT', 'latency', { ms: 0 });
    await rowsOf(database(), sql`truncate vendor_lane, spend_day`);
  });
  afterAll(() => sandbox.close());
  return {
    control,
    use,
    calls: async () => ((await control('GET', 'calls')) as { calls: MentorCall[] }).calls,
  };
}

export const question = (accountId: string, message: string, part: Partial<NewQuestion> = {}): NewQuestion => ({
  accountId,
  messageId: uuidv7(),
  message,
  engine: 'claude',
  socratic: false,
  ...part,
});

/** Collects all events. */
export async function allOf<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** Sends a question and waits for its answer. @returns the answer, its session, and all events */
export async function ask(given: NewQuestion): Promise<{ answer: MentorMessage; sessionId: string; events: MentorEvent[] }> {
  const begun = await beginAnswer(given);
  const events = await allOf(writeAnswer(begun));
  const last = events.at(-1);
  if (last?.type !== 'ended') throw new Error('the answer did not end');
  return { answer: last.answer, sessionId: begun.session.id, events };
}

/** Returns the text that a reader assembles from the events. */
export function textOf(events: readonly MentorEvent[]): string {
  let text = '';
  for (const event of events) if (event.type === 'text') text = text.slice(0, event.from) + event.text;
  return text;
}
