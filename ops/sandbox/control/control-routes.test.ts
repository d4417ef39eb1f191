import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { lessonDocument } from '#domain/generation/prompts/documents.ts';
import { startSandbox, type Sandbox } from '../server.ts';
import { askOnce, askStreaming, control, promptOf, vendorModels } from '../testing/vendors.ts';

const brief = { age: 30, topic: 'Chess', course_size: { modules: 3, lessons_per_module: 2, lesson_words: 200 } };
const call = { schema: lessonDocument, prompt: promptOf({ brief, lesson: { module: 0, lesson: 1 } }) };
const WAIT = { timeout: 60_000 };

let sandbox: Sandbox;
/** While it is pending, a call writes nothing more. */
let held: Promise<void> | undefined;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, direct: { hold: () => held } });
});
afterAll(() => sandbox.close());
afterEach(async () => {
  await control(sandbox.url, 'PUT', 'latency', { ms: 0 });
  await control(sandbox.url, 'DELETE', 'calls');
});

describe('the call log', () => {
  it('lists a call while it runs, then with its end, by service', async () => {
    const end = Promise.withResolvers<void>();
    held = end.promise;
    const running = askStreaming({ model: vendorModels(sandbox.url).claude, ...call });
    await vi.waitFor(() => expect(sandbox.calls('claude')).toHaveLength(1), WAIT);
    expect(sandbox.calls('claude')[0]).toMatchObject({ status: null, ms: null, model: 'claude-sonnet-5-5', purpose: 'lesson' });
    end.resolve();
    await running;
    held = undefined;
    const { body } = await control(sandbox.url, 'GET', 'calls?service=claude');
    const [record] = body.calls as Record<string, unknown>[];
    expect(record).toMatchObject({ service: 'claude', status: 200, aborted: false });
    expect(record?.id).toMatch(/^call_\d+$/);
    expect(Date.parse(String(record?.started_at))).toBeGreaterThan(0);
    expect(record?.output_tokens).toBeGreaterThan(100);
    expect((await control(sandbox.url, 'GET', 'calls?service=grok')).body.calls).toEqual([]);
    await control(sandbox.url, 'DELETE', 'calls');
    expect((await control(sandbox.url, 'GET', 'calls')).body.calls).toEqual([]);
  });

  it('knows the purpose and gives the same key to the same piece of work on any service', async () => {
    const models = vendorModels(sandbox.url);
    await askOnce({ model: models.claude, ...call });
    await askOnce({ model: models.gemini, ...call });
    const withFindings = promptOf({ brief, lesson: { module: 0, lesson: 1 }, findings: ['“The first paragraph” has no example.'] });
    await askOnce({ model: models.openai, schema: lessonDocument, prompt: withFindings });
    const [first, second, third] = sandbox.calls();
    expect(second?.key).toBe(first?.key);
    expect(first?.key).toMatch(/lesson\/0\.1$/);
    expect(third).toMatchObject({ purpose: 'correction' });
    expect(third?.key).not.toBe(first?.key);
  });

  it('marks a call that the client left', async () => {
    await control(sandbox.url, 'PUT', 'latency', { ms: 600_000, first_chunk_ms: 10 });
    const abort = new AbortController();
    const running = askStreaming({ model: vendorModels(sandbox.url).grok, ...call, abortSignal: abort.signal });
    await vi.waitFor(() => expect(sandbox.calls('grok')).toHaveLength(1), WAIT);
    abort.abort();
    await running;
    await vi.waitFor(() => expect(sandbox.calls('grok')[0]).toMatchObject({ aborted: true }), WAIT);
  });

  it('survives a restart, also of a process that was killed while a call ran; DELETE empties the file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
    const logFile = join(folder, 'calls.jsonl');
    const first = await startSandbox({ port: 0, logFile });
    await askOnce({ model: vendorModels(first.url).claude, ...call });
    await control(first.url, 'PUT', 'faults', { service: 'grok', mode: 'hang' });
    const hanging = askOnce({ model: vendorModels(first.url).grok, ...call }).catch(() => null);
    await vi.waitFor(() => expect(first.calls()).toHaveLength(2), WAIT);
    // The file left by a killed process: complete lines, the last possibly partial.
    const left = readFileSync(logFile, 'utf8');
    await first.close();
    await hanging;
    writeFileSync(logFile, `${left}{"id":"call_0000`);

    const second = await startSandbox({ port: 0, logFile });
    expect(second.calls()).toMatchObject([
      { service: 'claude', status: 200 },
      { service: 'grok', status: 0, ms: null },
    ]);
    await askOnce({ model: vendorModels(second.url).claude, ...call });
    expect(new Set(second.calls().map(({ id }) => id)).size).toBe(3);
    await control(second.url, 'DELETE', 'calls');
    expect(readFileSync(logFile, 'utf8')).toBe('');
    await second.close();
    rmSync(folder, { recursive: true });
  });
});

