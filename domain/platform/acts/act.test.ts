import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { insertAccount } from '#domain/testing/account.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { transact } from '#domain/platform/database.ts';
import { acting, actTime, actTimeWithin } from './act.ts';

const NOW = new Date('2026-12-01T12:00:00Z');
const on = (time: string) => new Date(`2026-${time}Z`);

describe('the time at which an act counts', () => {
  it.each([
    ['is that of the device', '11-30T23:55:00', null, '11-30T23:55:00'],
    ['is never in the future', '12-02T08:00:00', null, '12-01T12:00:00'],
    ['is never before the device was last answered', '11-28T08:00:00', '11-29T10:00:00', '11-29T10:00:00'],
    ['is never more than thirty days ago', '10-01T08:00:00', null, '11-01T12:00:00'],
    ['is now for a device that says it was answered later', '11-30T08:00:00', '12-05T10:00:00', '12-01T12:00:00'],
  ])('%s', (_, at, after, counted) =>
    expect(actTimeWithin({ at: on(at), after: after === null ? null : on(after) }, NOW)).toEqual(on(counted)),
  );
});

describe('an act', () => {
  const database = useTestDatabase();
  const given = async () => ({ accountId: await insertAccount(database.knex), id: randomUUID(), at: on('11-30T23:55:00'), timeZone: null });
  const refused = { code: 'act.applied' };

  it('is applied once, however often it arrives, and at once', async () => {
    const act = await given();
    let applied = 0;
    const send = () => acting(act, () => transact(async () => (applied += 1)));
    const outcomes = await Promise.allSettled([send(), send(), send()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(send()).rejects.toMatchObject(refused);
    expect(applied).toBe(1);
  });

  it('can be sent again when its transaction was rolled back', async () => {
    const act = await given();
    const fail = () => Promise.reject(new Error('away'));
    await expect(acting(act, () => transact(fail))).rejects.toThrow('away');
    expect(await acting(act, () => transact(async () => 'applied'))).toBe('applied');
  });

  it('of another account may have the same id', async () => {
    const [act, other] = [await given(), await given()];
    expect(await acting(act, () => transact(async () => 1))).toBe(1);
    expect(await acting({ ...other, id: act.id }, () => transact(async () => 2))).toBe(2);
  });

  it('without an id is applied whenever it arrives', async () => {
    const act = { ...(await given()), id: null };
    for (const n of [1, 2]) expect(await acting(act, () => transact(async () => n))).toBe(n);
  });

  it('has its own time for what it does', async () => {
    const act = await given();
    expect(await acting(act, async () => actTime())).toEqual(act.at);
    expect(Date.now() - actTime().getTime()).toBeLessThan(1_000);
  });
});
