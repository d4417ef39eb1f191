import { toSentence } from '#contract/platform/sentence.contract.ts';
import { otherTexts } from '#domain/courses/content/live-lesson.queries.ts';
import { askForStep, ServicesExhausted, type StepWork } from '#domain/generation/answers/ask-for-step.ts';
import { countPlanned, numberOf } from '#domain/generation/outline/course-plan.ts';
import { notesOf, problem, type AnswerProblem, type LessonNote } from '#domain/generation/answers/answer-problem.ts';
import { checkDuplicates, minHashSketch } from '#domain/generation/checks/check-duplicates.ts';
import { checkMarkdown } from '#domain/generation/checks/check-markdown.ts';
import { readMarkdown } from '#domain/courses/text/read-markdown.command.ts';
import { checkLesson } from '#domain/generation/checks/check-lesson.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { courseSize } from '#domain/generation/outline/course-size.ts';
import { correctedDocument } from '#domain/generation/prompts/documents.ts';
import { lessonBrief, lessonMaterial } from '#domain/generation/lessons/lesson-material.queries.ts';
import { correctionServices } from '#domain/generation/answers/roles.ts';
import { carryCitations, losesAll } from '#domain/generation/sources/resolve-citations.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import { turnOfStep } from '#domain/platform/turns/turns.ts';
import { tidyLesson } from '#domain/generation/answers/tidy-answer.ts';
import { lessonTokens, type LessonOutput } from '#domain/generation/lessons/write-lesson.command.ts';

/**
 * Makes the one correction after a review that requested it. If it fails, or would be worse than the current text, the lesson does not
 * change. The correcting service also checks the quiz on the new text, which saves a further call.
 */
export async function correctLesson(work: StepWork): Promise<void> {
  const { step } = work;
  const material = await lessonMaterial(step.runId, step.itemId!);
  if (!material.text) throw new Error(`lesson ${step.itemId} is corrected before it is written`);
  const written = { notes: material.text.notes ?? [] };
  const { rewrite } = material;
  const key = { accountId: step.accountId, lessonId: material.placed.planned.lesson_id };
  const neighbours = rewrite ? await otherTexts({ ...key, courseId: rewrite.courseId }) : [];
  const wish = { lessons: countPlanned(material.plan), ...(rewrite?.instruction && { words: 0 }) };
  try {
    const answer = await askForStep(work, {
      cast: correctionServices(step.request, material.placed.number, material.text.service),
      purpose: 'correction',
      prompt: 'correct-lesson',
      variables: {
        lesson: lessonBrief(material),
        lesson_text: { content: material.text.content, objectives: material.text.objectives, key_takeaways: material.text.key_takeaways },
        findings: material.findings,
        practice_text: { quiz: material.practice?.quiz ?? [] },
        instruction: rewrite?.instruction ?? '',
      },
      schema: correctedDocument,
      tidy: tidyLesson,
      maxOutputTokens: lessonTokens(courseSize(step.request).lesson_words),
      check: async (value) => {
        const lost = losesAll(material.text?.citations ?? [], value.content)
          ? [problem('the marks such as [^1] are gone: keep each with its sentence')]
          : [];
        const twins = await checkDuplicates(step, minHashSketch(value.content), neighbours);
        const broken = await checkMarkdown(value, turnOfStep(step));
        return worse([...checkLesson(value, step.request, wish), ...broken, ...lost, ...twins], written.notes);
      },
    });
    const notes = notesOf(checkLesson(answer.value, step.request, wish));
    const { content: before, citations } = material.text;
    const carried = citations && carryCitations({ content: before, citations }, answer.value.content);
    const read = { ...answer.value, ...carried };
    const text = await readMarkdown(read.content, turnOfStep(step));
    await completeStep(step, {
      output: { ...read, ...(text !== null && { text }), notes, sketch: minHashSketch(answer.value.content) } satisfies LessonOutput,
      service: answer.service,
      inputHash: answer.inputHash,
      callId: answer.callId,
      event: {
        name: 'lesson.corrected',
        message: toSentence('{service} corrected lesson {lesson} after its review.', {
          service: SERVICE_NAMES[answer.service],
          lesson: numberOf(material.placed),
        }),
      },
    });
  } catch (error) {
    if (!(error instanceof ServicesExhausted)) throw error;
    await completeStep(step, { output: {} });
  }
}

/** Returns the problems a correction adds: it may have the weaknesses its lesson already notes, but no others. */
const worse = (problems: readonly AnswerProblem[], notes: readonly LessonNote[]): AnswerProblem[] =>
  problems.filter(({ note }) => !note || !notes.includes(note)).map(({ text }) => ({ text }));
