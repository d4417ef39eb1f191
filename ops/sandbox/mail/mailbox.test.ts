import { createTransport } from 'nodemailer';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../server.ts';
import type { ReceivedMail } from './mailbox.ts';

let dir: string;
let sandbox: Sandbox;
const start = () => startSandbox({ port: 0, smtpPort: 0, mailFile: path.join(dir, 'mails.jsonl') });
beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'coursewright-mailbox-'));
  sandbox = await start();
});
afterEach(async () => {
  await sandbox.close();
  rmSync(dir, { recursive: true, force: true });
});

const LINK = 'https://learn.example.com/reset-password?token=abc_-1&x=2';

async function post(mail: { to?: string; subject?: string; text?: string; html?: string; messageId?: string; auth?: boolean } = {}) {
  const { auth = true, ...rest } = mail;
  const transport = createTransport({
    host: '127.0.0.1',
    port: sandbox.smtpPort,
    ...(auth && { auth: { user: 'u', pass: 'p' } }),
    socketTimeout: 5_000,
  });
  try {
    await transport.sendMail({ from: 'us@example.com', to: 'ada@example.com', subject: 'Hello', text: `Press\n${LINK}\n`, ...rest });
    return 'taken';
  } catch (error) {
    return (error as { responseCode?: number; code?: string }).responseCode ?? (error as { code?: string }).code;
  } finally {
    transport.close();
  }
}
const get = (address: string, init: RequestInit = {}) => fetch(sandbox.url + address, init);
const mails = async (query = ''): Promise<ReceivedMail[]> =>
  ((await (await get(`/control/mails${query}`)).json()) as { mails: ReceivedMail[] }).mails;
const fault = (mode: string) =>
  get('/control/faults', {
    method: 'PUT',
    body: JSON.stringify({ service: 'mail', mode, times: 1 }),
    headers: { 'content-type': 'application/json' },
  });

describe('the mailbox', () => {
  it('stores what is sent, with its links, by address', async () => {
    expect(await post({ html: '<p>Press</p>', messageId: '<one@example.com>' })).toBe('taken');
    await post({ to: 'ben@example.com', subject: 'Grüße 🐝' });
    expect(await mails()).toHaveLength(2);
    expect(await mails('?to=ADA@example.com')).toMatchObject([
      { to: 'ada@example.com', from: 'us@example.com', subject: 'Hello', links: [LINK], message_id: '<one@example.com>', deliveries: 1 },
    ]);
    expect((await mails('?to=ben@example.com'))[0]!.subject).toBe('Grüße 🐝');
    expect((await mails())[0]!.html).toContain('<p>Press</p>');
  });

  it('recognises a repeated mail by its Message-ID', async () => {
    await post({ messageId: '<same@example.com>' });
    await post({ messageId: '<same@example.com>' });
    expect(await mails()).toMatchObject([{ deliveries: 2 }]);
  });

  it('survives a restart, and can be cleared', async () => {
    await post();
    await sandbox.close();
    sandbox = await start();
    expect(await mails()).toHaveLength(1);
    await post({ subject: 'Second' });
    expect((await mails()).map(({ id }) => id)).toEqual(['1', '2']);
    await get('/control/mails', { method: 'DELETE' });
    expect(await mails()).toEqual([]);
  });

  it('is a page with a list, and a page for each mail with its working links', async () => {
    await post({ subject: '<b>Bold</b>', text: `<script>alert(1)</script> ${LINK}` });
    const list = await (await get('/mailbox?to=ada@example.com')).text();
    expect(list).toContain('<a href="/mailbox/1">&lt;b&gt;Bold&lt;/b&gt;</a>');
    expect(list).toContain('value="ada@example.com"');
    const answer = await get('/mailbox/1');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    const mail = await answer.text();
    expect(mail).toContain(`<a href="${LINK.replace('&', '&amp;')}">`);
    expect(mail).not.toContain('<script>');
    expect((await get('/mailbox/99')).status).toBe(404);
    expect(await (await get('/mailbox?to=nobody@example.com')).text()).toContain('No mail to nobody@example.com yet.');
  });

  it('shows the HTML of a mail where it can run and fetch nothing', async () => {
    await post({ html: '<p>Rich</p>' });
    const answer = await get('/mailbox/1/html');
    expect(await answer.text()).toContain('<p>Rich</p>');
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
  });

  it('answers no page that calls it by another name', async () => {
    const { request } = await import('node:http');
    const status = await new Promise((resolve) => {
      request(`${sandbox.url}/control/mails`, { headers: { host: 'evil.example' } }, (res) => resolve(res.resume().statusCode)).end();
    });
    expect(status).toBe(403);
  });
});

describe('the mail server', () => {
  it('requires a sign-in, and rejects addresses at bounce.example', async () => {
    expect(await post({ auth: false })).toBe(530);
    expect(await post({ to: 'a@bounce.example' })).toBe(550);
    expect(await mails()).toEqual([]);
  });

  it.each([
    ['down', 421, 0],
    ['500', 451, 0],
    ['cut', 'ECONNECTION', 1],
  ])('fails as configured: %s', async (mode, seen, arrived) => {
    await fault(mode);
    expect(await post()).toBe(seen);
    expect(await mails()).toHaveLength(arrived);
    expect(await post()).toBe('taken');
  });
});
