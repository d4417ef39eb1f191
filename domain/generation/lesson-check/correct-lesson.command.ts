import { toSentence } from '#contract/platform/sentence.contract.ts';
import type { LessonNote } from '#domain/courses/content/course-content.queries.ts';
import { otherTexts } from '#domain/courses/content/live-lesson.queries.ts';
import { readMarkdown } from '#domain/courses/text/read-markdown.command.ts';
import { notesOf, problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import { askForStep, ServicesExhausted, type StepWork } from '#domain/generation/answers/ask-for-step.ts';
import { correctionServices } from '#domain/generation/answers/roles.ts';
import { tidyLesson } from '#domain/generation/answers/tidy-answer.ts';
import { checkDuplicates, minHashSketch } from '#domain/generation/checks/check-duplicates.ts';
import type { QuizJudgement } from '#domain/generation/checks/check-lesson-verdict.ts';
import { checkLesson } from '#domain/generation/checks/check-lesson.ts';
import { checkMarkdown } from '#domain/generation/checks/check-markdown.ts';
import type { LessonOutput } from '#domain/generation/lessons/assemble-lesson.ts';
import { lessonBrief, lessonMaterial, recalledBy } from '#domain/generation/lessons/lesson-material.queries.ts';
import { lessonTokens } from '#domain/generation/lessons/lesson.commands.ts';
import { sharedFacts } from '#domain/generation/outline/course-document.ts';
import { countPlanned, numberOf } from '#domain/generation/outline/course-plan.ts';
import { courseSize } from '#domain/generation/outline/course-size.ts';
import { blindQuiz, compareAnswers } from '#domain/generation/practice/blind-quiz.ts';
import { correctedDocument } from '#domain/generation/prompts/documents.ts';
import { carryCitations, losesAll } from '#domain/generation/sources/resolve-citations.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import { turnOfStep } from '#domain/platform/turns/turns.ts';

/**
 * Makes the one correction after a check that requested it. If it fails, or would be worse than the current text, the lesson does not
 * change. The correcting service also answers the quiz from the new text, which saves a further call.
 */
export async function correctLesson(work: StepWork): Promise<void> {
  const { step } = work;
  const material = await lessonMaterial(step.runId, step.itemId!);
  if (!material.text) throw new Error(`lesson ${step.itemId} is corrected before it is written`);
  const written = { notes: material.text.notes ?? [] };
  const { rewrite } = material;
  const quiz = material.practice?.quiz ?? [];
  const key = { accountId: step.accountId, lessonId: material.placed.planned.lesson_id };
  const neighbours = rewrite ? await otherTexts({ ...key, courseId: rewrite.courseId }) : [];
  const wish = { lessons: countPlanned(material.plan), ...(rewrite?.instruction && { words: 0 }) };
  try {
    const answer = await askForStep(work, {
      cast: correctionServices(step.request, material.placed.number, material.text.service),
      purpose: 'correction',
      prompt: 'correct-lesson',
      variables: {
        course: sharedFacts(material.plan),
        lesson: lessonBrief(material),
        lesson_text: { content: material.text.content, objectives: material.text.objectives, key_takeaways: material.text.key_takeaways },
        findings: material.findings,
        practice_text: { quiz: blindQuiz(quiz), ...(await recalledBy(quiz, step.runId, material)) },
        instruction: rewrite?.instruction ?? '',
      },
      schema: correctedDocument,
      tidy: tidyLesson,
      maxOutputTokens: lessonTokens(courseSize(step.request).lesson_words),
      check: async (value) => {
        const lost = losesAll(material.text?.citations ?? [], value.content)
          ? [problem('the marks such as [^1] are gone: keep each with its sentence')]
          : [];
        const twins = await checkDuplicates(step, minHashSketch(value.content), { neighbours });
        const broken = await checkMarkdown(value, turnOfStep(step));
        return worse([...checkLesson(value, step.request, wish), ...broken, ...lost, ...twins], written.notes);
      },
    });
    const notes = notesOf(checkLesson(answer.value, step.request, wish));
    const { content: before, citations } = material.text;
    const carried = citations && carryCitations({ content: before, citations }, answer.value.content);
    const { question_answers, ...value } = answer.value;
    const judged = { question_verdicts: compareAnswers(quiz, question_answers), is_blind: true } satisfies QuizJudgement;
    const read = { ...value, ...judged, ...carried };
    const text = await readMarkdown(read.content, turnOfStep(step));
    await completeStep(step, {
      output: { ...read, ...(text !== null && { text }), notes, sketch: minHashSketch(answer.value.content) } satisfies LessonOutput,
      service: answer.service,
      inputHash: answer.inputHash,
      callId: answer.callId,
      event: {
        name: 'lesson.corrected',
        message: toSentence('{service} corrected lesson {lesson} after its check.', {
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

/** Returns the problems that a correction adds: it may keep the weaknesses its lesson already notes, but add no others. */
const worse = (problems: readonly AnswerProblem[], notes: readonly LessonNote[]): AnswerProblem[] =>
  problems.filter(({ note }) => !note || !notes.includes(note)).map(({ text }) => ({ text }));
