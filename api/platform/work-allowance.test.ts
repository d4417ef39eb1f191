import { expect, it } from 'vitest';
import { openWorkAllowance } from './work-allowance.ts';

interface Given {
  readonly waitMs?: number;
  readonly isHeavy?: boolean;
}

/** Creates an allowance whose state the test sets, and records its charges. `long` passes the time that counts as long. */
function given(of: (key: string) => Given) {
  const charged: string[] = [];
  const waits: number[] = [];
  const long: (() => void)[] = [];
  const work = openWorkAllowance({
    refuseAfter: (ms) => {
      throw new Error(`refused for ${ms} ms`);
    },
    slowDown: async () => void waits.push(1_000),
    allowance: {
      charge: (key) => void charged.push(key),
      isHeavy: (key) => of(key).isHeavy ?? false,
      waitMs: (key) => of(key).waitMs ?? 0,
    },
    wait: (ms) => {
      waits.push(ms);
      return new Promise<void>((resolve) => long.push(resolve));
    },
  });
  return { ...work, charges: charged, waits, long };
}

/** Creates work that ends when the test says so. */
function pieces() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, work, end: (name: string) => ends.get(name)!() };
}

it('six requests of an account that has used little run at once', async () => {
  const { charged } = given(() => ({}));
  const { begun, work, end } = pieces();
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const all = names.map((name) => charged('ada', work(name)));
  await expect.poll(() => begun).toEqual(names.slice(0, 6));
  end('c');
  await expect.poll(() => begun).toEqual(names);
  for (const name of names) if (name !== 'c') end(name);
  expect(await Promise.all(all)).toEqual(names);
});

it('the requests of an account that has used most of its allowance run one after the other, and nobody else waits', async () => {
  const { charged, charges } = given((key) => ({ isHeavy: key === 'mallory' }));
  const { begun, work, end } = pieces();
  const all = [charged('mallory', work('m1')), charged('mallory', work('m2')), charged('ada', work('a'))];
  await expect.poll(() => begun.toSorted()).toEqual(['a', 'm1']);
  end('m1');
  await expect.poll(() => begun).toContain('m2');
  end('m2');
  end('a');
  expect(await Promise.all(all)).toEqual(['m1', 'm2', 'a']);
  expect(charges.toSorted()).toEqual(['ada', 'mallory', 'mallory']);
});

it('a request that waits for something else does not delay the next one of its account', async () => {
  const { charged, long } = given(() => ({ isHeavy: true }));
  const { begun, work, end } = pieces();
  const all = [charged('ada', work('waits')), charged('ada', work('next'))];
  await expect.poll(() => [begun.length, long.length]).toEqual([1, 1]);
  long[0]!();
  await expect.poll(() => begun).toEqual(['waits', 'next']);
  end('next');
  end('waits');
  expect(await Promise.all(all)).toEqual(['waits', 'next']);
});

it('more than two hundred waiting requests are refused, and so is one whose account was overdrawn in the meantime', async () => {
  let overdrawnMs = 0;
  const { charged } = given(() => ({ isHeavy: true, waitMs: overdrawnMs }));
  const { begun, work, end } = pieces();
  const first = charged('ada', work('first'));
  const others = Array.from({ length: 201 }, () => charged('ada', async () => 'other').catch((error: Error) => error.message));
  expect(await others[200]).toBe('refused for 1000 ms');
  await expect.poll(() => begun).toEqual(['first']);
  overdrawnMs = 15_000;
  end('first');
  expect(await first).toBe('first');
  expect(new Set(await Promise.all(others.slice(0, 200)))).toEqual(new Set(['refused for 15000 ms']));
});

it('an overdrawn account waits until the debt is paid back, and a heavily overdrawn one is refused', async () => {
  const { charged, waits, long } = given((key) => ({ isHeavy: true, waitMs: key === 'ada' ? 9_000 : 11_000 }));
  const { begun, work, end } = pieces();
  const ada = charged('ada', work('a'));
  await expect.poll(() => waits).toEqual([9_000]);
  expect(begun).toEqual([]);
  long[0]!();
  await expect.poll(() => begun).toEqual(['a']);
  end('a');
  expect(await ada).toBe('a');
  await expect(charged('mallory', async () => 'done')).rejects.toThrow('refused for 11000 ms');
});

it('pieces of several long answers are sent one after the other, if their account has used most of its allowance', async () => {
  const { chargedPieces } = given(() => ({ isHeavy: true }));
  const { begun, work, end } = pieces();
  async function* source(name: string): AsyncGenerator<Uint8Array> {
    yield Buffer.from(await work(name)());
  }
  const answers = [chargedPieces('mallory', source('first')), chargedPieces('mallory', source('second'))].map((answer) => answer.next());
  await expect.poll(() => begun).toEqual(['first']);
  end('first');
  await expect.poll(() => begun).toEqual(['first', 'second']);
  end('second');
  expect((await Promise.all(answers)).map(({ value }) => String(value))).toEqual(['first', 'second']);
});

it('the pieces of a long answer are charged; it pauses while the allowance is overdrawn, and closes its source', async () => {
  let isClosed = false;
  async function* source(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield Buffer.from('x');
    } finally {
      isClosed = true;
    }
  }
  let overdrawnMs = 0;
  const { chargedPieces, charges, waits, long } = given(() => ({ waitMs: overdrawnMs }));
  const answer = chargedPieces('ada', source());
  await answer.next();
  await answer.next();
  expect(charges).toEqual(['ada', 'ada']);
  expect(waits).not.toContain(300);
  overdrawnMs = 300;
  const third = answer.next();
  await expect.poll(() => waits.at(-1)).toBe(300);
  expect(charges).toHaveLength(2);
  long.at(-1)!();
  expect((await third).done).toBe(false);
  await answer.return(undefined);
  expect(isClosed).toBe(true);
});

it('nested work is part of the outer work, and does not wait', async () => {
  const { charged, charges } = given(() => ({ isHeavy: true }));
  expect(await charged('ada', () => charged('ada', async () => 'done'))).toBe('done');
  expect(charges).toEqual(['ada']);
  // work requested on behalf of another caller is paid by the first alone
  expect(await charged('ada', () => charged('mallory', async () => 'done'))).toBe('done');
  expect(charges).toEqual(['ada', 'mallory', 'ada']);
});
