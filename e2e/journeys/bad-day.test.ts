import type { Page } from '@playwright/test';
import { EVERY_QUEUE } from '#contract/operator/control.contract.ts';
import { enter, PASSWORD, SAMPLE_OPERATOR } from '../support/account.ts';
import {
  answerTo,
  COURSES,
  disputedPayment,
  halfComparison,
  keyOf,
  lostToAnOutage,
  operatorClient,
  pausedForQuality,
  reportedCourse,
  seeBatch,
  seeComparison,
  seePayment,
  seeRun,
  somebody,
  wronglyPaid,
} from '../support/bad-day.ts';
import { pressesOf, type Presser } from '../support/presses.ts';
import { mailTo, sandbox } from '../support/sandbox.ts';
import { rowsOfStore } from '../support/store.ts';
import { stripe } from '../support/stripe.ts';
import { expect, SLOW, test } from '../support/test.ts';
import { must } from '../support/record-workshop.ts';

/** Maximum presses for a task from the console's overview. */
const MOST_PRESSES = 5;

test.beforeEach(async () => {
  await sandbox.heal();
  await sandbox.latency(0);
});
test.afterEach(async () => {
  await stripe.delivery();
  await must(await operatorClient(), 'POST', '/api/operator/pauses', { scope: 'queue', name: EVERY_QUEUE, paused: false });
});

const needs = (page: Page) => page.getByRole('region', { name: 'Needs you' });
const dialog = (page: Page) => page.getByRole('dialog');
/** Returns the row of a list or table about a person or a thing. */
const rowOf = (page: Page, words: string | RegExp) => page.getByRole('row').filter({ hasText: words });
const alertOf = (page: Page, words: string) =>
  needs(page).getByRole('status').filter({ hasText: words }).first().getByRole('link', { name: 'Payment alarms' });

/** Finds a person or a thing with the console's search. */
async function find({ page, press, type }: Presser, words: string, option: string): Promise<void> {
  await press(page.getByRole('button', { name: /^Find a run/ }));
  await type(page.getByRole('combobox', { name: 'Search and commands' }), words);
  await press(page.getByRole('option', { name: option }));
}

/**
 * Declares a task: first something goes wrong, then the operator solves it from the overview.
 * @param trouble makes it go wrong.
 * @returns the operator's actions, and the expected outcome, which is checked afterwards
 * @param details `SLOW` if it takes many courses
 */
function task(
  name: string,
  presses: number,
  trouble: () => Promise<{ readonly act: (operator: Presser) => Promise<void>; readonly end: () => Promise<void> }>,
  details: { readonly tag?: string } = {},
): void {
  test(`${name}: ${presses} presses`, details, async ({ visit }) => {
    const { act, end } = await trouble();
    const as = () => enter(SAMPLE_OPERATOR);
    expect(await pressesOf(visit, { as, on: 'desktop', from: '/operator' }, act)).toBe(presses);
    expect(presses).toBeLessThanOrEqual(MOST_PRESSES);
    await end();
  });
}

