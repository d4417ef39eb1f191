import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { answerOf, ApiProblem, connect } from '#clients/typescript/client.ts';
import { createAccount, PASSWORD, verifyAddress } from '../support/account.ts';
import { expect, test } from '../support/test.ts';
import { installation } from '../support/installation.ts';

test('an app works with a key until its owner revokes it', async ({ visit }) => {
  const session = await createAccount();
  await verifyAddress(session.user.email);
  const { page } = await visit({ session });
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Apps and API keys' }).click();
  await page.getByRole('button', { name: 'Create a key' }).click();
  const form = page.getByRole('form', { name: 'New API key' });
  await form.getByLabel('Purpose').fill('Reports');
  await form.getByRole('checkbox', { name: /^Read courses/ }).press('Space');
  await form.getByLabel('Your password').fill(PASSWORD);
  await form.getByLabel('Your password').press('Enter');
  const key = await page.getByLabel('The new key').inputValue();
  await page.getByRole('button', { name: 'I have saved it' }).click();

  const client = connect({ url: installation().appUrl, key });
  expect((await answerOf(client.GET('/api/caller'))).user_id).toBe(session.user.user_id);
  await page.reload();
  await page.getByText(/^Expires on .* 1 call, latest/).waitFor();

  await page.getByRole('button', { name: 'Revoke Reports' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click();
  await page.getByText(/^Revoked on/).waitFor();
  const refused = await answerOf(client.GET('/api/caller')).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiProblem);
  expect(refused).toMatchObject({ status: 401, code: 'key.invalid' });
});

test('an app is notified by a webhook, and its owner sees its answer', async ({ visit }) => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  let status = 500;
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(status).end('taken');
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  try {
    const session = await createAccount();
    await verifyAddress(session.user.email);
    const { page } = await visit({ session });
    await page.goto('/settings/programs');
    await page.getByRole('button', { name: 'Create a webhook' }).press('Enter');
    const form = page.getByRole('form', { name: 'New webhook' });
    await form.getByRole('textbox', { name: 'Address' }).fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
    await form.getByRole('checkbox', { name: /^A run has ended/ }).press('Space');
    await form.getByRole('textbox', { name: 'Address' }).press('Enter');
    const secret = await page.getByLabel('The secret').inputValue();
    await page.getByRole('button', { name: 'I have saved it' }).press('Enter');

    await page.getByRole('button', { name: /^Send a test/ }).press('Enter');
    const log = page.getByRole('dialog', { name: 'Webhook deliveries' });
    await log.getByText('Stopped retrying, answered 500').waitFor();
    status = 204;
    await log.getByRole('button', { name: /^Send again/ }).press('Enter');
    await log.getByText('Delivered, answered 204').waitFor();
    const [first, second] = received;
    expect(new Webhook(secret).verify(second!.body, second!.headers as Record<string, string>)).toMatchObject({ type: 'webhook.test' });
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  } finally {
    receiver.close();
  }
});
