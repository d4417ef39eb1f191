import type { Knex } from 'knex';
import type { Authorship } from '#contract/platform/authorship.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import type { QuizItem } from '#contract/courses/quiz.contract.ts';
import type { Citation } from '#contract/courses/citation.contract.ts';
import type { LessonNote } from '#domain/courses/content/course-content.queries.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { batchCalls } from '#domain/platform/batch-calls.ts';
import { numberOf, placedLessons, recalledLesson, type CoursePlan, type PlacedLesson } from '#domain/generation/outline/course-plan.ts';
import type { LessonDocument, ResearchDocument } from '#domain/generation/prompts/documents.ts';
import type { PracticeMaterial } from '#domain/generation/practice/practice-material.ts';
import type { WorkshopOutput } from '#domain/generation/workshop/workshop-material.ts';
import type { EarlierLesson } from '#domain/generation/practice/quiz-rules.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';

/** The facts that a step working on one lesson needs. */
export interface LessonMaterial {
  readonly plan: CoursePlan;
  readonly research: ResearchDocument | null;
  readonly placed: PlacedLesson;
  /** Present once written. */
  readonly text:
    | (LessonDocument & {
        readonly notes?: LessonNote[];
        readonly citations?: Citation[];
        readonly by?: Authorship;
        readonly service: Service;
      })
    | null;
  /** Present once a correction has changed the text. */
  readonly corrected: (LessonDocument & { readonly citations?: Citation[] }) | null;
  readonly practice: (PracticeMaterial & { readonly service: Service | null }) | null;
  /** The workshop of its module, if it carries that; null when there is none, or not yet. */
  readonly workshop: WorkshopOutput['workshop'];
  readonly findings: readonly string[];
  /** Only in a rewrite: the lesson's course, and the learner's instruction ('' when none was given). */
  readonly rewrite: { readonly courseId: string; readonly instruction: string } | null;
}

interface MaterialRow {
  readonly plan: CoursePlan;
  readonly research: ResearchDocument | null;
  readonly done: Record<string, { output: never; service: Service }> | null;
  readonly target_course_id: string | null;
  readonly instruction: string | null;
}

/** One query for all lessons of a run whose steps begin together. */
const readMaterial = batchCalls<{ runId: string; lessonId: string }, MaterialRow>(
  ({ runId }) => runId,
  async (lessons) => {
    const keys = lessons.flatMap(({ lessonId }) => {
      const { write, practice, workshop, check, correct } = lessonKeys(lessonId);
      return [write, practice, workshop, check, correct];
    });
    const [material] = await rowsOf<MaterialRow>(
      database(),
      sql`select own.plan, own.research, own.target_course_id, run.request->>'instruction' as instruction,
              (select jsonb_object_agg(step.key, jsonb_build_object('output', step.output, 'service', step.service))
                 from step where step.run_id = run.id and step.state = 'completed' and step.key = any(${keys}::text[])) as done
         from run join course_run own on own.run_id = run.id where run.id = ${lessons[0]!.runId}`,
    );
    return lessons.map(() => material!);
  },
);

/** Reads the plan and all results so far of one lesson. @throws when the run has no such lesson (a bug) */
export async function lessonMaterial(runId: string, lessonId: string): Promise<LessonMaterial> {
  const keys = lessonKeys(lessonId);
  const { plan, research, done, target_course_id, instruction } = await readMaterial({ runId, lessonId });
  const placed = placedLessons(plan).find((lesson) => lesson.planned.lesson_id === lessonId);
  if (!placed) throw new Error(`run ${runId} has no lesson ${lessonId}`);
  const made = (key: string) => done?.[key];
  const text = made(keys.write);
  const practice = made(keys.practice);
  const corrected = made(keys.correct)?.output as Partial<LessonDocument> | undefined;
  return {
    plan,
    research,
    placed,
    text: text ? { ...(text.output as LessonDocument), service: text.service } : null,
    corrected: corrected?.content ? (corrected as LessonDocument) : null,
    practice: practice ? { ...(practice.output as PracticeMaterial), service: practice.service } : null,
    workshop: (made(keys.workshop)?.output as WorkshopOutput | undefined)?.workshop ?? null,
    findings: (made(keys.check)?.output as { findings?: string[] } | undefined)?.findings ?? [],
    rewrite: target_course_id ? { courseId: target_course_id, instruction: instruction ?? '' } : null,
  };
}

/**
 * Returns what the recalled lesson taught (`recalledLesson`): as this run wrote it, or in a rewrite as it is in the course. Null when there is none, and when
 * it could not be written.
 */
export async function earlierLesson(
  runId: string,
  { plan, placed, rewrite }: Pick<LessonMaterial, 'plan' | 'placed' | 'rewrite'>,
): Promise<EarlierLesson | null> {
  const planned = recalledLesson(plan, placed);
  if (!planned) return null;
  const { lesson_id, title } = planned;
  const [taught] = await rowsOf<Pick<EarlierLesson, 'key_takeaways'>>(
    database(),
    rewrite
      ? sql`select lesson->'key_takeaways' as key_takeaways
              from course join course_version on course_id = course.id and number = current_version,
                   jsonb_path_query(content, '$.modules[*].lessons[*]') lesson
             where course.id = ${rewrite.courseId} and lesson->>'lesson_id' = ${lesson_id}`
      : sql`select output->'key_takeaways' as key_takeaways
              from step where run_id = ${runId} and key = ${lessonKeys(lesson_id).write} and state = 'completed'`,
  );
  const terms = plan.shared?.terms.filter((one) => one.lesson_id === lesson_id).map(({ term, meaning }) => ({ term, meaning }));
  return taught ? { lesson_id, title, ...taught, ...(terms && terms.length > 0 && { terms }) } : null;
}

