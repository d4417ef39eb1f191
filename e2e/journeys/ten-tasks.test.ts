import { SAMPLE, signIn } from '#ops/testing/client.ts';
import { clientOf, createAccount, enter, PASSWORD, SAMPLE_OPERATOR } from '../support/account.ts';
import { soldCourse } from '../support/bad-day.ts';
import { installation } from '../support/installation.ts';
import { DEVICES, pressesOf, type Device, type Presser } from '../support/presses.ts';
import { must, writeCourse } from '../support/record-workshop.ts';
import { sandbox } from '../support/sandbox.ts';
import { CARDS } from '../support/stripe.ts';
import { expect, SLOW, test, type Visit } from '../support/test.ts';

const learner = () => enter(SAMPLE);
const creator = () => enter({ email: 'creator@example.com', password: SAMPLE.password });
const operator = () => enter(SAMPLE_OPERATOR);
const operatorClient = () => signIn(installation().appUrl, SAMPLE_OPERATOR);

test.beforeEach(async () => {
  await sandbox.heal();
  await sandbox.latency(0);
});

/** Opens the lesson read last. */
async function goOn({ page, press }: Presser): Promise<void> {
  await press(page.getByRole('region', { name: /^(Today|Continue)$/ }).getByRole('link', { name: /^Continue/ }));
  await page.getByRole('button', { name: 'Read aloud' }).waitFor();
}

/**
 * Declares the maximum number of presses from the page that opens after sign-in; one more is a regression. `npm test` runs this on a phone,
 * because the daily screens are tested on a desktop.
 */
function inPresses(presses: number, task: string, countOn: (visit: Visit, on: Device) => Promise<number>): void {
  for (const device of DEVICES)
    test(`${task}: ${presses} ${presses === 1 ? 'press' : 'presses'} on a ${device}`, device === 'desktop' ? SLOW : {}, async ({ visit }) =>
      expect(await countOn(visit, device)).toBe(presses),
    );
}

