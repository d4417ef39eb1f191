import { existsSync } from 'node:fs';
import os from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { readConfig, setConfig } from '../config.ts';
import { batchesIn, linesOf } from './answer-lines.ts';
import { framesOf, messagesIn } from './message-frames.ts';
import { restricted, type RestrictedTask } from './restricted-process.ts';

const TASK: RestrictedTask = {
  module: new URL('testing/obedient.task.ts', import.meta.url),
  heapMb: 64,
  memoryBytes: 300_000_000,
  withinMs: 30_000,
  answerBytes: 1_000_000,
  processes: 1,
  isFresh: false,
};
const settings = (RATE_LIMITS: 'full' | 'loose') => setConfig(readConfig({ DATABASE_URL: 'postgres://localhost/none', RATE_LIMITS }));
settings('loose');
const shared = restricted(TASK);
const turn = { accountId: 'ines', isAdmitted: true };
const of = { turn, signal: null };
const valueOf = async (act: string, limits = {}) => (await shared({ ...of, value: act }, limits)).value;

describe('a restricted process', () => {
  it('answers with JSON and bytes, for inputs larger than a pipe holds', async () => {
    const bytes = Uint8Array.from({ length: 900_000 }, (_, n) => n % 251);
    const { chunks } = await shared({ ...of, value: 'reverse', bytes: [bytes.subarray(0, 10), bytes.subarray(10)] });
    expect(Buffer.concat(chunks).equals(bytes.toReversed())).toBe(true);
    expect(await valueOf('environment')).toEqual([]);
  });

  it('processes several inputs one after the other, or only one', async () => {
    const pids = await Promise.all([valueOf('pid'), valueOf('pid'), valueOf('pid')]);
    expect(new Set(pids).size).toBe(1);
    const fresh = restricted({ ...TASK, isFresh: true });
    const [one, other] = await Promise.all([fresh({ ...of, value: 'pid' }), fresh({ ...of, value: 'pid' })]);
    expect(one.value).not.toBe(other.value);
  });

  it.each(['connect', 'write', 'read', 'spawn'])('may not %s', async (act) => {
    await expect(valueOf(act)).rejects.toMatchObject({ reason: 'failed', code: 'ERR_ACCESS_DENIED' });
  });

  it.each([
    ['spin', 'too_slow', { cpuMs: 200 }],
    ['spin', 'too_slow', { withinMs: 200 }],
    ['wait', 'too_slow', { withinMs: 200 }],
    ['fill', 'too_much', {}],
    ['fill', 'too_much', { memoryBytes: 20_000_000 }],
    ['babble', 'too_much', {}],
    ['end', 'too_much', {}],
  ])('that must %s is ended (%s), and another takes the next input', async (act, reason, limits) => {
    await expect(valueOf(act, limits)).rejects.toMatchObject({ reason });
    expect(await valueOf('environment')).toEqual([]);
  });

  it(
    'has a lower priority than ours, and a lower one still after long work, which its next input does not suffer from',
    { tags: 'slow' },
    async () => {
      const atLeast = (nice: number) => Math.max(nice, os.getPriority());
      // its own process: among several waiting ones, the next input may go to another
      const alone = restricted({ ...TASK, withinMs: 120_000 });
      const valueFor = async (act: string) => Number((await alone({ ...of, value: act })).value);
      const pid = await valueFor('pid');
      expect(os.getPriority(pid)).toBe(atLeast(10));
      const long = valueFor('labour');
      await vi.waitUntil(() => os.getPriority(pid) === atLeast(19), { timeout: 60_000 });
      expect(await long).toBe(pid);
      const next = await valueFor('pid');
      expect(next).not.toBe(pid);
      expect(os.getPriority(next)).toBe(atLeast(10));
    },
  );

  it('has the lowest priority for everybody and is used again, if its work is always long', async () => {
    const long = restricted({ ...TASK, isLong: true });
    const pidOf = async () => Number((await long({ ...of, value: 'pid' })).value);
    const pid = await pidOf();
    expect(os.getPriority(pid)).toBe(19);
    expect(await pidOf()).toBe(pid);
  });

  it('reads the folder that its task names, besides our code', async () => {
    const reader = restricted({ ...TASK, reads: () => '/etc' });
    expect((await reader({ ...of, value: 'read' })).value).toEqual(expect.any(String));
  });

  it('that dies while idle is replaced', async () => {
    const pid = Number(await valueOf('endLater'));
    await vi.waitUntil(() => !existsSync(`/proc/${pid}`));
    expect(await valueOf('pid')).not.toBe(pid);
  });

  it('passes on the code of a failure, and survives it', async () => {
    const before = await valueOf('pid');
    await expect(valueOf('refuse')).rejects.toMatchObject({ reason: 'failed', code: 'test.refused' });
    await expect(valueOf('deepen')).rejects.toMatchObject({ reason: 'failed', code: null, message: expect.stringContaining('RangeError') });
    expect(await valueOf('print')).toBeNull();
    expect(await valueOf('pid')).toBe(before);
  });

  it('ends when its work is cancelled while it starts', async () => {
    const fresh = restricted({ ...TASK, isFresh: true });
    const cancel = new AbortController();
    const work = fresh({ turn, signal: cancel.signal, value: 'wait' });
    cancel.abort(new Error('not wanted'));
    await expect(work).rejects.toThrow('not wanted');
  });

  it('ends when its work is cancelled, or its input cannot be read', async () => {
    await expect(shared({ turn, signal: AbortSignal.timeout(300), value: 'wait' })).rejects.toThrow('timeout');
    const broken = async function* () {
      yield new Uint8Array(100);
      throw new Error('the store is away');
    };
    await expect(shared({ ...of, value: 'reverse', bytes: broken() })).rejects.toThrow('the store is away');
    expect(await valueOf('environment')).toEqual([]);
  });
});