/** Returns the summary of the recalled lesson that a blind reader of a quiz receives. */
export async function recalledBy(
  quiz: readonly QuizItem[],
  runId: string,
  material: Pick<LessonMaterial, 'plan' | 'placed' | 'rewrite'>,
): Promise<{ readonly earlier?: Omit<EarlierLesson, 'lesson_id'> }> {
  if (!quiz.some(({ purpose }) => purpose === 'recall')) return {};
  const earlier = await earlierLesson(runId, material);
  if (!earlier) return {};
  const { lesson_id: _, ...taught } = earlier;
  return { earlier: taught };
}

/** A lesson of the same module that is written already, as the authors of the others receive it. */
export interface WrittenBeside {
  readonly lessonId: string;
  readonly number: string;
  readonly title: string;
  readonly content: string;
  readonly key_takeaways: readonly string[];
  /** It comes before the lesson in the course. */
  readonly isEarlier: boolean;
}

/** Returns the lessons of a lesson's module that are written by now, in reading order: by this run, or in a rewrite in the course. */
export async function writtenBeside(
  runId: string,
  { plan, placed, rewrite }: Pick<LessonMaterial, 'plan' | 'placed' | 'rewrite'>,
): Promise<WrittenBeside[]> {
  const { lessons } = (plan.outline ?? plan.modules)[placed.module]!;
  const others = lessons.map((lesson, at) => ({ ...lesson, at })).filter(({ at }) => at !== placed.lesson);
  const ids = others.map(({ lesson_id: id }) => id);
  if (ids.length === 0) return [];
  const rows = await rowsOf<Pick<WrittenBeside, 'lessonId' | 'content' | 'key_takeaways'>>(
    database(),
    rewrite
      ? sql`select lesson->>'lesson_id' as "lessonId", lesson->>'content' as content, lesson->'key_takeaways' as key_takeaways
              from course join course_version on course_id = course.id and number = current_version,
                   jsonb_path_query(content, '$.modules[*].lessons[*]') lesson
             where course.id = ${rewrite.courseId} and lesson->>'lesson_id' = any(${ids}::text[])`
      : sql`select distinct on (item_id) item_id as "lessonId", output->>'content' as content, output->'key_takeaways' as key_takeaways
              from step where run_id = ${runId} and item_id = any(${ids}::uuid[]) and job in ('write-lesson', 'correct-lesson')
               and state = 'completed' and output->>'content' is not null order by item_id, job`,
  );
  return others.flatMap(({ lesson_id: id, title, at }) => {
    const row = rows.find(({ lessonId }) => lessonId === id);
    return row ? [{ ...row, number: numberOf({ module: placed.module, lesson: at }), title, isEarlier: at < placed.lesson }] : [];
  });
}

/** Returns what a written lesson has taught, for models that cannot hold its text. */
export const digestOf = ({ lessonId, number, title, key_takeaways }: WrittenBeside, { shared }: Pick<CoursePlan, 'shared'>) => ({
  number,
  title,
  key_takeaways,
  terms: (shared?.terms ?? []).filter((term) => term.lesson_id === lessonId).map(({ term }) => term),
});

/** Describes the lesson for prompts. */
export function lessonBrief({ plan, placed }: Pick<LessonMaterial, 'plan' | 'placed'>): Record<string, unknown> {
  const part = plan.shared?.lessons.find(({ lesson_id: id }) => id === placed.planned.lesson_id);
  return {
    number: numberOf(placed),
    ...(part && {
      kind: part.kind,
      assumes: part.assumes,
      adds: part.adds,
      leaves: part.leaves,
      thread: part.thread,
      work_minutes: part.work_minutes ?? 0,
    }),
    module: placed.module,
    lesson: placed.lesson,
    module_title: placed.moduleTitle,
    title: placed.planned.title,
    summary: placed.planned.summary,
    objectives: placed.planned.objectives,
  };
}

/** Returns the texts that a run has written of these lessons, in their order. */
export async function moduleTexts(
  runId: string,
  plan: CoursePlan,
  module: readonly string[],
): Promise<{ readonly title: string; readonly content: string }[]> {
  const keys = module.map((id) => lessonKeys(id).write);
  const rows = await rowsOf<{ key: string; content: string }>(
    database(),
    sql`select key, output->>'content' as content from step where run_id = ${runId} and state = 'completed' and key = any(${keys}::text[])`,
  );
  const written = new Map(rows.map(({ key, content }) => [key, content]));
  const planned = placedLessons(plan).map((placed) => placed.planned);
  return module.flatMap((id) => {
    const content = written.get(lessonKeys(id).write);
    const title = planned.find(({ lesson_id }) => lesson_id === id)?.title ?? '';
    return content === undefined ? [] : [{ title, content }];
  });
}

/** Returns the visible texts of the lessons that a run wrote or corrected, by their Markdown. */
export async function writtenTexts(trx: Knex, runId: string): Promise<Map<string, string>> {
  const texts = await rowsOf<{ content: string; text: string }>(
    trx,
    sql`select output->>'content' as content, output->>'text' as text
          from step where run_id = ${runId} and state = 'completed' and output ? 'text'`,
  );
  return new Map(texts.map(({ content, text }) => [content, text]));
}
