import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { givenPerson } from '#domain/organisations/organisation.factory.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { addOptionalMail, addOptionalMails } from './add-optional-mail.command.ts';
import { saveSettings } from '#domain/settings/save-settings.command.ts';

const SERVER = { smtpUrl: 'smtp://u:p@127.0.0.1:1', from: 'Us <us@example.com>' };
const db = useTestDatabase();
let person: { id: string; email: string };
let cause: string;
beforeEach(async () => {
  setConfig({ ...config(), mail: SERVER });
  person = await givenPerson();
  cause = randomBytes(8).toString('hex');
});

const tell = () =>
  transact((trx) =>
    addOptionalMail(trx, {
      kind: 'course-finished',
      cause,
      accountId: person.id,
      data: (first_name) => ({ first_name, title: 'Bees', lessons: 3, missing: 0, link: '/courses/1' }),
    }),
  );
const wants = (email: boolean) => saveSettings({ accountId: person.id, changes: { notifications: { email } } });
const count = async () => (await mails()).length;
const mails = () => db.knex('outgoing_mail').where({ account_id: person.id });

describe('an optional email', () => {
  it('is sent once to a user without a preference, or who wants it, under their name', async () => {
    await tell();
    await tell();
    expect(await mails()).toMatchObject([{ recipient: person.email, kind: 'course-finished', data: { first_name: 'Ada', title: 'Bees' } }]);
    cause = 'another';
    await wants(true);
    await tell();
    expect(await count()).toBe(2);
  });

  it('is not sent to a user who wants no email', async () => {
    await wants(false);
    await tell();
    expect(await count()).toBe(0);
    await wants(true);
    await tell();
    expect(await count()).toBe(1);
  });

  it('is not sent to an unverified address', async () => {
    await db.knex('account').where({ id: person.id }).update({ email_verified_at: null });
    await tell();
    expect(await mails()).toEqual([]);
  });

  it('is not queued while no mail server is configured', async () => {
    setConfig({ ...config(), mail: { ...SERVER, smtpUrl: null } });
    await tell();
    expect(await mails()).toEqual([]);
  });

  it('to many users takes as many statements as to one, and each waits for the end of the user’s own quiet hours', async () => {
    const many = [person, await givenPerson(), await givenPerson()];
    const quiet_hours = { from: '00:00', until: '23:59' };
    await saveSettings({ accountId: many[2]!.id, changes: { quiet_hours } });
    let statements = 0;
    const counted = () => void (statements += 1);
    db.knex.on('query', counted);
    const queue = (people: readonly { id: string }[]) =>
      transact((trx) =>
        addOptionalMails(
          trx,
          people.map(({ id: accountId }) => ({
            kind: 'course-finished' as const,
            cause: `${cause}:${people.length}:${accountId}`,
            accountId,
            data: (first_name: string) => ({ first_name, title: 'Bees', lessons: 3, missing: 0, link: '/courses/1' }),
          })),
        ),
      );
    await queue(many.slice(0, 1));
    const ofOne = statements;
    statements = 0;
    await queue(many.slice(0, 2));
    expect(statements).toBe(ofOne);
    await queue(many);
    db.knex.off('query', counted);
    const due = await db.knex('outgoing_mail').whereIn('account_id', [many[0]!.id, many[2]!.id]).where('cause', 'like', `${cause}:3:%`);
    const dueOf = ({ id }: { id: string }) => due.find(({ account_id }) => account_id === id)!.due_at.getTime();
    expect(dueOf(many[2]!)).toBeGreaterThan(dueOf(many[0]!));
  });
});
