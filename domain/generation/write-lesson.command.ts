import { liveText } from '#domain/courses/live-lesson.queries.ts';
import { database } from '#domain/platform/database.ts';
import { VendorFailure } from '#domain/vendors/llm/vendor-failure.ts';
import { askForStep, type StepWork } from './ask-for-step.ts';
import { checkLesson } from './check-lesson.ts';
import { completeStep } from './complete-step.ts';
import { courseSize } from './course-size.ts';
import { lessonDocument } from './documents.ts';
import { lessonBrief, lessonMaterial, outlineBrief, type LessonMaterial } from './lesson-material.queries.ts';
import { lessonCast } from './roles.ts';
import { SERVICE_NAMES } from './service-names.ts';

/** Tokens a lesson of so many words may take, with room for markup and languages that need more tokens a word. */
export const lessonTokens = (words: number) => words * 4 + 2_000;

/**
 * Writes one lesson. It can be read as soon as this is committed. In a rewrite the author sees the live text and the learner's wish, unless
 * the course does not have the lesson.
 */
export async function writeLesson(work: StepWork): Promise<void> {
  const { step } = work;
  const material = await lessonMaterial(step.runId, step.lessonId!);
  const answer = await askForStep(work, {
    cast: lessonCast(step.form, material.placed.number),
    purpose: 'lesson',
    ...(await promptFor(step.accountId, material)),
    schema: lessonDocument,
    maxOutputTokens: lessonTokens(courseSize(step.form).lesson_words),
    check: checkLesson,
  });
  const twin = await database()('step')
    .where({ run_id: step.runId, job: 'write-lesson', state: 'completed' })
    .whereRaw(`md5(output->>'content') = md5(?)`, [answer.value.content])
    .first('key');
  if (twin) {
    throw new VendorFailure({ service: answer.service, kind: 'broken', code: 'vendors.broken_output', detail: 'the text is that of another lesson' });
  }
  await completeStep(step, {
    output: answer.value,
    service: answer.service,
    inputHash: answer.inputHash,
    event: {
      name: 'lesson.ready',
      text: `${SERVICE_NAMES[answer.service]} wrote lesson ${material.placed.module + 1}.${material.placed.lesson + 1}, ${material.placed.planned.title}.`,
    },
  });
}

async function promptFor(accountId: string, material: LessonMaterial): Promise<{ prompt: string; variables: Record<string, unknown> }> {
  const variables = { outline: outlineBrief(material), research: material.research ?? {}, lesson: lessonBrief(material) };
  const { rewrite, placed } = material;
  const live = rewrite && (await liveText({ accountId, courseId: rewrite.courseId, lessonId: placed.planned.lesson_id }));
  if (!live) return { prompt: 'write-lesson', variables };
  return { prompt: 'rewrite-lesson', variables: { ...variables, lesson_text: live, instruction: { text: rewrite.instruction } } };
}
