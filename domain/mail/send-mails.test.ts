import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { config, setConfig } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { givenPerson } from '#domain/organisations/organisation.factory.ts';
import { readUnsubscribeToken } from '#domain/platform/links/unsubscribe-token.ts';
import { poison } from '#domain/testing/poison.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import type { ReceivedMail } from '#ops/sandbox/mail/mailbox.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';
import { addMail, type NewMail } from './mail.commands.ts';
import { MOST_ATTEMPTS, sendMails } from './send-mails.command.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/mail: given up/);

const db = useTestDatabase();
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  setConfig({ ...config(), mail: { smtpUrl: `smtp://u:p@127.0.0.1:${sandbox.smtpPort}`, from: 'Us <us@example.com>' } });
});
afterAll(() => sandbox.close());

const control = async (method: string, address: string, body?: object) =>
  (await fetch(`${sandbox.url}/control/${address}`, { method, ...(body && { body: JSON.stringify(body) }) })).json() as Promise<any>;
const fault = (mode: string, times = 1) => control('PUT', 'faults', { service: 'mail', mode, times });
const arrived = async (): Promise<ReceivedMail[]> => (await control('GET', 'mails')).mails;
const rows = () => db.knex('outgoing_mail').orderBy('id');
/** Expires the pause after a failure, or the lease of a dead process. */
const timePasses = () => db.knex('outgoing_mail').where({ state: 'waiting' }).update({ due_at: db.knex.fn.now(), lease_until: null });
const refund = (cause: string, to = 'ada@example.com'): NewMail<'refund'> => ({
  kind: 'refund',
  cause,
  to,
  data: { amount_cents: 2500 },
});
const give = (...causes: string[]) =>
  transact(async (trx) => {
    const added: boolean[] = [];
    for (const cause of causes) added.push(await addMail(trx, refund(cause)));
    return added;
  });

beforeEach(async () => {
  await db.knex('outgoing_mail').delete();
  await control('DELETE', 'mails');
  await control('DELETE', 'faults');
});

describe('an email', () => {
  it('is sent once per cause, however often and by whomever that is reported', async () => {
    const reports = await Promise.all(Array.from({ length: 8 }, () => give('refund:1')));
    expect(reports.flat().filter(Boolean)).toHaveLength(1);
    expect(await sendMails()).toBe(1);
    expect(await sendMails()).toBe(0);
    expect(await give('refund:1')).toEqual([false]);
    await sendMails();
    expect(await arrived()).toMatchObject([{ to: 'ada@example.com', from: 'us@example.com', deliveries: 1 }]);
  });

  it('does not exist if its cause was rolled back', async () => {
    const undone = transact(async (trx) => {
      await addMail(trx, refund('refund:undone'));
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(await rows()).toEqual([]);
  });

  it('that is optional can be unsubscribed with one request (RFC 8058), and others cannot', async () => {
    const { id, email } = await givenPerson();
    const data = { first_name: 'Ada', title: 'Bees', lessons: 3, missing: 0, link: '/courses/1' };
    await transact((trx) => addMail(trx, { kind: 'course-finished', cause: 'finished:1', accountId: id, to: email, data }));
    await give('refund:3');
    await sendMails();
    const mails = await arrived();
    expect(mails.find(({ to }) => to !== email)!.unsubscribe).toBeNull();
    const { unsubscribe, links } = mails.find(({ to }) => to === email)!;
    expect(unsubscribe!.post).toBe('List-Unsubscribe=One-Click');
    expect(links).toContain(unsubscribe!.url);
    expect(readUnsubscribeToken(new URL(unsubscribe!.url).searchParams.get('token')!)).toEqual({
      scope: 'email',
      accountId: id,
      courseId: '',
    });
  });

  it('deletes its data when it has been sent', async () => {
    await give('refund:2');
    await sendMails();
    expect(await rows()).toMatchObject([{ state: 'sent', data: {}, attempts: 1, lease_until: null }]);
  });

  it('waits unchanged while no server is configured', async () => {
    await give('refund:3');
    const { mail } = config();
    setConfig({ ...config(), mail: { ...mail, smtpUrl: null } });
    expect(await sendMails()).toBe(0);
    setConfig({ ...config(), mail });
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  });
});

describe('several workers', () => {
  it('send each email once between them', async () => {
    await give(...Array.from({ length: 24 }, (_, index) => `refund:many:${index}`));
    const sent = await Promise.all([sendMails(), sendMails(), sendMails()]);
    expect(sent.reduce((sum, count) => sum + count)).toBe(24);
    const mails = await arrived();
    expect(mails).toHaveLength(24);
    expect(new Set(mails.map(({ deliveries }) => deliveries))).toEqual(new Set([1]));
  });

  it('take over a killed worker’s email after its lease, and not before', async () => {
    await give('refund:killed');
    await fault('hang');
    const child = spawn(process.execPath, ['--input-type=module', '-e', SENDER], {
      env: { ...process.env, DATABASE_URL: db.url, SMTP_URL: config().mail.smtpUrl!, DATA_DIR: config().dataDir, LOG_LEVEL: 'silent' },
      stdio: 'ignore',
    });
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ attempts: 1 }]), { timeout: 60_000, interval: 50 });
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await sendMails()).toBe(0);
    await timePasses();
    await control('DELETE', 'faults');
    expect(await sendMails()).toBe(1);
    expect(await arrived()).toMatchObject([{ deliveries: 1 }]);
  });

  it('a worker that resumes after its lease was taken over changes nothing', async () => {
    await give('refund:late');
    await fault('slow');
    const late = sendMails();
    // the fault was used up; otherwise the next mail would meet it
    await vi.waitFor(async () => expect((await control('GET', 'state')).faults).toEqual([]), { timeout: 60_000 });
    await timePasses();
    expect(await sendMails()).toBe(1);
    const [first] = await rows();
    await late;
    expect(await rows()).toEqual([first]);
  });
});