test.describe('ten tasks of a new user', () => {
  inPresses(2, 'somebody new opens a ready course, and reads its first lesson', (visit, on) =>
    pressesOf(visit, { as: () => createAccount(), on }, async ({ page, press }) => {
      await press(page.getByRole('region', { name: 'Suggested subjects' }).getByRole('button').first());
      await press(page.getByRole('button', { name: 'Start reading' }));
      await page.getByRole('heading', { name: 'Key takeaways' }).waitFor();
    }),
  );

  inPresses(1, 'a learner continues where they stopped', (visit, on) => pressesOf(visit, { as: learner, on }, goOn));

  inPresses(3, 'a learner answers what is due', (visit, on) =>
    pressesOf(visit, { as: learner, on }, async ({ page, press }) => {
      await press(page.getByRole('region', { name: 'Today' }).getByRole('link', { name: 'Start', exact: true }));
      await press(page.getByRole('radio').or(page.getByRole('checkbox')).first());
      await press(page.getByRole('button', { name: 'Check answer' }));
      await page.getByRole('button', { name: 'Next question' }).waitFor();
    }),
  );

  inPresses(5, 'somebody finds a course in the marketplace and buys it', async (visit, on) => {
    const { title } = await soldCourse(`Sundials for sale, on a ${on}`);
    return pressesOf(visit, { as: () => createAccount(), on }, async ({ page, press, type }) => {
      await press(page.getByRole('link', { name: 'Browse the marketplace' }));
      await press(page.getByRole('link', { name: title }));
      await press(page.getByRole('button', { name: /^Buy for/ }));
      await type(page.getByLabel('Card number'), CARDS.good);
      await press(page.getByRole('button', { name: /^Pay/ }));
      await page.getByRole('link', { name: 'Start learning' }).waitFor();
    });
  });

  inPresses(4, 'a creator publishes a draft whose lessons are written', async (visit, on) => {
    const { user } = await createAccount('Maren', 1990);
    await must(await operatorClient(), 'POST', `/api/operator/people/${user.user_id}/acts`, { act: 'give_role', role: 'creator' });
    const client = await clientOf({ user });
    await writeCourse(client, { topic: 'Tide tables', learning_goals: 'Plan a walk', age: 41, duration: '1 week intensive' });
    const title = `Tide tables, read on a ${on}`;
    await must(client, 'POST', '/api/creator/courses', {
      title,
      description: 'Read a tide table, plan a walk over the mudflats, and be back before the water is.',
      category: 'personal',
      price: 10,
      objectives: 'Read a tide table',
    });
    const as = () => enter({ email: user.email, password: PASSWORD });
    return pressesOf(visit, { as, on }, async ({ page, press }) => {
      await press(page.getByRole('link', { name: `Publish “${title}”` }));
      await press(page.getByRole('button', { name: /^Use the lessons from/ }));
      await press(page.getByLabel('I have the rights to publish and sell all of this course.'));
      await press(page.getByRole('button', { name: 'Publish', exact: true }));
      await page.getByText('Your course is in the marketplace.').waitFor();
    });
  });

  inPresses(0, 'a creator reads their revenue', (visit, on) =>
    pressesOf(visit, { as: creator, on }, async ({ page }) => {
      await page.getByText('Total revenue').first().waitFor();
      await page
        .getByText(/^\$[\d,]+\.\d\d$/)
        .first()
        .waitFor();
    }),
  );

  inPresses(1, 'an operator finds a failed run and retries it', async (visit, on) => {
    await sandbox.fault('*', 'down');
    const client = await clientOf(await createAccount());
    const { task_id: id } = await client.start({ topic: `Sundials on a ${on}`, learning_goals: 'Set one up', age: 41 });
    expect((await client.finish(id)).status).toBe('failed');
    await sandbox.heal();
    return pressesOf(visit, { as: operator, on }, async ({ page, press }) => {
      await press(page.getByRole('button', { name: `Retry Sundials on a ${on}` }));
      await page.getByText('The run continues from where it failed.').waitFor();
    });
  });

  inPresses(3, 'an operator pauses a queue that has nothing to do', (visit, on) =>
    pressesOf(visit, { as: operator, on }, async ({ page, press }) => {
      await press(page.getByRole('button', { name: /idle queue/ }));
      const pause = page.getByRole('button', { name: 'Pause Translation, interactive' });
      await press(pause);
      await press(page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }));
      await page.getByRole('button', { name: 'Resume Translation, interactive' }).click();
      await pause.waitFor();
    }),
  );

  inPresses(4, 'an operator plans a batch for all courses, with its budget', (visit, on) =>
    pressesOf(visit, { as: operator, on }, async ({ page, press, type }) => {
      await press(page.getByRole('region', { name: 'Batches' }).getByRole('link', { name: 'Plan a batch' }));
      await type(page.getByLabel(/^Budget in US dollars/), '500');
      await press(page.getByRole('button', { name: 'Dry run' }));
      await press(page.getByRole('button', { name: 'Save the plan' }));
      await page.getByRole('heading', { level: 1, name: /^Update of/ }).waitFor();
    }),
  );

  inPresses(4, 'a learner asks the mentor about a passage of the lesson', (visit, on) =>
    pressesOf(visit, { as: learner, on }, async (person) => {
      const { page, press, select } = person;
      await goOn(person);
      const passage = (await page.locator('article p:not([data-unread] *)').first().innerText()).slice(0, 12);
      await select(passage);
      await press(page.getByRole('button', { name: 'Ask about this' }));
      await press(page.getByRole('button', { name: 'Explain this passage in simpler words' }));
      await page
        .getByRole('list', { name: 'Conversation' })
        .getByText(/^(Claude|Gemini|OpenAI|Grok) · /)
        .waitFor();
    }),
  );
});
