import { beforeEach, describe, expect, it } from 'vitest';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { transact } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { addNotification, readNotifications } from './notification.commands.ts';
import { listNotifications } from './notification.queries.ts';

const database = useTestDatabase();
let accountId: string;
beforeEach(async () => {
  accountId = await givenOwner();
});

const add = (cause: string, to = accountId) =>
  transact((trx) => addNotification(trx, { accountId: to, kind: 'run.completed', cause, subject: cause }));

describe('A19 notifications', () => {
  it('report the same thing once, however often and concurrently it is added', async () => {
    await Promise.all(Array.from({ length: 20 }, () => add('run.completed:1')));
    await add('run.completed:2');
    expect((await listNotifications(accountId)).notifications.map((one) => one.subject)).toEqual(['run.completed:2', 'run.completed:1']);
  });

  it('are rolled back with the event they report', async () => {
    const failing = transact(async (trx) => {
      await addNotification(trx, { accountId, kind: 'run.failed', cause: 'x', subject: 'x' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await listNotifications(accountId)).toEqual({ notifications: [], unread: 0 });
  });

  it('list the newest 50 and count all unread ones', async () => {
    for (let i = 0; i < 53; i += 1) await add(`cause ${i}`);
    const { notifications, unread } = await listNotifications(accountId);
    expect([notifications.length, notifications[0]!.subject, unread]).toEqual([50, 'cause 52', 53]);
  });

  it('are marked read up to one, or all; newer ones stay unread, and other users’ are untouched', async () => {
    const other = await givenOwner();
    await add('theirs', other);
    for (const cause of ['a', 'b', 'c']) await add(cause);
    const [, b] = (await listNotifications(accountId)).notifications;
    expect(await readNotifications({ accountId, upTo: b!.id })).toEqual({ unread: 1 });
    expect((await listNotifications(accountId)).notifications.map((one) => [one.subject, one.read])).toEqual([
      ['c', false],
      ['b', true],
      ['a', true],
    ]);
    expect(await readNotifications({ accountId })).toEqual({ unread: 0 });
    expect((await listNotifications(other)).unread).toBe(1);
    await expect(readNotifications({ accountId, upTo: 'x' })).rejects.toMatchObject({ code: 'validation.failed' });
  });
});

it('a notification is deleted with its account', async () => {
  await add('a');
  await database.knex('account').where({ id: accountId }).del();
  expect(await database.knex('notification').where({ account_id: accountId })).toEqual([]);
});
