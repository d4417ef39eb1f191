import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import type { MentorEvent } from '#contract/mentor/mentor.contract.ts';
import { textOf, useMentorSandbox } from '#domain/mentor/mentor.factory.ts';

const api = useTestApi();
const sandbox = useMentorSandbox();
let person: Person;
/** Maximum number of database statements before an answer's first word; currently seventeen. */
const MOST_STATEMENTS = 25;
beforeAll(async () => {
  person = await api.givenPerson('learner@example.com');
});

const post = (path: string, body: object, by = person) => api.call(path, { body, bearer: by.accessToken });
const eventsOf = (text: string): MentorEvent[] =>
  text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6)) as MentorEvent] : []));

describe('POST /api/ai-mentor', () => {
  it('MEN-04 returns response, ai_engine_used and session_id, and the conversation continues in that session', async () => {
    const first = await post('/api/ai-mentor', { user_id: person.userId, message: 'When do bees swarm?', ai_engine: 'gpt4' });
    expect(first.status).toBe(200);
    expect(first.json).toMatchObject({
      response: expect.stringMatching(/[a-z]{3}/),
      ai_engine_used: 'gpt4',
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      message: { message: first.json.response, sender: 'other', state: 'sent', timestamp: expect.any(String) },
    });
    const { session_id } = first.json;
    const next = await post('/api/ai-mentor', { user_id: person.userId, message: 'And why?', ai_engine: 'gpt4', session_id });
    expect(next.json.session_id).toBe(session_id);
    const { json } = await api.call(`/api/mentor/sessions/${session_id}`, { bearer: person.accessToken });
    expect(json.messages.map(({ message }: { message: string }) => message)).toEqual([
      'When do bees swarm?',
      first.json.response,
      'And why?',
      next.json.response,
    ]);
  });

  it('MEN-01 (G31) asks claude when no engine is named, and takes openai for gpt4', async () => {
    expect((await post('/api/ai-mentor', { user_id: person.userId, message: 'When?' })).json.ai_engine_used).toBe('claude');
    expect((await post('/api/ai-mentor', { user_id: person.userId, message: 'When?', ai_engine: 'openai' })).json.ai_engine_used).toBe(
      'gpt4',
    );
  });

  it('MEN-03 refuses a blank message with the specified text, and needs a user', async () => {
    const blank = await post('/api/ai-mentor', { user_id: person.userId, message: '  ' });
    expect(blank).toMatchObject({ status: 400, json: { code: 'validation.failed', detail: 'Please enter a message' } });
    expect((await api.call('/api/ai-mentor', { body: { user_id: person.userId, message: 'When?' } })).status).toBe(401);
    expect((await post('/api/ai-mentor', { user_id: uuidv7(), message: 'When?' })).status).toBe(403);
  });

  it('MEN-05 reports a failure with the specified text', async () => {
    await sandbox.control('PUT', 'faults', { service: '*', mode: '500' });
    expect(await post('/api/ai-mentor', { user_id: person.userId, message: 'When?' })).toMatchObject({
      status: 502,
      json: { code: 'mentor.failed', detail: 'Failed to send message to AI mentor' },
    });
  });
});

describe('POST /api/mentor/messages', () => {
  it('streams the answer: begun, text as it is written, ended', async () => {
    const answer = await post('/api/mentor/messages', { message_id: uuidv7(), message: 'When do bees swarm?', ai_engine: 'grok' });
    expect(answer.headers['content-type']).toMatch('text/event-stream');
    const events = eventsOf(answer.text);
    expect(events[0]?.type).toBe('begun');
    const last = events.at(-1);
    expect(last).toMatchObject({ type: 'ended', answer: { state: 'sent', ai_engine_used: 'grok' } });
    if (last?.type === 'ended') expect(textOf(events)).toBe(last.answer.message);
  });

  it('a first word waits for one call of one service and a bounded number of statements, and not for the rest of the answer', async () => {
    // the service continues for longer than this test
    await sandbox.control('PUT', 'latency', { ms: 120_000, first_chunk_ms: 0 });
    const calls = async () => (await sandbox.calls()).length;
    const before = await calls();
    let statements = 0;
    const count = () => void (statements += 1);
    api.database.knex.on('query', count);
    const stop = new AbortController();
    const answer = await fetch(`${api.origin}/api/mentor/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message_id: uuidv7(), message: 'When do bees swarm?' }),
      signal: stop.signal,
    });
    const reader = answer.body!.getReader();
    let text = '';
    while (!text.includes('"type":"text"')) text += new TextDecoder().decode((await reader.read()).value);
    api.database.knex.removeListener('query', count);
    stop.abort();
    expect(text).not.toContain('"type":"ended"');
    expect(await calls()).toBe(before + 1);
    expect(statements).toBeGreaterThan(0);
    expect(statements).toBeLessThan(MOST_STATEMENTS);
  });
});
