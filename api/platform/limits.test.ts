import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { LIMITS, openLimits, type Call } from './limits.ts';

useTestDatabase();

const call = (changes: Partial<Call> = {}): Call => ({ ip: '127.0.0.1', userId: null, body: undefined, ...changes });
const fine = async () => 'fine';
const row = { limit: 'test', points: 3, perSeconds: 60, localPoints: 1_000, counts: 'calls' } as const;

describe('limits', () => {
  it.each(['memory', 'store'] as const)('stored in %s allow a number of calls per key, and say when to retry', async (storage) => {
    const limit = openLimits({ local: false, table: [{ ...row, by: 'user', storage }] }).of({ name: 'test', limit: 'test' });
    for (let count = 0; count < 3; count += 1) expect(await limit(call({ userId: 'ada' }), fine)).toBe('fine');
    const refused = await limit(call({ userId: 'ada' }), fine).catch((error: ProductError) => error as ProductError);
    expect(refused).toMatchObject({ code: 'limits.rate' });
    expect((refused as ProductError).data.retryAfterS).toBeGreaterThan(50);
    expect(await limit(call({ userId: 'ben' }), fine)).toBe('fine');
    expect(await limit(call(), fine)).toBe('fine');
  });

  it.each(['memory', 'store'] as const)('stored in %s refuse before a body is read once they have refused', async (storage) => {
    const waits: number[] = [];
    const wait = async (ms: number) => waits.push(ms);
    const limits = openLimits({ local: false, wait, table: [{ ...row, limit: `early ${storage}`, points: 1, by: 'user', storage }] });
    const endpoint = { name: 'test', limit: `early ${storage}` };
    const [limit, early] = [limits.of(endpoint), limits.beforeBody(endpoint)];
    const [ada, ben] = [call({ userId: 'ada' }), call({ userId: 'ben' })];
    await limit(ada, fine);
    await early(ada);
    await expect(limit(ada, fine)).rejects.toMatchObject({ code: 'limits.rate' });
    expect(waits).toEqual([]);
    await expect(early(ada)).rejects.toMatchObject({ code: 'limits.rate', data: { retryAfterS: expect.any(Number) } });
    await expect(limit(ada, fine)).rejects.toMatchObject({ code: 'limits.rate' });
    // a caller who continues must wait for each answer
    expect(waits).toEqual([1_000, 1_000]);
    await early(ben);
  });

  it('stored in the database are shared by all processes', async () => {
    const table = [{ ...row, limit: 'shared', by: 'ip', storage: 'store' }] as const;
    const processes = [1, 2, 3, 4].map(() => openLimits({ local: false, table }).of({ name: 'test', limit: 'shared' }));
    const outcomes = await Promise.allSettled(processes.map((limit) => limit(call(), fine)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  it('of failures apply to each of several keys, and forget successful attempts', async () => {
    const failures = { ...row, limit: 'door', counts: 'failures', storage: 'store' } as const;
    const table = [
      { ...failures, by: 'email+ip', points: 2 },
      { ...failures, by: 'email', points: 3 },
    ] as const;
    const limit = openLimits({ local: false, table }).of({ name: 'test', limit: 'door' });
    const attempt = (ip: string, works = false) =>
      limit(call({ ip, body: { email: 'a@example.com' } }), async () => {
        if (!works) throw new ProductError('auth.invalid_credentials');
        return 'in';
      }).catch((error: ProductError) => error.code);
    expect(await attempt('1', true)).toBe('in');
    expect([await attempt('1'), await attempt('1'), await attempt('1')]).toEqual([
      'auth.invalid_credentials',
      'auth.invalid_credentials',
      'limits.rate',
    ]);
    expect([await attempt('2'), await attempt('2'), await attempt('3', true)]).toEqual([
      'auth.invalid_credentials',
      'limits.rate',
      'limits.rate',
    ]);
  });

  it('of registration: after ten registered addresses a day from one network, no further address is confirmed or denied', async () => {
    const register = openLimits({
      local: false,
      table: LIMITS.filter(({ limit, counts }) => limit === 'register' && counts === 'failures'),
    }).of({
      name: 'register',
      limit: 'register',
    });
    const attempt = (ip: string, isTaken: boolean) =>
      register(call({ ip }), async () => {
        if (isTaken) throw new ProductError('auth.email_taken');
        return 'made';
      }).catch((error: ProductError) => error.code);
    expect(await attempt('a school', false)).toBe('made');
    for (let count = 0; count < 10; count += 1) expect(await attempt('a school', true)).toBe('auth.email_taken');
    expect([await attempt('a school', true), await attempt('a school', false)]).toEqual(['limits.rate', 'limits.rate']);
    expect(await attempt('elsewhere', true)).toBe('auth.email_taken');
  });

  it('of registration count all calls and those separately', async () => {
    const register = openLimits({ local: false }).of({ name: 'register', limit: 'register' });
    const taken = () =>
      register(call({ ip: 'a person' }), async () => {
        throw new ProductError('auth.email_taken');
      }).catch((error: ProductError) => error.code);
    const answers = [];
    for (let count = 0; count < 6; count += 1) answers.push(await taken());
    expect(answers).toEqual([...Array.from({ length: 5 }, () => 'auth.email_taken'), 'limits.rate']);
  });

  it('of sign-in never refuse by the email alone: who knows an address could keep its owner out', () => {
    // who has the password is no stranger, so successes may be refused
    const refusing = LIMITS.filter(({ limit, beyond, counts }) => limit === 'login' && beyond !== 'slows' && counts !== 'successes');
    expect(refusing.map(({ by }) => by)).toEqual(['email+ip', 'ip']);
  });

  it('of sign-in count right passwords too, from whatever network, before the next is checked', async () => {
    const logIn = openLimits({ local: false }).of({ name: 'login', limit: 'login' });
    let checked = 0;
    const signIn = (ip: string, email = 'often@example.com') =>
      logIn(call({ ip, body: { email } }), async () => {
        checked += 1;
        return 'in';
      }).catch((error: ProductError) => error.code);
    const answers = [];
    for (let at = 0; at < 63; at += 1) answers.push(await signIn(`2001:db8:1:${at.toString(16)}::1`));
    expect(answers).toEqual([...Array.from({ length: 60 }, () => 'in'), ...Array.from({ length: 3 }, () => 'limits.rate')]);
    expect(checked).toBe(60);
    expect(await signIn('2001:db8:1:1::1', 'other@example.com')).toBe('in');
  });

  it('of sign-in slow down attempts on an account at which many networks have failed, and refuse none of them', async () => {
    const waited: number[] = [];
    const held = Promise.withResolvers<void>();
    const wait = (ms: number) => {
      waited.push(ms);
      return held.promise;
    };
    const login = openLimits({ local: false, wait, table: LIMITS }).of({ name: 'login', limit: 'login' });
    const attempt = (ip: string, email: string, isRight = false) =>
      login(call({ ip, body: { email } }), async () => {
        if (!isRight) throw new ProductError('auth.invalid_credentials');
        return 'in';
      }).catch((error: ProductError) => error.code);
    for (let n = 0; n < 20; n += 1) expect(await attempt(`198.51.100.${n}`, 'known@example.com')).toBe('auth.invalid_credentials');
    expect(waited).toEqual([]);
    const owner = attempt('192.0.2.1', 'known@example.com', true);
    // far more than may wait at the same time: the rest are tried immediately
    const others = Array.from({ length: 300 }, (_, n) => attempt(`203.0.113.${n}`, 'known@example.com'));
    expect(await attempt('192.0.2.2', 'other@example.com', true)).toBe('in');
    await Promise.race(others);
    await expect.poll(() => waited.length).toBe(200);
    expect(Math.max(...waited)).toBeLessThanOrEqual(2_000);
    held.resolve();
    expect(await owner).toBe('in');
    expect(new Set(await Promise.all(others))).toEqual(new Set(['auth.invalid_credentials']));
  });

  it('by address count the /64 of IPv6 as one, the /48 with more, and IPv4 within IPv6 as IPv4', async () => {
    const table = [{ ...row, limit: 'network', by: 'ip', storage: 'memory' }] as const;
    const limit = openLimits({ local: false, wait: async () => {}, table }).of({ name: 'test', limit: 'network' });
    const ask = (ip: string) => limit(call({ ip }), fine).catch((error: ProductError) => error.code);
    for (let n = 1; n <= 3; n += 1) expect(await ask(`2001:db8:1:1::${n}`)).toBe('fine');
    expect(await ask('2001:db8:1:1:ffff::1')).toBe('limits.rate');
    const answers = [];
    for (let n = 2; n < 40; n += 1) answers.push(await ask(`2001:db8:1:${n}::1`));
    // one of the site's 24 was refused above before the site was checked
    expect(answers.filter((answer) => answer === 'fine')).toHaveLength(3 * 8 - 3);
    expect(await ask('2001:db8:2:1::1')).toBe('fine');
    for (const ip of ['192.0.2.9', '::ffff:192.0.2.9', '::ffff:c000:209']) expect(await ask(ip)).toBe('fine');
    expect([await ask('192.0.2.9'), await ask('::ffff:192.0.2.9'), await ask('192.0.2.10')]).toEqual([
      'limits.rate',
      'limits.rate',
      'fine',
    ]);
  });

  it('exist for every endpoint, and leave 2,000 pages that poll every second alone on a development machine', () => {
    const limits = openLimits({ local: true });
    for (const endpoint of ENDPOINTS) expect(() => limits.of(endpoint)).not.toThrow();
    const polls = LIMITS.find((limit) => limit.limit === 'poll')!;
    expect(polls.localPoints / polls.perSeconds).toBeGreaterThan(2_000);
    expect(polls.points / polls.perSeconds).toBeGreaterThanOrEqual(10);
  });
});
