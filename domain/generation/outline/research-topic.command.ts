import { toSentence } from '#contract/platform/sentence.contract.ts';
import { askForStep, type StepWork } from '#domain/generation/answers/ask-for-step.ts';
import { problem } from '#domain/generation/answers/answer-problem.ts';
import { checkLanguage } from '#domain/generation/checks/check-language.ts';
import { checkUnsafe } from '#domain/generation/checks/check-unsafe.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { researchDocument } from '#domain/generation/prompts/documents.ts';
import { textsOf } from '#domain/platform/prose/plain-prose.ts';
import { RESEARCH_SERVICES } from '#domain/generation/answers/roles.ts';
import { tidyResearch } from '#domain/generation/answers/tidy-answer.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';

/**
 * Researches current knowledge and practice, in parallel with the outline. Lessons wait for it, but a course is written without it if it
 * fails.
 */
export async function researchTopic(work: StepWork): Promise<void> {
  const answer = await askForStep(work, {
    cast: RESEARCH_SERVICES,
    purpose: 'research',
    prompt: 'research-topic',
    variables: {},
    schema: researchDocument,
    tidy: tidyResearch,
    maxOutputTokens: 4_000,
    check: (value) => [
      ...(value.current_practice.length + value.expert_insights.length > 0 ? [] : [problem('nothing was found')]),
      // the course displays it
      ...checkLanguage(textsOf(value), work.step.request.language_preference),
      ...checkUnsafe(value, work.step.request),
    ],
  });
  await completeStep(work.step, {
    output: {},
    service: answer.service,
    inputHash: answer.inputHash,
    callId: answer.callId,
    event: {
      name: 'research.ready',
      message: toSentence('{service} gathered current practice and expert insights.', { service: SERVICE_NAMES[answer.service] }),
    },
    also: (trx) =>
      trx('course_run')
        .where({ run_id: work.step.runId })
        .update({ research: JSON.stringify(answer.value) }),
  });
}
