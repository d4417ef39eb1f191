import type { Course } from '#contract/courses/courses.contract.ts';
import { clientOf, createAccount } from '../support/account.ts';
import { tabTo } from '../support/keyboard.ts';
import { changeLanguage } from '../support/languages.ts';
import { axeViolations, horizontalOverflow, resize, setScheme, shoot } from '../support/page-checks.ts';
import { writeCourse } from '../support/record-workshop.ts';
import { sandbox } from '../support/sandbox.ts';
import { DESKTOP, PHONE, SLOW, expect, test } from '../support/test.ts';

/** Returns the place of the first lesson with a workshop. */
function workshopIn({ modules }: Course) {
  for (const [m, { lessons }] of modules.entries()) {
    const l = lessons.findIndex(({ workshop }) => workshop !== undefined);
    if (l >= 0) return { path: `${m}/${l}`, workshop: lessons[l]!.workshop! };
  }
  throw new Error('the course has no workshop');
}

test(
  'LRN-05 a written course has a workshop, which is worked through by the keyboard alone and survives a reload',
  SLOW,
  async ({ visit }) => {
    await sandbox.heal();
    await sandbox.latency(0);
    const session = await createAccount();
    const client = await clientOf(session);
    const course = await writeCourse(client, { age: 34, topic: 'A personal budget', learning_goals: 'Plan a month, and save' });
    const { path, workshop } = workshopIn(course);
    const total = workshop.steps.length;
    const { page } = await visit({ session, viewport: DESKTOP });
    const { keyboard } = page;
    await page.goto(`/courses/${course.course_id}/learn/${path}`);
    const region = page.getByRole('region', { name: 'Workshop' });
    const heading = (n: number) => region.getByText(`Step ${n} of ${total}`, { exact: true }).and(page.locator('h4'));
    const field = region.getByLabel('Your answer');
    await heading(1).waitFor();

    // two wrong entries, and then the answer
    await tabTo(page, field);
    await keyboard.type('12,5');
    await keyboard.press('Enter');
    await region.getByText('Not right yet.').waitFor();
    await shoot(page, 'workshop-wrong');
    await expect(field).toBeFocused();
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type('13');
    await keyboard.press('Enter');
    await tabTo(page, region.getByRole('button', { name: 'Show the answer' }));
    await keyboard.press('Enter');
    await expect(heading(2)).toBeFocused();

    await page.reload();
    await heading(2).waitFor();
    await tabTo(page, field);
    for (const [at, step] of workshop.steps.entries()) {
      if (at === 0) continue;
      const control = step.field?.kind === 'choice' ? region.getByRole('radio').first() : field;
      if (at > 1) await tabTo(page, control);
      if (step.field?.kind === 'choice') {
        await keyboard.press('Space');
        const { options, answer_id: right } = step.field;
        for (let down = options.findIndex(({ id }) => id === right); down > 0; down -= 1) await keyboard.press('ArrowDown');
      } else if (step.field?.kind === 'number') {
        // as somebody in Cairo types it
        await keyboard.type(String(step.field.answer).replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!));
      } else if (step.field) {
        await keyboard.type(step.field.accepted[0]!.toUpperCase());
      }
      await keyboard.press('Enter');
      if (at + 1 < total) await expect(heading(at + 2)).toBeFocused();
    }
    await expect(region.getByText('You have worked through all steps.')).toBeFocused();

    await region.getByRole('button', { name: 'Start again' }).click();
    await expect(heading(1)).toBeFocused();
    await page.context().setOffline(true);
    const [first] = workshop.steps;
    if (first?.field?.kind === 'number') await field.fill(String(first.field.answer));
    await keyboard.press('Enter');
    await expect(heading(2)).toBeFocused();
    await page.context().setOffline(false);
    for (const language of ['en', 'ar'] as const) {
      if (language === 'ar') await changeLanguage(page, 'ar');
      for (const [name, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
        await resize(page, viewport);
        for (const scheme of ['light', 'dark'] as const) {
          await setScheme(page, scheme);
          await page.locator('ol h4').last().scrollIntoViewIfNeeded();
          await shoot(page, `workshop-${language}-${name}-${scheme}`);
          expect(await axeViolations(page)).toEqual([]);
          expect(await horizontalOverflow(page)).toMatchObject({ px: 0 });
        }
      }
    }
  },
);