test.describe('ten tasks of a bad day, from the overview of the console', () => {
  task('after an outage, the courses that failed by it are written', 4, async () => {
    const { client, taskId } = await lostToAnOutage('Sundials in an outage');
    return {
      act: async ({ page, press }) => {
        await press(page.getByRole('region', { name: 'Newest failures' }).getByRole('link', { name: 'Dead letters' }));
        await press(page.getByRole('region', { name: 'Why' }).getByRole('link', { name: 'None of the AI services could do it' }));
        await press(page.getByRole('button', { name: /^Retry all/ }));
        await press(dialog(page).getByRole('button', { name: /^Retry all/ }));
      },
      end: () => seeRun(client, taskId, 'completed'),
    };
  });

  task(
    'a batch that has paused because of its quality goes on',
    3,
    async () => {
      const name = 'Refresh after a bad hour';
      const { operator, batchId } = await pausedForQuality(name);
      return {
        act: async ({ page, press }) => {
          await press(needs(page).getByRole('link', { name }));
          await press(page.getByRole('button', { name: 'Resume', exact: true }));
          await dialog(page)
            .getByText(/\d courses? ha(s|ve) not begun\./)
            .waitFor();
          await press(dialog(page).getByRole('button', { name: 'Resume', exact: true }));
        },
        end: async () => expect((await seeBatch(operator, batchId, 'deciding')).items).toMatchObject({ pending: 0, ready: COURSES }),
      };
    },
    SLOW,
  );

  task('a dispute is answered with evidence', 3, async () => {
    const { email, page: payment } = await disputedPayment();
    const stored = async () =>
      rowsOfStore(
        `select payment.disputed, ordered.status from billing_order ordered join billing_payment payment on payment.order_id = ordered.id
          where ordered.stripe_session_id = $1`,
        [payment],
      );
    await expect.poll(stored).toEqual([{ disputed: true, status: 'disputed' }]);
    return {
      act: async ({ page, press }) => {
        await press(alertOf(page, 'A bank is disputing a payment'));
        const opened = page.waitForEvent('popup');
        await press(rowOf(page, email).getByRole('link', { name: 'Submit evidence at Stripe' }));
        await press((await opened).getByRole('button', { name: 'Submit evidence' }));
      },
      end: async () => {
        await expect.poll(stored).toEqual([{ disputed: false, status: 'fulfilled' }]);
        await mailTo(email, 'The dispute about your payment of $9.99 has ended');
      },
    };
  });

  task('an order that was paid with another amount is given back', 3, async () => {
    const { client, email, page: payment } = await wronglyPaid();
    return {
      act: async ({ page, press }) => {
        await press(alertOf(page, 'An order was paid with a different amount'));
        await press(rowOf(page, email).getByRole('button', { name: /^Refund/ }));
        await press(dialog(page).getByRole('button', { name: 'Refund', exact: true }));
        await expect(rowOf(page, email)).toHaveCount(0);
      },
      end: async () => {
        await seePayment(client, payment, 'refunded');
        const rows = await rowsOfStore(`select amount_cents::int, status from refund where account_id = $1`, [client.userId]);
        expect(rows).toEqual([{ amount_cents: 100, status: 'succeeded' }]);
      },
    };
  });

  task('a leaked key is ended by pasting it', 5, async () => {
    const { secret, email } = await keyOf('Kira');
    expect(await answerTo(secret)).toBe(200);
    return {
      act: async (operator) => {
        await find(operator, `KEY=${secret}`, `Reports · …${secret.slice(-4)}`);
        const { page, press } = operator;
        await press(page.getByRole('button', { name: /^Revoke this key/ }));
        await press(dialog(page).getByRole('button', { name: 'Revoke this key' }));
        await rowOf(page, /ended/).waitFor();
      },
      end: async () => {
        expect(await answerTo(secret)).toBe(401);
        await mailTo(email, 'The way you sign in');
      },
    };
  });

  task('a course that is complained about is taken out of the marketplace', 4, async () => {
    const title = 'Flight, copied from a book';
    const { reader, courseId, email } = await reportedCourse(title);
    return {
      act: async ({ page, press, type }) => {
        await press(needs(page).getByRole('link', { name: title }));
        await press(page.getByRole('listitem').filter({ hasText: title }).getByRole('button', { name: 'Take down…' }));
        await type(dialog(page).getByLabel('Reason, as the creator will read it'), 'Somebody else has written it.');
        await press(dialog(page).getByRole('button', { name: 'Take down', exact: true }));
        await page.getByText('Taken down: Somebody else has written it.').waitFor();
      },
      end: async () => {
        expect((await reader.request('GET', `/api/market/courses/${courseId}`)).status).toBe(404);
        await mailTo(email, 'Your course was removed from the');
      },
    };
  });

  task('a queue in which learners wait runs again', 1, async () => {
    const operator = await operatorClient();
    await must(operator, 'POST', '/api/operator/pauses', { scope: 'queue', name: 'generate-interactive', paused: true });
    const { client } = await somebody('Quinn');
    const { task_id: taskId } = await client.start({ topic: 'Knots that wait', learning_goals: 'Tie them', age: 41 });
    return {
      act: async ({ page, press }) => {
        await press(page.getByRole('region', { name: 'Queues' }).getByRole('button', { name: 'Resume Course texts, interactive' }));
        await page
          .getByRole('banner')
          .getByText(/^Everything is running/)
          .waitFor();
      },
      end: async () => expect((await client.finish(taskId, { everyMs: 100 })).status).toBe('completed'),
    };
  });

  task(
    'a comparison that has lost the lessons of one side gets these alone',
    3,
    async () => {
      const name = 'Half a comparison';
      const { operator, id } = await halfComparison(name);
      return {
        act: async ({ page, press }) => {
          await press(needs(page).getByRole('link', { name }));
          await press(page.getByRole('button', { name: 'Write the missing parts' }));
          await dialog(page).getByText('5 lessons are missing').waitFor();
          await press(dialog(page).getByRole('button', { name: 'Write the missing parts' }));
        },
        end: () =>
          seeComparison(
            operator,
            id,
            ({ evaluation, missing, standings }) =>
              evaluation.status === 'completed' && missing === null && standings.every(({ written }) => written === 5),
          ),
      };
    },
    SLOW,
  );

  task('somebody who has left is out at once, with all their keys', 5, async () => {
    const { secret, email, session } = await keyOf('Lea');
    const token = session.access_token;
    expect(await answerTo(token, '/api/auth/me')).toBe(200);
    return {
      act: async (operator) => {
        await find(operator, email, 'Account of Lea Moreno');
        const { page, press } = operator;
        await press(rowOf(page, email).getByRole('button', { name: /^Suspend/ }));
        await press(dialog(page).getByRole('button', { name: 'Suspend' }));
        await rowOf(page, email).getByText('suspended since').waitFor();
      },
      end: async () => {
        expect([await answerTo(token, '/api/auth/me'), await answerTo(secret)]).toEqual([401, 401]);
        await expect(enter({ email, password: PASSWORD })).rejects.toThrow('auth/login');
      },
    };
  });

  task('a broken release is held before it does more harm, and goes on after the next', 4, async () => {
    // as a worker writes it when it starts with another release
    await rowsOfStore(`insert into deploy (name) values ('9.9-broken')`);
    const { client } = await somebody('Dina');
    let taskId = '';
    return {
      act: async ({ page, press }) => {
        await page.getByText('9.9-broken').first().waitFor();
        await press(page.getByRole('button', { name: 'Pause all' }));
        await press(dialog(page).getByRole('button', { name: 'Pause all' }));
        const resume = page.getByRole('button', { name: 'Resume all' });
        await resume.waitFor();
        ({ task_id: taskId } = await client.start({ topic: 'Knots that are held', learning_goals: 'Tie them', age: 41 }));
        const begun = () =>
          rowsOfStore(`select count(*)::int as steps, count(started_at)::int as begun from step where run_id = $1`, [taskId]);
        await expect.poll(begun).toMatchObject([{ steps: expect.any(Number), begun: 0 }]);
        await rowsOfStore(`insert into deploy (name) values ('9.10')`);
        await press(resume);
        await press(dialog(page).getByRole('button', { name: 'Resume all' }));
        await page.getByRole('button', { name: 'Pause all' }).waitFor();
      },
      end: async () => expect((await client.finish(taskId, { everyMs: 100 })).status).toBe('completed'),
    };
  });
});
