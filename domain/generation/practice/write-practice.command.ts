import { withoutMarkers } from '#contract/courses/citation-markers.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { vendorAvailability } from '#domain/vendors/llm/vendor-availability.queries.ts';
import { askForStep, type StepWork } from '#domain/generation/answers/ask-for-step.ts';
import { checkExercises, checkQuiz } from '#domain/generation/checks/check-practice.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { numberOf } from '#domain/generation/outline/course-plan.ts';
import { exercisesDocument, quizDocument } from '#domain/generation/prompts/documents.ts';
import { lessonBrief, lessonMaterial } from '#domain/generation/lessons/lesson-material.queries.ts';
import { exercisesMaterial, practiceFor, questionKinds, quizMaterial } from './practice-material.ts';
import { PRACTICE_SERVICES } from '#domain/generation/answers/roles.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import { tidyExercises, tidyQuiz } from '#domain/generation/answers/tidy-answer.ts';

/** Writes the quiz or the exercises of a finished lesson. Only sound questions are stored; none at all is a failed try. */
export async function writePractice(work: StepWork): Promise<void> {
  const { step } = work;
  const [material, availability] = await Promise.all([lessonMaterial(step.runId, step.itemId!), vendorAvailability()]);
  const practice = practiceFor(step.request);
  const shared = {
    cast: PRACTICE_SERVICES,
    availability,
    purpose: 'practice',
    variables: {
      lesson: lessonBrief(material),
      lesson_text: { content: withoutMarkers(material.text?.content ?? '') },
      practice:
        practice.kind === 'quiz'
          ? { ...practice, kinds: questionKinds(material.placed.module + material.placed.lesson, practice.count) }
          : practice,
      instruction: material.rewrite?.instruction ?? '',
    },
    maxOutputTokens: 6_000,
  };
  const answer =
    practice.kind === 'quiz'
      ? await askForStep(work, {
          ...shared,
          prompt: 'write-quiz',
          schema: quizDocument,
          tidy: (value) => tidyQuiz(value, practice.count),
          check: (value) => checkQuiz(value, step.request, practice.count),
        }).then((quiz) => ({ ...quiz, value: quizMaterial(step.itemId!, quiz.value) }))
      : await askForStep(work, {
          ...shared,
          prompt: 'write-exercises',
          schema: exercisesDocument,
          tidy: (value) => tidyExercises(value, practice.count),
          check: (value) => checkExercises(value, step.request, practice.count),
        }).then((exercises) => ({ ...exercises, value: exercisesMaterial(exercises.value) }));
  const words = { service: SERVICE_NAMES[answer.service], lesson: numberOf(material.placed) };
  await completeStep(step, {
    output: answer.value,
    service: answer.service,
    inputHash: answer.inputHash,
    callId: answer.callId,
    event: {
      name: 'practice.ready',
      message:
        practice.kind === 'quiz'
          ? toSentence('{service} wrote the quiz of lesson {lesson}.', words)
          : toSentence('{service} wrote the exercises of lesson {lesson}.', words),
    },
  });
}
