import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig, setConfig } from '#domain/platform/config.ts';
import { handleDueRows, type FailedTry } from './handle-due-rows.ts';
import type { Busy, Turn } from './row-turns.ts';

// failures are logged
beforeAll(() =>
  setConfig(
    readConfig({
      DATABASE_URL: 'postgres://localhost/none',
      LOG_LEVEL: 'silent',
      SESSION_SECRET: 'x'.repeat(32),
      STRIPE_WEBHOOK_SECRET: 'whsec_none',
    }),
  ),
);

interface Row {
  readonly id: number;
  readonly attempts: number;
}

/** A queue that counts claims and stores failures. */
function queueOf(ids: number[], attempts = 1) {
  const waiting = [...ids];
  const failures = new Map<number, FailedTry>();
  let claims = 0;
  const announced: (Date | 'now')[] = [];
  return {
    claims: () => claims,
    failures,
    announced,
    queue: {
      what: 'number',
      announce: async (dueAt?: Date) => void announced.push(dueAt ?? 'now'),
      claim: async (): Promise<Row | undefined> => {
        claims += 1;
        const id = waiting.shift();
        return id === undefined ? undefined : { id, attempts };
      },
      storeFailure: async ({ id }: Row, failure: FailedTry) => void failures.set(id, failure),
      turnOf: ({ id }: Row): Turn => ({ account: String(id) }),
      identify: ({ id }: Row) => ({ id }),
      withinMs: 60_000,
      retries: { most: 3, firstPauseS: 10, longestPauseS: 60 },
      atOnce: 2,
      most: 100,
    },
  };
}

/** The failure that is stored for one row. */
async function failureOf(attempts: number, error: Error, judge?: () => 'again' | 'final' | 'not_counted'): Promise<FailedTry> {
  const { queue, failures } = queueOf([1], attempts);
  await handleDueRows({ ...queue, ...(judge && { judge }), handle: () => Promise.reject(error) });
  return failures.get(1)!;
}

describe('due rows', () => {
  it('announce their job again: at once if a call leaves some, later for a retry, and not after the last attempt', async () => {
    const left = queueOf([1, 2, 3]);
    await handleDueRows({ ...left.queue, handle: async () => {}, most: 2 });
    expect(left.announced).toEqual(['now']);
    const retried = queueOf([1]);
    await handleDueRows({ ...retried.queue, handle: () => Promise.reject(new Error('not yet')) });
    expect(retried.announced).toEqual([expect.any(Date)]);
    const over = queueOf([1], 3);
    await handleDueRows({ ...over.queue, handle: () => Promise.reject(new Error('never')) });
    expect(over.announced).toEqual([]);
  });

  it('are handled so many at once, and at most so many per call', async () => {
    const { queue } = queueOf([1, 2, 3, 4, 5, 6]);
    const handled: number[] = [];
    let running = 0;
    let together = 0;
    const handle = async ({ id }: Row) => {
      together = Math.max(together, (running += 1));
      await new Promise(setImmediate);
      running -= 1;
      handled.push(id);
      return id % 2 === 0;
    };
    expect(await handleDueRows({ ...queue, handle, atOnce: 3, most: 5 })).toBe(2);
    expect([handled.toSorted(), together]).toEqual([[1, 2, 3, 4, 5], 3]);
  });

  it('are all handled even if some fail: those store the reason', async () => {
    const { queue, failures } = queueOf([1, 2, 3, 4, 5]);
    const handled: number[] = [];
    const handle = async ({ id }: Row) => {
      if (id === 1 || id === 4) throw new Error(`cannot do ${id}`);
      handled.push(id);
    };
    expect(await handleDueRows({ ...queue, handle })).toBe(3);
    expect(handled.toSorted()).toEqual([2, 3, 5]);
    expect([...failures].map(([id, { reason }]) => [id, reason])).toEqual([
      [1, 'cannot do 1'],
      [4, 'cannot do 4'],
    ]);
  });

  it('are all handled even if a failure cannot be stored', async () => {
    const { queue } = queueOf([1, 2, 3]);
    const handled: number[] = [];
    const handle = async ({ id }: Row) => {
      if (id === 1) throw new Error('no');
      handled.push(id);
    };
    await handleDueRows({ ...queue, storeFailure: () => Promise.reject(new Error('nor this')), handle, atOnce: 1 });
    expect(handled).toEqual([2, 3]);
  });

  it('end the call when they cannot be claimed', async () => {
    const { queue } = queueOf([1]);
    await expect(handleDueRows({ ...queue, claim: () => Promise.reject(new Error('away')), handle: async () => {} })).rejects.toThrow(
      'away',
    );
  });
});

