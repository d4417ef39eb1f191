import * as z from 'zod';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { promptsIn } from '#domain/platform/prompt-templates.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import { askIfPossible, type Work } from '#domain/vendors/llm/ask-services.ts';
import type { AudioRequest } from './audio.kind.ts';
import { findSpokenLesson } from './spoken-lesson.queries.ts';
import { writtenScript } from './write-script.command.ts';

const render = promptsIn(new URL('./prompts/', import.meta.url));

const checkSchema = z.object({
  script_verdict: z.enum(['accept', 'revise']),
  findings: z.array(z.string().trim().min(1).max(600)).max(8),
});

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
    output: { findings: value?.script_verdict === 'revise' ? value.findings : [] },
    ...answer,
    event: { name: checked ? 'audio.checked' : 'audio.not_checked', message },
  });
}
