import { withoutMarkers } from '#contract/courses/citation-markers.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { askForStep, type StepWork } from '#domain/generation/answers/ask-for-step.ts';
import { PRACTICE_SERVICES } from '#domain/generation/answers/roles.ts';
import { lessonBrief, lessonMaterial, moduleTexts } from '#domain/generation/lessons/lesson-material.queries.ts';
import { numberOf } from '#domain/generation/outline/course-plan.ts';
import { workshopDocument } from '#domain/generation/prompts/documents.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import { vendorAvailability } from '#domain/vendors/llm/vendor-availability.queries.ts';
import { workshopPlaces } from './workshop-lesson.ts';
import { checkWorkshop, tidyWorkshop, workshopMaterial, type WorkshopOutput } from './workshop-material.ts';

/**
 * Writes the workshop of a module: a case that readers work through in steps, some of which they fill in. It uses the course's thread, or a
 * case of the module's own. The course can do without: if it fails, the lesson has none.
 */
export async function writeWorkshop(work: StepWork): Promise<void> {
  const { step } = work;
  const [material, availability] = await Promise.all([lessonMaterial(step.runId, step.itemId!), vendorAvailability()]);
  const { plan, placed } = material;
  const module = workshopPlaces(plan).find(({ lessonId }) => lessonId === step.itemId)?.module ?? [step.itemId!];
  const texts = await moduleTexts(step.runId, plan, module);
  const { thread = null, terms = [], conventions = [] } = plan.shared ?? {};
  const known = terms.filter(({ lesson_id }) => module.includes(lesson_id)).map(({ term, meaning }) => ({ term, meaning }));
  const answer = await askForStep(work, {
    cast: PRACTICE_SERVICES,
    availability,
    purpose: 'practice',
    prompt: 'write-workshop',
    variables: {
      lesson: lessonBrief(material),
      thread,
      terms: known,
      conventions,
      module_texts: texts.map(({ title, content }) => ({ title, content: withoutMarkers(content) })),
    },
    schema: workshopDocument,
    tidy: tidyWorkshop,
    maxOutputTokens: 6_000,
    check: (value) => checkWorkshop(value, step.request, thread),
  });
  const workshop = workshopMaterial(answer.value);
  const words = { service: SERVICE_NAMES[answer.service], module: placed.module + 1, lesson: numberOf(placed) };
  await completeStep(step, {
    output: { workshop } satisfies WorkshopOutput,
    service: answer.service,
    inputHash: answer.inputHash,
    callId: answer.callId,
    event: {
      name: 'workshop.ready',
      message: workshop
        ? toSentence('{service} wrote the workshop for module {module}.', words)
        : toSentence('{service} found no workshop for module {module}: nothing in it can be worked through in steps.', words),
    },
  });
}