describe('a due row that fails', () => {
  it('pauses longer each time, and is abandoned after the last attempt', async () => {
    const pauses = await Promise.all([1, 2, 3].map(async (attempts) => (await failureOf(attempts, new Error('no'))).pauseS));
    expect(pauses[0]).toBeGreaterThanOrEqual(10);
    expect(pauses[1]).toBeGreaterThanOrEqual(30);
    expect(pauses[1]).toBeLessThanOrEqual(33);
    expect(pauses[2]).toBeNull();
  });

  it('is abandoned at once for a final reason, and never because of an outage, which does not use up its last attempt', async () => {
    expect(await failureOf(1, new Error('no'), () => 'final')).toMatchObject({ pauseS: null, attempts: 1 });
    expect(await failureOf(3, new Error('away'), () => 'not_counted')).toMatchObject({ pauseS: expect.any(Number), attempts: 2 });
  });

  it('is abandoned unhandled if its attempts ended without a result, as those that crash their process do', async () => {
    const { queue, failures } = queueOf([1], 4);
    let handled = 0;
    await handleDueRows({ ...queue, handle: async () => void (handled += 1) });
    expect([handled, failures.get(1)]).toEqual([0, { reason: 'None of 3 tries came to an end.', pauseS: null, attempts: 4 }]);
  });

  it('keeps a reason that PostgreSQL can store', async () => {
    const { reason } = await failureOf(1, new Error(`a\0b${'x'.repeat(600)}\ud800`));
    expect(reason).toBe(`ab${'x'.repeat(498)}`);
    expect((await failureOf(1, new Error('\ud800 alone'))).reason).toBe('\ufffd alone');
  });
});

describe('the turns of due rows', () => {
  interface Owned extends Row {
    readonly account: string;
    readonly host?: string;
    readonly address?: string;
  }
  /** A queue whose claims skip the busy rows, as the statements do. */
  function shared(what: string, rows: Owned[]) {
    const waiting = [...rows];
    const claim = async (busy: Busy) => {
      const isFree = ({ account, host = '', address = '' }: Owned) =>
        !busy.accounts.includes(account) && !busy.hosts.includes(host) && !busy.addresses.includes(address);
      const at = waiting.findIndex(isFree);
      return at < 0 ? undefined : waiting.splice(at, 1)[0];
    };
    const { queue, announced } = queueOf([]);
    return { waiting, announced, queue: { ...queue, what, claim, turnOf: (row: Owned): Turn => row, storeFailure: async () => undefined } };
  }
  const rowsOf = (count: number, given: Omit<Owned, 'id' | 'attempts'>): Owned[] =>
    Array.from({ length: count }, (_, id) => ({ id, attempts: 1, ...given }));

  it('are one at a time for each account, so that another account’s row is handled beside its first', async () => {
    const { queue } = shared('accounts', [...rowsOf(5, { account: 'ada' }), ...rowsOf(1, { account: 'bo' })]);
    const order: string[] = [];
    await handleDueRows({ ...queue, atOnce: 4, handle: async ({ account }: Owned) => void order.push(account) });
    expect(order).toEqual(['ada', 'bo', 'ada', 'ada', 'ada', 'ada']);
  });

  it('are half of all for each host', async () => {
    const rows = Array.from({ length: 8 }, (_, id) => ({ id, attempts: 1, account: `${id}`, host: 'push.example' }));
    const { queue } = shared('hosts', rows);
    let [running, together] = [0, 0];
    const handle = async () => {
      together = Math.max(together, (running += 1));
      await new Promise(setImmediate);
      running -= 1;
    };
    await handleDueRows({ ...queue, atOnce: 4, handle });
    expect(together).toBe(2);
  });

  it('end after their time, and longer work continues in the next call', async () => {
    const { queue, waiting, announced } = shared('time', [...rowsOf(3, { account: 'ada' }), ...rowsOf(2, { account: 'bo' })]);
    const handle = ({ account }: Owned) => (account === 'ada' ? new Promise<void>(() => undefined) : Promise.resolve());
    expect(await handleDueRows({ ...queue, withinMs: 20, handle })).toBe(2);
    expect(waiting.map(({ account }) => account)).toEqual(['ada', 'ada']);
    expect(announced).toContain('now');
  });

  it('skip an address that has failed twice, its whole address and not its host, until a pause has passed', async () => {
    const at = (path: string) => rowsOf(3, { account: 'ada', host: 'push.example', address: `https://push.example/${path}` });
    const { queue, waiting } = shared('addresses', [...at('away'), ...at('here')]);
    const handle = async ({ address }: Owned) => {
      if (address?.endsWith('away')) throw new Error('away');
    };
    expect(await handleDueRows({ ...queue, handle })).toBe(3);
    expect(waiting.map(({ address }) => address)).toEqual(['https://push.example/away']);
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    expect(await handleDueRows({ ...queue, handle: async () => {} })).toBe(1);
  });
});
