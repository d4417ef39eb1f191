import { mkdirSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { freshEmail, PASSWORD } from '../support/account.ts';
import { emailField, passwordField } from '../support/forms.ts';
import { resize } from '../support/page-checks.ts';
import { sandbox } from '../support/sandbox.ts';
import { selectPassage } from '../support/scenes/scenes-reading.ts';
import { test } from '../support/test.ts';

const OUT = process.env['OUT'] ?? '/tmp/w/shots-first';
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

for (const device of ['desktop', 'phone'] as const)
  test(`first ten minutes on a ${device}`, async ({ visit }) => {
    mkdirSync(OUT, { recursive: true });
    await sandbox.heal();
    await sandbox.latency(1200);
    const { page } = await visit({ tolerate: /./, viewport: SIZES[device], isTouched: device === 'phone' });
    let presses = 0;
    let since = performance.now();
    let n = 0;
    const press = async (control: Locator) => {
      presses += 1;
      await control.click();
    };
    const type = async (field: Locator, words: string) => {
      presses += 1;
      await field.fill(words);
    };
    const step = async (name: string, full = true) => {
      const s = (performance.now() - since) / 1000;
      n += 1;
      console.log(`${device} ${String(n).padStart(2)} ${name}: ${presses} presses, ${s.toFixed(1)} s`);
      await page.waitForTimeout(500);
      await page.screenshot({ path: `${OUT}/${device}-${String(n).padStart(2, '0')}-${name.replaceAll(/\W+/g, '-')}.png` });
      if (full)
        await page.screenshot({
          path: `${OUT}/${device}-${String(n).padStart(2, '0')}-${name.replaceAll(/\W+/g, '-')}-full.png`,
          fullPage: true,
        });
      presses = 0;
      since = performance.now();
    };
    const attempt = async (name: string, act: () => Promise<void>) => {
      try {
        await act();
        await step(name);
      } catch (error) {
        console.log(`${device} FAILED ${name}: ${String(error).split('\n').slice(0, 3).join(' | ')}`);
        await step(`FAILED-${name}`);
      }
    };
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await step('landing');
    await press(page.getByRole('link', { name: 'Get Started', exact: true }));
    await page.getByLabel('First name').waitFor();
    await step('sign-up form');
    await type(page.getByLabel('First name'), 'Noor');
    await type(page.getByLabel('Last name'), 'Haddad');
    await type(emailField(page), freshEmail());
    await type(passwordField(page), PASSWORD);
    await press(page.getByLabel(/^I accept the terms/));
    await press(page.getByRole('button', { name: 'Create account' }));
    await page.waitForURL('**/plans');
    await step('plans');
    await press(page.getByRole('link', { name: /^Start with Free Plan/ }).first());
    await page.waitForURL('**/courses');
    await page.getByLabel('What do you want to learn?').waitFor();
    await step('first course form');
    await type(page.getByLabel('What do you want to learn?'), 'Restoring wooden boats');
    await page.getByText(/is not in the demo library/).waitFor();
    await step('own topic typed');
    await type(page.getByLabel('How old are you?'), '34');
    await press(page.getByRole('button', { name: 'Write my course' }));
    await page.waitForURL('**/create/runs/*');
    await step('run page at once');
    await page.getByText(/\d+ of \d+ lessons ready/).waitFor();
    await step('run page with outline');
    await attempt('first lesson can be read', async () => {
      await page
        .getByRole('link', { name: /^(Read now|Start reading|Being written)/ })
        .first()
        .waitFor();
    });
    await attempt('lesson while it is written', async () => {
      await press(page.getByRole('link', { name: /^(Start reading|Read now)/ }).first());
      await page.getByRole('article').waitFor();
    });
    await attempt('back at run', async () => {
      await press(page.getByRole('link', { name: 'Back to the course being written' }));
      await page.getByRole('main').getByRole('link', { name: 'Start lesson 1' }).waitFor({ timeout: 240_000 });
    });
    await attempt('first lesson', async () => {
      await press(page.getByRole('main').getByRole('link', { name: 'Start lesson 1' }));
      await page.getByRole('button', { name: 'Read aloud' }).waitFor();
    });
    await attempt('mentor asked of a passage', async () => {
      const passage = (await page.locator('article p').first().innerText()).slice(0, 20);
      presses += 1;
      await selectPassage(page, passage);
      await press(page.getByRole('button', { name: 'Ask about this' }));
      await page.getByText('What shall we look at?').waitFor();
    });
    await attempt('mentor answered', async () => {
      await press(page.getByRole('button', { name: 'Explain this passage in simpler words' }));
      await page
        .getByRole('list', { name: 'Conversation' })
        .getByText(/^(Claude|Gemini|OpenAI|Grok) · /)
        .waitFor();
      await page.waitForTimeout(3000);
    });
    await attempt('mentor closed, end of the lesson', async () => {
      await press(page.getByRole('button', { name: /^Close/ }).first());
      await page.getByRole('button', { name: 'Complete Lesson' }).scrollIntoViewIfNeeded();
    });
    await attempt('complete pressed', async () => {
      await press(page.getByRole('button', { name: 'Complete Lesson' }));
      await page.waitForTimeout(700);
    });
    await attempt('questions answered', async () => {
      const answer = page.getByRole('button', { name: 'Answer them' });
      if (await answer.isVisible()) await press(answer);
      for (const question of await page
        .getByRole('group')
        .filter({ has: page.getByRole('radio') })
        .all()) {
        await press(question.getByRole('radio').first());
        await press(question.getByRole('button', { name: 'Check answer' }));
      }
    });
    await attempt('lesson done', async () => {
      await page.getByRole('button', { name: 'Complete Lesson' }).scrollIntoViewIfNeeded();
      await press(page.getByRole('button', { name: /^Complete/ }).first());
      const anyway = page.getByRole('button', { name: /Complete (it )?(anyway|without)/i });
      if (await anyway.isVisible().catch(() => false)) await press(anyway);
      await page.mouse.wheel(0, 40);
      await page.waitForTimeout(500);
    });
    await page.waitForTimeout(2500);
    await step('after the lesson');
    await page.goto('/courses');
    await page.waitForTimeout(1500);
    await step('My Courses');
    await page.goto('/review');
    await page.waitForTimeout(1200);
    await step('Review');
    await attempt('course page', async () => {
      await page.goto('/courses');
      await page
        .getByRole('link', { name: /Open course|Teach yourself/ })
        .first()
        .click();
      await page
        .getByRole('tab', { name: 'Cards' })
        .or(page.getByRole('link', { name: 'Cards' }))
        .first()
        .waitFor();
    });
    await page.goto('/dashboard');
    await page.waitForTimeout(1200);
    await step('Dashboard');
  });
