import { signIn } from '#ops/testing/client.ts';
import { createAccount, PASSWORD } from '../support/account.ts';
import { sandbox } from '../support/sandbox.ts';
import { PHONE, expect, test } from '../support/test.ts';
import { installation } from '../support/installation.ts';

test('an outline that was changed on another device is not written over from a phone: the notice comes into view and takes the focus', async ({
  visit,
}) => {
  await sandbox.latency(0);
  const session = await createAccount();
  const client = await signIn(installation().appUrl, { email: session.user.email, password: PASSWORD });
  const form = { age: 30, topic: 'Tides', learning_goals: 'Read a tide table', duration: '1 week intensive', review_outline: true };
  const { task_id } = await client.start(form);
  const address = `/create/runs/${task_id}`;
  const { page: phone } = await visit({ session, viewport: PHONE, isTouched: true, tolerate: /409/ }); // the browser's log line for a rejected save
  await phone.goto(address);
  const accept = phone.getByRole('button', { name: 'Write this course' });
  await accept.waitFor();

  const { page: elsewhere } = await visit({ session });
  await elsewhere.goto(address);
  await elsewhere.getByLabel('Course title').fill('Tides of the north');
  await elsewhere.getByText('Your changes are saved.').waitFor();

  await phone.getByLabel('Course title').fill('Tides of the south');
  const unsaved = phone.getByText('Not saved: the outline was changed elsewhere');
  await unsaved.waitFor();
  // urgent messages stay visible, above the bar at the bottom, at any scroll position
  await phone.evaluate(() => window.scrollTo({ top: 400, behavior: 'instant' }));
  const bar = (await phone.getByRole('navigation', { name: 'Main' }).boundingBox())!;
  const foot = (await unsaved.boundingBox())!;
  expect(foot.y).toBeGreaterThan(0);
  expect(foot.y + foot.height).toBeLessThanOrEqual(bar.y);

  await accept.tap();
  const notice = phone.getByRole('heading', { name: 'The outline was changed elsewhere' });
  await expect.poll(() => notice.evaluate((heading) => heading === document.activeElement)).toBe(true);
  const seen = (await notice.boundingBox())!;
  expect(seen.y).toBeGreaterThanOrEqual(0);
  expect(seen.y + seen.height).toBeLessThan(bar.y);
  const { body: run } = await client.request('GET', `/api/generate-course/status/${task_id}`);
  expect(run).toMatchObject({ status: 'running', stage: 'approval' });

  await phone.getByRole('button', { name: 'Take the other' }).tap();
  await expect.poll(() => phone.getByLabel('Course title').inputValue()).toBe('Tides of the north');
  await client.request('DELETE', `/api/generate-course/${task_id}`);
});
