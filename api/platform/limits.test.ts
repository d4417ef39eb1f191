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

  it('stored in the database are shared by all processes', async () => {
    const table = [{ ...row, limit: 'shared', by: 'ip', storage: 'store' }] as const;
    const processes = [1, 2, 3, 4].map(() => openLimits({ local: false, table }).of({ name: 'test', limit: 'shared' }));
    const outcomes = await Promise.allSettled(processes.map((limit) => limit(call(), fine)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  it('of failures hold for each of several keys, and forget attempts that went well', async () => {
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

  it('of registration count all calls and those apart', async () => {
    const register = openLimits({ local: false }).of({ name: 'register', limit: 'register' });
    const taken = () =>
      register(call({ ip: 'a person' }), async () => {
        throw new ProductError('auth.email_taken');
      }).catch((error: ProductError) => error.code);
    const answers = [];
    for (let count = 0; count < 6; count += 1) answers.push(await taken());
    expect(answers).toEqual([...Array.from({ length: 5 }, () => 'auth.email_taken'), 'limits.rate']);
  });

  it('of sign-in are never by the email alone: who knows an address could keep its owner out', () => {
    expect(LIMITS.filter(({ limit }) => limit === 'login').map(({ by }) => by)).toEqual(['email+ip', 'ip']);
  });

  it('exist for every endpoint, and leave 2,000 pages that poll every second alone on a development machine', () => {
    const limits = openLimits({ local: true });
    for (const endpoint of ENDPOINTS) expect(() => limits.of(endpoint)).not.toThrow();
    const polls = LIMITS.find((limit) => limit.limit === 'poll')!;
    expect(polls.localPoints / polls.perSeconds).toBeGreaterThan(2_000);
    expect(polls.points / polls.perSeconds).toBeGreaterThanOrEqual(10);
  });
});
