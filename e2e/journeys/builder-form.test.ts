import { isDelivered } from '#contract/platform/delivered-parts.ts';
import type { Page } from '@playwright/test';
import type { SessionAnswer } from '#contract/identity/identity.contract.ts';
import { createAccount } from '../support/account.ts';
import { describeCourse } from '../support/forms.ts';
import { expect, test, type Visit } from '../support/test.ts';

let session: SessionAnswer;
test.beforeAll(async () => {
  session = await createAccount();
});

async function openBuilder(visit: Visit): Promise<Page> {
  const { page } = await visit({ session });
  await page.goto('/create');
  await page.getByLabel('Topic').waitFor();
  return page;
}

/** As the specification lists them, word for word. */
const OPTIONS: [id: string, label: string, start: string, options: string][] = [
  ['BLD-03', 'Duration', '2 weeks', '1 week intensive|2 weeks|1 month|6 weeks|3 months|6 months|custom-paced'],
  ['BLD-04', 'Difficulty', 'beginner', 'beginner|intermediate|advanced|professional|expert'],
  ['BLD-05', 'Learning style', 'mixed', 'visual|auditory|kinesthetic|reading|mixed|case-study|project-based'],
  ['BLD-06', 'Teaching style', 'conversational', 'conversational|academic|practical|socratic|storytelling|analytical|inspirational'],
  ['BLD-07', 'Content depth', 'comprehensive', 'overview|detailed|comprehensive|ivy-league|doctoral|world-class'],
  ['BLD-08', 'Interactive elements', 'high', 'minimal|moderate|high|gamified|immersive'],
  ['BLD-09', 'Assessment', 'mixed', 'mixed|no-assessment|self-assessment|quizzes|projects|case-studies|portfolio|certification'],
  ['BLD-10', 'Multimedia', 'comprehensive', 'text-only|images|video-links|interactive-media|comprehensive'],
  ['BLD-11', 'Career level', 'mid', 'student|junior|mid|senior|executive|entrepreneur|consultant|career-change'],
  ['BLD-12', 'Current knowledge', 'basic', 'complete-beginner|some-exposure|basic|intermediate|advanced-beginner|looking-to-specialize'],
  ['BLD-13', 'Industry', 'general', 'technology|business|healthcare|education|finance|marketing|creative|engineering|science|general'],
  [
    'BLD-14',
    'Academic framework',
    '',
    '|harvard-case|mit-innovation|stanford-design|princeton-analysis|wharton-quantitative|yale-liberal|oxford-tutorial|cambridge-research',
  ],
];

test.describe('the AI Builder form', () => {
  test(`BLD-01 BLD-02 A14 every select has its options and its default (${OPTIONS.map(([id]) => id).join(', ')})`, async ({ visit }) => {
    const page = await openBuilder(visit);
    const select = (label: string) => page.getByLabel(label, { exact: true });
    for (const [id, label, start, options] of OPTIONS) {
      const values = await select(label)
        .locator('option')
        .evaluateAll((found) => (found as HTMLOptionElement[]).map(({ value }) => value));
      expect(values, id).toEqual(options.split('|'));
      expect(await select(label).inputValue(), id).toBe(start);
    }
    for (const [label, start] of [
      ['Course format', 'structured'],
      ['Motivation', 'medium'],
      ['Language', 'english'],
    ] as const) {
      expect(await select(label).inputValue(), label).toBe(start);
      expect(await select(label).locator('option').count(), label).toBeGreaterThan(2);
    }
    expect(await page.locator('details[open]').count()).toBe(0);
  });

  test('BLD-15 BLD-16 G33 says what is missing, and cannot be sent without topic, goals and age', async ({ visit }) => {
    const page = await openBuilder(visit);
    const button = page.getByRole('button', { name: 'Generate Course' });
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('Topic').fill('Chess endings');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Please fill in all required fields').waitFor();
    await page.getByLabel('Learning goals').fill('Win won positions');
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('Age of the learner').fill('4');
    await button.click();
    await page.getByText('Enter a whole number from 5 to 120.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/create');
  });

  test('BLD-17 BLD-18 G32 A12 the plan’s course comes first; parts that no service makes yet say so instead of a switch', async ({
    visit,
  }) => {
    const page = await openBuilder(visit);
    await page.getByText('1 of 1 courses used this month, included in your plan').waitFor();
    // a new account's plan covers the clip too; pictures cost tokens, so they begin switched off, and the tutor costs nothing until it is asked
    const total = () => page.getByRole('status').filter({ hasText: '1 course' }).textContent();
    await expect.poll(total).toBe('1 course + 2.50 tokens');
    await page.getByRole('switch', { name: 'Images 50.00' }).click();
    await expect.poll(total).toBe('1 course + 52.50 tokens');
    for (const [name, price, hint, part] of [
      ['Video clips', '0', '0.05–0.75 per second', 'course_clips'],
      ['Images', '50.00', 'about 5 each', 'imagen'],
      ['AR/VR simulations', '0.50', 'about 0.50 each', 'ar_vr'],
      ['Tutor', '2.50', 'about 0.10 an interaction', 'vortex'],
    ] as const) {
      const toggle = page.getByRole('switch', { name: `${name} ${price}` });
      expect(await toggle.count(), name).toBe(isDelivered(part) ? 1 : 0);
      if (isDelivered(part)) expect(await toggle.isChecked(), name).toBe(true);
      const line = page.getByRole('listitem').filter({ hasText: name });
      expect(await line.getByText(isDelivered(part) ? hint : 'not yet available').isVisible(), hint).toBe(true);
    }
  });

  test('what was typed survives a reload, and what was chosen inside a folded section is named on it', async ({ visit }) => {
    const page = await openBuilder(visit);
    await describeCourse(page, { topic: 'Chess endings', goals: 'Win won positions', age: 30 });
    await page.getByText('Depth', { exact: true }).click();
    await page.getByLabel('Content depth').selectOption('doctoral');
    await page.reload();
    expect(await page.getByLabel('Topic').inputValue()).toBe('Chess endings');
    await page.locator('summary', { hasText: 'Depth' }).getByText('Doctoral').waitFor();
  });
});
