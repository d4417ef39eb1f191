import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { givenPerson } from '#domain/organisations/organisation.factory.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { addOptionalMail } from './add-optional-mail.command.ts';
import { saveSettings } from './save-settings.command.ts';

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
const mails = () => db.knex('outgoing_mail').where({ account_id: person.id });

describe('an optional mail', () => {
  it('goes once to who has said nothing about mail, or wants it, under their name', async () => {
    expect([await tell(), await tell()]).toEqual([true, false]);
    expect(await mails()).toMatchObject([{ recipient: person.email, kind: 'course-finished', data: { first_name: 'Ada', title: 'Bees' } }]);
    cause = 'another';
    await wants(true);
    expect(await tell()).toBe(true);
  });

  it('does not go to who wants no mail', async () => {
    await wants(false);
    expect(await tell()).toBe(false);
    await wants(true);
    expect(await tell()).toBe(true);
  });

  it('is not sent to an unverified address', async () => {
    await db.knex('account').where({ id: person.id }).update({ email_verified_at: null });
    expect(await tell()).toBe(false);
  });

  it('is not queued while no mail server is configured', async () => {
    setConfig({ ...config(), mail: { ...SERVER, smtpUrl: null } });
    expect(await tell()).toBe(false);
    expect(await mails()).toEqual([]);
  });
});
