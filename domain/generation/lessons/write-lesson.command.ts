import { toSentence } from '#contract/platform/sentence.contract.ts';
import { liveText, otherTexts } from '#domain/courses/content/live-lesson.queries.ts';
import { vendorAvailability } from '#domain/vendors/llm/vendor-availability.queries.ts';
import { askForStep, type StepWork } from '#domain/generation/answers/ask-for-step.ts';
import { countPlanned, numberOf } from '#domain/generation/outline/course-plan.ts';
import { checkDuplicates, minHashSketch } from '#domain/generation/checks/check-duplicates.ts';
import { checkMarkdown } from '#domain/generation/checks/check-markdown.ts';
import { readMarkdown } from '#domain/courses/text/read-markdown.command.ts';
import { checkLesson } from '#domain/generation/checks/check-lesson.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { courseSize } from '#domain/generation/outline/course-size.ts';
import type { Citation } from '#contract/courses/citation.contract.ts';
import { citedLessonDocument, lessonDocument, type CitationAnswer, type LessonDocument } from '#domain/generation/prompts/documents.ts';
import type { LessonNote } from '#domain/generation/answers/answer-problem.ts';
import { lessonBrief, lessonMaterial, outlineBrief, type LessonMaterial } from './lesson-material.queries.ts';
import { lessonServices } from '#domain/generation/answers/roles.ts';
import { checkCitations, resolveCitations } from '#domain/generation/sources/resolve-citations.ts';
import { lessonPassages, passageBrief } from '#domain/generation/sources/source-material.queries.ts';
import { streamLesson } from './stream-lesson.command.ts';
import { tidyLesson } from '#domain/generation/answers/tidy-answer.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import { turnOfStep } from '#domain/platform/turns/turns.ts';

/** Returns the token limit of a lesson with this many words, with a margin for markup and languages with more tokens per word. */
export const lessonTokens = (words: number) => words * 4 + 2_000;

/** Output of a step that wrote or corrected a lesson: `sketch` is for detecting duplicates. */
export interface LessonOutput extends LessonDocument {
  readonly notes?: LessonNote[];
  readonly sketch?: number[];
  /** Only if it was written from passages. */
  readonly citations?: Citation[];
  /** The visible text of its Markdown. */
  readonly text?: string;
  /** For a correction: number of citations whose sentence differs from the reviewed one. */
  readonly unjudged?: number;
}

type Answer = LessonDocument & { readonly citations?: CitationAnswer[] };

/**
 * Writes one lesson, which can be read as soon as this has committed. In a rewrite the prompt includes the live text and the learner's
 * instruction, unless the course lacks the lesson.
 */
export async function writeLesson(work: StepWork): Promise<void> {
  const { step } = work;
  const [material, availability] = await Promise.all([lessonMaterial(step.runId, step.itemId!), vendorAvailability()]);
  const { rewrite, placed } = material;
  const lessonId = placed.planned.lesson_id;
  const neighbours = rewrite ? await otherTexts({ accountId: step.accountId, courseId: rewrite.courseId, lessonId }) : [];
  const passages = await lessonPassages(step, material);
  // an answer stored by an older version has none yet
  let sketch: number[] | undefined;
  const answer = await askForStep<Answer>(work, {
    cast: lessonServices(step.request, material.placed.number),
    availability,
    purpose: 'lesson',
    ...(await promptFor(step.accountId, material, passages.map(passageBrief))),
    schema: passages.length > 0 ? citedLessonDocument : lessonDocument,
    tidy: tidyLesson,
    onPartial: streamLesson(step),
    maxOutputTokens: lessonTokens(courseSize(step.request).lesson_words),
    // a learner who requests a change may want another length too
    check: async (value) => {
      sketch = minHashSketch(value.content);
      const own = checkLesson(value, step.request, {
        lessons: countPlanned(material.plan),
        ...(material.rewrite?.instruction && { words: 0 }),
      });
      const cited = passages.length > 0 ? checkCitations(value, passages) : [];
      return [...own, ...cited, ...(await checkMarkdown(value, turnOfStep(step))), ...(await checkDuplicates(step, sketch, neighbours))];
    },
  });
  const { citations: _asked, ...lesson } = answer.value;
  const resolved = passages.length > 0 ? resolveCitations(answer.value, passages) : {};
  const read = { ...lesson, ...resolved };
  const text = await readMarkdown(read.content, turnOfStep(step));
  await completeStep(step, {
    output: {
      ...read,
      ...(text !== null && { text }),
      notes: answer.notes,
      sketch: sketch ?? minHashSketch(answer.value.content),
    } satisfies LessonOutput,
    service: answer.service,
    inputHash: answer.inputHash,
    callId: answer.callId,
    also: (trx) => trx('lesson_stream').where({ step_id: step.stepId }).delete(),
    event: {
      name: 'lesson.ready',
      message: toSentence('{service} wrote lesson {lesson}, {title}.', {
        service: SERVICE_NAMES[answer.service],
        lesson: numberOf(material.placed),
        title: material.placed.planned.title,
      }),
    },
  });
}

async function promptFor(
  accountId: string,
  material: LessonMaterial,
  passages: readonly object[],
): Promise<{ prompt: string; variables: Record<string, unknown> }> {
  const variables = { outline: outlineBrief(material), research: material.research ?? {}, lesson: lessonBrief(material), passages };
  const { rewrite, placed } = material;
  const live = rewrite && (await liveText({ accountId, courseId: rewrite.courseId, lessonId: placed.planned.lesson_id }));
  if (!live) return { prompt: 'write-lesson', variables };
  return { prompt: 'rewrite-lesson', variables: { ...variables, lesson_text: live, instruction: rewrite.instruction } };
}
