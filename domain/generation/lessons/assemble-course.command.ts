import { toSentence } from '#contract/platform/sentence.contract.ts';
import { addNotification } from '#domain/notifications/notification.commands.ts';
import { addOptionalMail } from '#domain/mail/add-optional-mail.command.ts';
import { admitAfter } from '#domain/platform/runs/admit-runs.command.ts';
import type { StepWork } from '#domain/generation/answers/ask-for-step.ts';
import { startEditing } from '#domain/generation/editor/start-editing.command.ts';
import { completeCourse } from '#domain/generation/runs/course-run.commands.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { placedLessons } from '#domain/generation/outline/course-plan.ts';
import { runWork } from '#domain/generation/runs/course-of-run.ts';
import { recordEvents } from '#domain/platform/runs/run-event.ts';

/** Assembles the course and ends its run, in one transaction: the last step. A repeat finds the run ended and changes nothing. */
export async function assembleCourse({ step }: StepWork): Promise<void> {
  const { runId, accountId, request: form } = step;
  await completeStep(step, {
    output: {},
    also: async (trx) => {
      const work = await runWork(trx, runId);
      if (!work) throw new Error(`run ${runId} is assembled before it has an outline`);
      const { courseId, content, charge } = await completeCourse(trx, { runId, accountId, form, work });
      await startEditing(trx, { accountId, runId, courseId, form, content, plan: work.plan, requestId: step.requestId });
      const missing = content.missing_lessons;
      const all = placedLessons(work.plan).length;
      const message =
        missing === 0
          ? toSentence('The course is ready.')
          : toSentence('The course is ready without {missing} of its {n} lessons.', { missing, n: all });
      await recordEvents(trx, runId, [
        { name: 'run.completed', message },
        { name: 'run.charged', message: charge },
      ]);
      await addNotification(trx, {
        accountId,
        kind: 'run.completed',
        cause: `run.completed:${runId}`,
        subject: content.title,
        taskId: runId,
        courseId,
        lessons: { delivered: all - missing, planned: all },
      });
      await addOptionalMail(trx, {
        kind: 'course-finished',
        cause: `course-finished:${runId}`,
        accountId,
        data: (first_name) => ({ first_name, title: content.title, lessons: all, missing, link: `/courses/${courseId}` }),
      });
    },
  });
  await admitAfter('a run ended');
}