describe('latency', () => {
  it('contains the total time of a call, including its chunks, under 12 parallel calls, by stream and by JSON', async () => {
    const models = vendorModels(sandbox.url);
    await Promise.all(Object.values(models).map((model) => askStreaming({ model, ...call })));
    await control(sandbox.url, 'DELETE', 'calls');
    await control(sandbox.url, 'PUT', 'latency', { ms: 2_000, first_chunk_ms: 50, per_service: { claude: 1_800 } });
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        (i % 3 === 0 ? askOnce : askStreaming)({ model: i % 2 ? models.claude : models.openai, ...call }),
      ),
    );
    const late = sandbox.calls().map(({ service, ms }) => (ms ?? 0) - (service === 'claude' ? 1_800 : 2_000));
    expect(late).toHaveLength(12);
    for (const ms of late) expect(ms).toBeGreaterThan(-2);
    // accumulated delays would at least double the shorter one; the benches measure the accuracy
    expect(late.sort((a, b) => a - b)[6]).toBeLessThan(1_800);
  });
});

describe('a held call', () => {
  it('waits until its key is no longer in the list, whichever service is asked; other calls continue', async () => {
    const models = vendorModels(sandbox.url);
    await control(sandbox.url, 'PUT', 'holds', { ends: ['/lesson/0.1', '/outline'] });
    const waiting = Promise.all([askOnce({ model: models.claude, ...call }), askStreaming({ model: models.gemini, ...call })]);
    await vi.waitFor(() => expect(sandbox.calls()).toHaveLength(2), WAIT);
    const other = promptOf({ brief, lesson: { module: 1, lesson: 0 } });
    await askOnce({ model: models.claude, schema: lessonDocument, prompt: other });
    expect(sandbox.calls().map(({ status }) => status)).toEqual([null, null, 200]);
    await control(sandbox.url, 'PUT', 'holds', { ends: ['/outline'] });
    await waiting;
    expect(sandbox.calls().map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await control(sandbox.url, 'GET', 'state')).body.holds).toEqual(['/outline']);
    await control(sandbox.url, 'PUT', 'holds', { ends: [] });
  });
});

describe('the control API', () => {
  it.each([
    ['latency', { ms: -1 }, /ms must be/],
    ['latency', { ms: 5, per_service: { bard: 3 } }, /bard/],
    ['latency', { ms: 5, speed: 3 }, /speed/],
    ['faults', { service: 'claude', mode: 'sleepy' }, /mode must be one of down/],
    ['faults', { service: 'bard', mode: 'down' }, /service must be one of/],
    ['faults', { service: '*', mode: 'down', probability: 0 }, /probability/],
    ['faults', { service: '*', mode: 'down', times: 1.5 }, /times/],
    ['review', { revise_share: 2 }, /revise_share/],
    ['quiz', { wrong_key_share: 2 }, /wrong_key_share/],
    ['drift', { share: 0.1, language: 'klingon' }, /language/],
    ['drift', { language: 'german' }, /share/],
    ['unsafe', { sahre: 1 }, /sahre/],
    ['reading', [], /object/],
    ['holds', { ends: '/outline' }, /ends/],
  ])('PUT %s %j is 400 with a clear message', async (path, body, message) => {
    const answer = await control(sandbox.url, 'PUT', path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(message);
  });

  it('refuses a body that is not JSON, an unknown route and an unknown service', async () => {
    expect((await fetch(`${sandbox.url}/control/latency`, { method: 'PUT', body: '{' })).status).toBe(400);
    expect((await control(sandbox.url, 'GET', 'nothing')).status).toBe(404);
    expect((await control(sandbox.url, 'GET', 'calls?service=bard')).status).toBe(400);
  });

  it('refuses another Host name', async () => {
    const status = await new Promise((done, fail) => {
      request({ port: sandbox.port, host: '127.0.0.1', path: '/control/state', headers: { host: 'evil.example' } }, (res) => {
        res.resume();
        done(res.statusCode);
      })
        .on('error', fail)
        .end();
    });
    expect(status).toBe(403);
  });

  it('returns its state', async () => {
    await control(sandbox.url, 'PUT', 'faults', { service: 'claude', mode: 'slow' });
    const { body } = await control(sandbox.url, 'GET', 'state');
    expect(body).toMatchObject({ latency: { ms: 0 }, faults: [{ service: 'claude', mode: 'slow', probability: 1 }], calls: 0, running: 0 });
    await control(sandbox.url, 'DELETE', 'faults');
  });
});
