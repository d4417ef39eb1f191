import * as z from 'zod';
import type { Service } from '#contract/platform/status.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { database } from '#domain/platform/database.ts';
import { promptsIn } from '#domain/platform/prompt-templates.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { askIfPossible, type Work } from '#domain/vendors/llm/ask-services.ts';
import type { AudioRequest } from './audio.kind.ts';
import { findSpokenLesson } from './spoken-lesson.queries.ts';
import { writtenScript } from './write-script.command.ts';

const render = promptsIn(new URL('./prompts/', import.meta.url));

const checkSchema = z.object({
  script_verdict: z.enum(['accept', 'revise']),
  findings: z.array(z.string().trim().min(1).max(600)).max(8),
});

/** What is stored of a check. */
interface Check {
  readonly findings: readonly string[];
  /** Null: no other service could check it; absent in runs of an earlier release. */
  readonly checked_by?: Service | null;
}

/**
 * Has another service compare a script with its lesson. Where none is left to do that, the script is spoken as it is.
 * @throws ProductError not_found when the lesson is gone; StepLost; CallAborted
 */
export async function checkScript(work: Work<AudioRequest>): Promise<void> {
  const { step } = work;
  const { language, style, course_id: courseId } = step.request;
  const lesson = await findSpokenLesson({ accountId: step.accountId!, courseId, language, lessonId: step.itemId! });
  const { turns, service } = await writtenScript(step);
  const wanted = { title: lesson.title, course: lesson.course, language, style };
  const checked = await askIfPossible(work, {
    purpose: 'audio-script-check',
    prompt: (problems) => render('check-script', { wanted, lesson_text: lesson.text, script: turns, problems }),
    schema: checkSchema,
    maxOutputTokens: 3_000,
    problemsOf: ({ script_verdict: verdict, findings }) =>
      verdict === 'revise' && findings.length === 0 ? ['a revision needs findings'] : [],
    barred: service,
  });
  const { value, ...answer } = checked ?? { value: null };
  const message = checked
    ? toSentence('{service} checked what is said in {title}.', { service: SERVICE_NAMES[checked.service], title: lesson.title })
    : toSentence('No other service could check what is said in {title}.', { title: lesson.title });
  await completeStep(step, {
    output: { findings: value?.script_verdict === 'revise' ? value.findings : [], checked_by: checked?.service ?? null } satisfies Check,
    ...answer,
    event: { name: checked ? 'audio.checked' : 'audio.not_checked', message },
  });
}

/** Returns the service that checked the script of a step's lesson; null when none could. */
export async function checkerOf({ runId, itemId }: Pick<ClaimedStep, 'runId' | 'itemId'>): Promise<Service | null> {
  const check = await database()('step')
    .where({ run_id: runId, key: `check-${itemId}`, state: 'completed' })
    .first('output');
  return (check?.output as Check | undefined)?.checked_by ?? null;
}
