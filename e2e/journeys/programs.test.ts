import { answerOf, ApiProblem, connect } from '#clients/typescript/client.ts';
import { createAccount, PASSWORD, verifyAddress } from '../support/account.ts';
import { expect, test } from '../support/test.ts';
import { installation } from '../support/installation.ts';

test('a program works with a key until its owner ends it', async ({ visit }) => {
  const session = await createAccount();
  await verifyAddress(session.user.email);
  const { page } = await visit({ session });
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Programs' }).click();
  await page.getByRole('button', { name: 'Make a key' }).click();
  const form = page.getByRole('form', { name: 'New API key' });
  await form.getByLabel('What it is for').fill('Reports');
  await form.getByRole('checkbox', { name: /^Read courses/ }).press('Space');
  await form.getByLabel('Your password').fill(PASSWORD);
  await form.getByLabel('Your password').press('Enter');
  const key = await page.getByLabel('The new key').inputValue();
  await page.getByRole('button', { name: 'I have kept it' }).click();

  const client = connect({ url: installation().appUrl, key });
  expect((await answerOf(client.GET('/api/caller'))).user_id).toBe(session.user.user_id);
  await page.reload();
  await page.getByText(/^Ends on .* 1 call, the last/).waitFor();

  await page.getByRole('button', { name: 'End Reports' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End the key' }).click();
  await page.getByText(/^Ended on/).waitFor();
  const refused = await answerOf(client.GET('/api/caller')).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiProblem);
  expect(refused).toMatchObject({ status: 401, code: 'key.invalid' });
});