describe('an account’s inputs', () => {
  it('wait when it has used up its processor time, and those of others do not', { tags: 'slow' }, async () => {
    // a machine without time to spare
    const busy = { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 };
    vi.spyOn(os, 'cpus').mockImplementation(() => [{ model: '', speed: 0, times: { ...busy, user: performance.now() } }]);
    const [greedy, frugal] = [{ accountId: 'greedy' }, { accountId: 'frugal' }];
    const spin = restricted({ ...TASK, cpuMs: 6_000 });
    const spun = spin({ turn: greedy, signal: null, value: 'spin' });
    // time used while nobody else asks is not charged
    await shared({ turn: frugal, signal: null, value: 'pid' });
    await expect(spun).rejects.toMatchObject({ reason: 'too_slow' });
    settings('full');
    const next = shared({ turn: greedy, signal: AbortSignal.timeout(1_500), value: 'pid' });
    await shared({ turn: frugal, signal: null, value: 'pid' });
    await expect(next).rejects.toThrow('timeout');
    vi.restoreAllMocks();
    settings('loose');
    await shared({ turn: greedy, signal: null, value: 'pid' });
  });

  it('take turns with those of others, and a fifth one is refused', async () => {
    const ended: string[] = [];
    const ask = (accountId: string) =>
      shared({ turn: { accountId }, signal: null, value: 'environment' }).then(() => ended.push(accountId));
    const asked = ['a', 'a', 'a', 'a'].map(ask);
    await expect(ask('a')).rejects.toMatchObject({ code: 'limits.rate', data: { retryAfterS: 5 } });
    await Promise.all([...asked, ask('b')]);
    expect(ended).toEqual(['a', 'b', 'a', 'a', 'a']);
  });
});

describe('an answer', () => {
  it('with more JSON than may be parsed at once is rejected, however many bytes it may have', async () => {
    const roomy = restricted({ ...TASK, answerBytes: 10_000_000 });
    await expect(roomy({ ...of, value: 'babble' })).rejects.toMatchObject({ reason: 'too_much' });
  });

  it('is the same, however the pipe splits it', async () => {
    const frames: Buffer[] = [];
    const bytes = Uint8Array.from({ length: 70_000 }, (_, n) => n % 251);
    for await (const frame of framesOf({ text: 'é'.repeat(40_000) }, [bytes])) frames.push(Buffer.from(frame));
    const whole = Buffer.concat([...frames, ...frames]);
    for (const size of [1, 7, 65_536, whole.length]) {
      const cut = async function* () {
        for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
      };
      const read = [];
      for await (const { value, chunks } of messagesIn(cut())) read.push([value, Buffer.concat(chunks).equals(bytes)]);
      expect(read).toEqual([1, 2].map(() => [{ text: 'é'.repeat(40_000) }, true]));
    }
  });

  it.each([1, 5, 1_000])('in lines is read some at a time, in chunks of %i bytes', async (size) => {
    const values = ['é', { a: 'two\nlines' }, [1, 2], ''];
    const text = Buffer.concat([...linesOf(values)]);
    const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, n) => text.subarray(n * size, (n + 1) * size));
    const read = [];
    for await (const batch of batchesIn(chunks)) read.push(...batch);
    expect(read).toEqual(values);
    const cutOff = batchesIn([text.subarray(0, -1)]);
    await expect(cutOff.next().then(() => cutOff.next())).rejects.toThrow(SyntaxError);
  });
});