describe('when the server fails', () => {
  it('an email is repeated under the same Message-ID if the connection breaks before the server’s reply, and is one email to the reader', async () => {
    await give('refund:cut');
    await fault('cut');
    expect(await sendMails()).toBe(0);
    await timePasses();
    expect(await sendMails()).toBe(1);
    expect(await arrived()).toMatchObject([{ deliveries: 2 }]);
  });

  it('an email is retried with growing delays, and fails permanently after the last attempt with the reason stored', async () => {
    await give('refund:down');
    await fault('down', 100);
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
      await sendMails();
      const { rows: found } = await db.knex.raw('select extract(epoch from due_at - now()) as pause from outgoing_mail');
      pauses.push(Number(found[0].pause));
      await timePasses();
    }
    expect(pauses[0]).toBeGreaterThan(8);
    expect(pauses[0]).toBeLessThan(12);
    expect(pauses[3]).toBeGreaterThan(200);
    expect(Math.max(...pauses)).toBeLessThan(4_000);
    expect(await rows()).toMatchObject([{ state: 'dead', attempts: MOST_ATTEMPTS, last_error: expect.stringContaining('421') }]);
    expect(await sendMails()).toBe(0);
  });

  it('an unknown address is final at once, and is not quoted', async () => {
    await transact((trx) => addMail(trx, refund('refund:bounce', 'ghost@bounce.example')));
    await sendMails();
    const [row] = await rows();
    expect(row).toMatchObject({ state: 'dead', attempts: 1 });
    expect(row!.last_error).toContain('no such mailbox');
    expect(row!.last_error).not.toContain('ghost');
  });

  it('a wrong sign-in is a configuration problem and is retried', async () => {
    await give('refund:settings');
    const { mail } = config();
    setConfig({ ...config(), mail: { ...mail, smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` } });
    await sendMails();
    setConfig({ ...config(), mail });
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  });
});

describe('an email that fails because of a bug here', () => {
  it('does not delay the others, is retried and is dead after the last attempt, with the reason', async () => {
    await give('refund:before', 'refund:poisoned', 'refund:after');
    const { id } = (await rows())[1]!;
    const heal = await poison(db.knex, 'outgoing_mail', `new.id = ${id} and new.state = 'sent'`);
    expect(await sendMails()).toBe(2);
    expect(await sendMails()).toBe(0);
    expect(await rows()).toMatchObject([{ state: 'sent' }, { state: 'waiting', attempts: 1, lease_until: null }, { state: 'sent' }]);
    await db
      .knex('outgoing_mail')
      .where({ id })
      .update({ attempts: MOST_ATTEMPTS - 1 });
    await timePasses();
    await sendMails();
    await heal();
    expect((await rows())[1]).toMatchObject({ state: 'dead', last_error: expect.stringContaining('this row is poisoned') });
  });
});

const SENDER = `
  const { startEngine } = await import('#domain/kinds.ts');
  const { connectDatabase } = await import('#domain/platform/database.ts');
  const { config } = await import('#domain/platform/config.ts');
  const { sendMails } = await import('#domain/mail/send-mails.command.ts');
  startEngine();
  connectDatabase(config().databaseUrl, { poolMax: 2 });
  await sendMails();
`;
