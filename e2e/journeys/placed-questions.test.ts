import { randomUUID } from 'node:crypto';
import { FEEDBACK, IN_ORDER, metIn, placedLesson } from '#contract/courses/placed-lesson.factory.ts';
import { axeViolations, resize, setScheme } from '../support/page-checks.ts';
import { givenCourse, must } from '../support/record-workshop.ts';
import { sandbox } from '../support/sandbox.ts';
import { PHONE, SLOW, expect, test } from '../support/test.ts';

const WIDE = { width: 1440, height: 900 };

test(
  'LRN-05 questions in the text are where their author put them, are answered there, and come back in the review',
  SLOW,
  async ({ visit }) => {
    await sandbox.heal();
    await sandbox.latency(0);
    const { session, client, course } = await givenCourse();
    const earlier = course.modules[0]!.lessons[0]!;
    const lesson = course.modules[0]!.lessons[1]!;
    await must(client, 'PATCH', `/api/courses/${course.course_id}/lessons/${lesson.lesson_id}`, {
      base_version: course.version,
      edit_session: randomUUID(),
      ...placedLesson(earlier.lesson_id),
    });
    const { page } = await visit({ session, viewport: WIDE });
    await page.goto(`/courses/${course.course_id}/learn/0/1`);
    const predicted = page.getByRole('group', { name: '2. Question first?' });
    await predicted.waitFor();
    expect(metIn(await page.locator('article').innerText())).toEqual(IN_ORDER);
    await expect(page.getByRole('region', { name: 'From an earlier lesson' }).getByRole('link')).toHaveText(earlier.title);
    const stored = page.waitForResponse((answer) => answer.url().endsWith('/api/practice/answers') && answer.ok());
    await predicted.getByRole('radio', { name: 'Shade first' }).check();
    await predicted.getByRole('button', { name: 'Check answer' }).click();
    await predicted.getByText(`${FEEDBACK} (first).`).waitFor();
    await stored;
    for (const viewport of [WIDE, PHONE]) {
      await resize(page, viewport);
      for (const scheme of ['light', 'dark'] as const) {
        await setScheme(page, scheme);
        expect(await axeViolations(page)).toEqual([]);
      }
    }
    const { body } = await must(client, 'GET', '/api/review-forecast');
    expect((body as { days: { due: number }[] }).days.reduce((sum, { due }) => sum + due, 0)).toBe(1);
  },
);
