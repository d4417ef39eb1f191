import { existsSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
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
const shared = restricted(TASK);
const valueOf = async (act: string, limits = {}) => (await shared({ value: act }, limits)).value;

describe('a restricted process', () => {
  it('answers with JSON and bytes, of inputs larger than a pipe holds', async () => {
    const bytes = Uint8Array.from({ length: 900_000 }, (_, n) => n % 251);
    const { bytes: answer } = await shared({ value: 'reverse', bytes: [bytes.subarray(0, 10), bytes.subarray(10)] });
    expect(Buffer.from(answer).equals(bytes.toReversed())).toBe(true);
    expect(await valueOf('environment')).toEqual([]);
  });

  it('does several inputs one after the other, or only one', async () => {
    const pids = await Promise.all([valueOf('pid'), valueOf('pid'), valueOf('pid')]);
    expect(new Set(pids).size).toBe(1);
    const fresh = restricted({ ...TASK, isFresh: true });
    const [one, other] = await Promise.all([fresh({ value: 'pid' }), fresh({ value: 'pid' })]);
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

  it('that dies while it waits is replaced', async () => {
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
    const work = fresh({ value: 'wait' }, { signal: cancel.signal });
    cancel.abort(new Error('not wanted'));
    await expect(work).rejects.toThrow('not wanted');
  });

  it('ends when its work is cancelled, or its input cannot be read', async () => {
    await expect(valueOf('wait', { signal: AbortSignal.timeout(300) })).rejects.toThrow('timeout');
    const broken = async function* () {
      yield new Uint8Array(100);
      throw new Error('the store is away');
    };
    await expect(shared({ value: 'reverse', bytes: broken() })).rejects.toThrow('the store is away');
    expect(await valueOf('environment')).toEqual([]);
  });
});
