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
