import { describe, expect, it, vi } from 'vitest';
import type { Visitor } from './fair-line.ts';
import { openTurns, turnOfStep } from './turns.ts';

/** Work that ends on command, and records when it began. */
function piece(begun: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { end: () => resolve(name), work: () => (begun.push(name), promise) };
}

describe('turns', () => {
  it('rotate among the accounts, however much one of them sends', async () => {
    const turn = openTurns({ atOnce: 1 });
    const begun: string[] = [];
    const pieces = ['a1', 'a2', 'a3', 'b1'].map((name) => piece(begun, name));
    const done = pieces.map(({ work }, n) => turn(n < 3 ? 'a' : 'b', work));
    for (const { end } of pieces) end();
    expect(await Promise.all(done)).toEqual(['a1', 'a2', 'a3', 'b1']);
    expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('give an account one piece at a time, and other accounts the free ones', async () => {
    const turn = openTurns({ atOnce: 2 });
    const begun: string[] = [];
    const [a1, a2, b1] = ['a1', 'a2', 'b1'].map((name) => piece(begun, name));
    const done = [turn('a', a1!.work), turn('a', a2!.work), turn('b', b1!.work)];
    await Promise.resolve();
    await Promise.resolve();
    expect(begun).toEqual(['a1', 'b1']);
    for (const one of [a1, a2, b1]) one!.end();
    await Promise.all(done);
    expect(begun).toEqual(['a1', 'b1', 'a2']);
  });

  it('come first for an account that has used little recently, however many others wait', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const turn = openTurns({ atOnce: 1 });
    const begun: string[] = [];
    const served = (accountId: string, ms: number) =>
      turn(accountId, async () => {
        begun.push(accountId);
        now.mockReturnValue(performance.now() + ms);
      });
    await served('a', 2_000);
    await served('b', 1_000);
    const held = piece(begun, 'c');
    const done = [turn('c', held.work), served('a', 1), served('b', 1), served('honest', 1), served('b', 1), served('honest', 1)];
    held.end();
    await Promise.all(done);
    expect(begun).toEqual(['a', 'b', 'c', 'honest', 'honest', 'b', 'b', 'a']);
    // use that is long past does not count
    begun.length = 0;
    now.mockReturnValue(performance.now() + 120_000);
    const again = piece(begun, 'c');
    const later = [turn('c', again.work), served('a', 1), served('honest', 1)];
    again.end();
    await Promise.all(later);
    expect(begun).toEqual(['c', 'a', 'honest']);
    now.mockRestore();
  });

  it('come later for an account that has to pause, and not for others', async () => {
    vi.useFakeTimers();
    const rest = new Map([['a', 5_000]]);
    const turn = openTurns({ atOnce: 2, restMs: (accountId) => rest.get(accountId) ?? 0 });
    const begun: string[] = [];
    const pieces = ['a1', 'a2', 'b1'].map((name) => piece(begun, name));
    for (const { end } of pieces) end();
    const done = [turn('a', pieces[0]!.work), turn('a', pieces[1]!.work), turn('b', pieces[2]!.work)];
    await vi.advanceTimersByTimeAsync(4_999);
    expect(begun).toEqual(['b1']);
    rest.clear();
    await vi.advanceTimersByTimeAsync(2);
    expect(begun).toEqual(['b1', 'a1', 'a2']);
    await Promise.all(done);
    vi.useRealTimers();
  });

  it('that are long let others be served beside them', async () => {
    vi.useFakeTimers();
    const turn = openTurns({ atOnce: 1, turnMs: 1_000 });
    const begun: string[] = [];
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => piece(begun, name));
    const done = [turn('a', a!.work), turn('a', a!.work), turn('b', b!.work), turn('c', c!.work), turn('d', d!.work)];
    await vi.advanceTimersByTimeAsync(999);
    expect(begun).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual(['a', 'b']);
    // three long tasks occupy all slots
    await vi.advanceTimersByTimeAsync(5_000);
    expect(begun).toEqual(['a', 'b', 'c']);
    b!.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    for (const one of [a, c, d]) one!.end();
    await Promise.all(done);
    vi.useRealTimers();
  });

  it('that are long let those be served who come rarely, also beside all that may be long', async () => {
    vi.useFakeTimers();
    const turn = openTurns({ atOnce: 1, turnMs: 1_000, mostLong: 1, mostLongForRare: 2 });
    const begun: string[] = [];
    const served = piece(begun, 'often');
    const often = turn('often', served.work);
    await vi.advanceTimersByTimeAsync(6_000);
    served.end();
    await often;
    const [a, b, again, rare] = ['a', 'b', 'again', 'rare'].map((name) => piece(begun, name));
    const done = [turn('a', a!.work), turn('b', b!.work), turn('often', again!.work)];
    await vi.advanceTimersByTimeAsync(5_000);
    expect(begun).toEqual(['often', 'a', 'b']);
    done.push(turn('rare', rare!.work));
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['often', 'a', 'b', 'rare']);
    for (const one of [a, b, again, rare]) one!.end();
    await Promise.all(done);
    vi.useRealTimers();
  });

  it('refuse a fourth waiting piece of one account, and nobody else', async () => {
    const turn = openTurns({ atOnce: 1 });
    const held = piece([], 'held');
    const done = [1, 2, 3, 4].map(() => turn('a', held.work));
    await expect(turn('a', held.work)).rejects.toMatchObject({ code: 'limits.rate', data: { retryAfterS: 5 } });
    done.push(turn('b', held.work));
    held.end();
    expect(await Promise.all(done)).toHaveLength(5);
  });

  it('replace the waiting work on a subject by newer work, without a limit', async () => {
    const turn = openTurns({ atOnce: 1 });
    const begun: string[] = [];
    const first = piece(begun, 'first');
    const running = turn('a', first.work, { subject: 'lesson' });
    const older = turn('a', piece(begun, 'older').work, { subject: 'lesson' });
    const others = ['x', 'y', 'z'].map((subject) => turn('a', async () => begun.push(subject), { subject }));
    const newer = turn('a', async () => begun.push('newer'), { subject: 'lesson' });
    await expect(older).rejects.toMatchObject({ code: 'limits.superseded' });
    first.end();
    await Promise.all([running, newer, ...others]);
    expect(begun).toEqual(['first', 'newer', 'x', 'y', 'z']);
  });

  it('never refuse the work of steps, which wait as long as necessary', async () => {
    const turn = openTurns({ atOnce: 1 });
    const begun: string[] = [];
    const work = async (n: number) => begun.push(`a${n}`);
    const steps = Array.from({ length: 6 }, (_, n) => turn('a', () => work(n), turnOfStep({ accountId: 'a' })));
    const other = turn('b', async () => begun.push('b'));
    await Promise.all([...steps, other]);
    expect(begun).toEqual(['a0', 'b', 'a1', 'a2', 'a3', 'a4', 'a5']);
  });

  it('are released by work that is cancelled while it waits', async () => {
    const turn = openTurns({ atOnce: 1 });
    const held = piece([], 'held');
    const running = turn('a', held.work);
    const cancel = new AbortController();
    const waiting = turn('a', held.work, { signal: cancel.signal });
    cancel.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    held.end();
    expect(await running).toBe('held');
    expect(await turn('a', async () => 'free')).toBe('free');
  });

  it('continue after work that failed', async () => {
    const turn = openTurns({ atOnce: 1 });
    await expect(turn('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await turn('a', async () => 'next')).toBe('next');
  });
});

/** A stranger at an address of a provider: by /32, /48, /56 and /64. */
const stranger = (provider: string, site: number, network = 0): Visitor => ({
  levels: [provider, `${provider} site ${site}`, `${provider} half ${site}/${network >> 8}`, `${provider} network ${site}/${network}`],
  isKnown: false,
});
const device = (payer: string): Visitor => ({ levels: [`device ${payer}`], isKnown: true });

describe('turns of visitors', () => {
  it.each([
    ['networks of one site', (at: number) => stranger('hostile', 1, at)],
    ['sites of one provider', (at: number) => stranger('hostile', at)],
  ])('are shared by all %s: another provider’s stranger waits for what has begun, and not for them', async (_, hostile) => {
    const turn = openTurns({ atOnce: 2, mostVisitors: 400 });
    const begun: string[] = [];
    const held = ['first', 'second'].map((name) => piece(begun, name));
    const done = held.map(({ work }, at) => turn(hostile(at), work));
    const others = Array.from({ length: 300 }, (_, at) => turn(hostile(at + 2), async () => begun.push('hostile')));
    const honest = turn(stranger('honest', 1), async () => begun.push('honest'));
    held[0]!.end();
    await honest;
    expect(begun.slice(0, 3)).toEqual(['first', 'second', 'honest']);
    held[1]!.end();
    await Promise.all([...done, ...others]);
  });

  it('rotate at each level: a site with one network has as many as one with fifty', async () => {
    const turn = openTurns({ atOnce: 1 });
    const begun: string[] = [];
    const held = piece(begun, 'held');
    const done = [turn('somebody', held.work)];
    for (let at = 0; at < 50; at += 1) done.push(turn(stranger('one', 1, at), async () => (begun.push('large'), '')));
    for (let at = 0; at < 3; at += 1) done.push(turn(stranger('one', 2), async () => (begun.push('small'), '')));
    held.end();
    await Promise.all(done);
    expect(begun.slice(0, 7).filter((name) => name === 'small')).toHaveLength(3);
  });

  it('let one network have many at once, because a school stands behind one address', async () => {
    const turn = openTurns({ atOnce: 3 });
    const begun: string[] = [];
    const held = ['a', 'b', 'c'].map((name) => piece(begun, name));
    const done = held.map(({ work }) => turn(stranger('school', 1), work));
    done.push(...Array.from({ length: 57 }, () => turn(stranger('school', 1), async () => 'in')));
    await Promise.resolve();
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const { end } of held) end();
    expect(await Promise.all(done)).toHaveLength(60);
  });

  it('go first for devices that are known, which leave strangers one place', async () => {
    const turn = openTurns({ atOnce: 2 });
    const begun: string[] = [];
    const [one, two, known] = ['one', 'two', 'known'].map((name) => piece(begun, name));
    const done = [turn(stranger('a', 1), one!.work), turn(stranger('b', 1), two!.work)];
    for (const provider of ['c', 'd']) done.push(turn(stranger(provider, 1), async () => (begun.push('stranger'), '')));
    done.push(
      turn(device('ada'), known!.work),
      turn(device('ben'), async () => (begun.push('second known'), '')),
    );
    one!.end();
    await done[0];
    await Promise.resolve();
    expect(begun).toEqual(['one', 'two', 'known']);
    two!.end();
    await done[1];
    known!.end();
    await Promise.all(done);
    expect(begun.slice(3)).toEqual(['stranger', 'stranger', 'second known']);
  });

  it('leave strangers one place also beside long tasks, and not all of them', async () => {
    vi.useFakeTimers();
    const turn = openTurns({ atOnce: 2, turnMs: 1_000 });
    const begun: string[] = [];
    const names = ['ada', 'ben', 'stranger', 'cyd', 'other stranger'];
    const pieces = names.map((name) => piece(begun, name));
    const callers = [device('ada'), device('ben'), stranger('a', 1), device('cyd'), stranger('b', 1)];
    const done = [callers[0]!, callers[1]!].map((caller, at) => turn(caller, pieces[at]!.work));
    done.push(...[2, 4, 3].map((at) => turn(callers[at]!, pieces[at]!.work)));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(begun).toEqual(['ada', 'ben', 'stranger', 'cyd']);
    for (const { end } of pieces) end();
    await Promise.all(done);
    expect(begun).toEqual(names);
    vi.useRealTimers();
  });

  it('do not come rarely from a provider that often has some, from however many networks', async () => {
    vi.useFakeTimers();
    const turn = openTurns({ atOnce: 1, turnMs: 1_000, mostLong: 1, mostLongForRare: 2 });
    const begun: string[] = [];
    const served = piece(begun, 'often');
    const often = turn(stranger('often', 1), served.work);
    await vi.advanceTimersByTimeAsync(6_000);
    served.end();
    await often;
    const [a, b, again, rare] = ['a', 'b', 'again', 'rare'].map((name) => piece(begun, name));
    const done = [turn(stranger('a', 1), a!.work), turn('b', b!.work), turn(stranger('often', 2), again!.work)];
    await vi.advanceTimersByTimeAsync(5_000);
    expect(begun).toEqual(['often', 'a', 'b']);
    done.push(turn(stranger('rare', 1), rare!.work));
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['often', 'a', 'b', 'rare']);
    for (const one of [a, b, again, rare]) one!.end();
    await Promise.all(done);
    vi.useRealTimers();
  });

  it('are refused to the newest of the largest network when too many wait, and to nobody else', async () => {
    const turn = openTurns({ atOnce: 1, mostVisitors: 5 });
    const held = piece([], 'held');
    const running = turn('somebody', held.work);
    const hostile = Array.from({ length: 5 }, (_, at) => turn(stranger('hostile', 1, at), async () => at));
    const outcomes = Promise.allSettled(hostile);
    const honest = [turn(stranger('honest', 1), async () => 'in'), turn(stranger('also honest', 1), async () => 'in')];
    // the provider has the most, and in it the first site
    const otherSite = turn(stranger('hostile', 2), async () => 'in');
    await expect(hostile[2]).rejects.toMatchObject({ code: 'limits.rate', data: { retryAfterS: 5 } });
    held.end();
    expect(await Promise.all([running, ...honest, otherSite])).toEqual(['held', 'in', 'in', 'in']);
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected']);
  });

  it('are bounded for the devices of one account, however many they are', async () => {
    const turn = openTurns({ atOnce: 1, mostVisitors: 2 });
    const held = piece([], 'held');
    const done = [1, 2, 3].map((at) => turn(device('mallory'), at === 1 ? held.work : async () => 'in'));
    await expect(turn(device('mallory'), async () => 'in')).rejects.toMatchObject({ code: 'limits.rate' });
    done.push(turn(device('honest'), async () => 'in'));
    held.end();
    expect(await Promise.all(done)).toEqual(['held', 'in', 'in', 'in']);
  });
});
