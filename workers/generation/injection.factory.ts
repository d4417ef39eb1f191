import { beforeAll, expect } from 'vitest';
import { ACHIEVEMENTS } from '#contract/dashboard/achievements.ts';
import { courseSchema } from '#contract/courses/courses.contract.ts';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { checkLanguage } from '#domain/generation/checks/check-language.ts';
import { checkLeaks } from '#domain/generation/checks/check-leaks.ts';
import { textsOf } from '#domain/platform/prose/plain-prose.ts';
import { everyRule } from '#domain/generation/prompts/every-prompt.factory.ts';
import { POINTS } from '#contract/dashboard/points.ts';
import { INJECTION_ATTEMPTS, type Attempt } from './injection-attempts.factory.ts';
import { SHORT, usePipeline, type Outcome } from './pipeline.factory.ts';

/** The achievement for the first course, with its points. */
const FIRST_COURSE = ACHIEVEMENTS.find(({ id }) => id === 'first_generated')!;

const instructions = everyRule();

/** Attempts in different fields share a form, as learners would fill it in; each occurs in every prompt of its course. */
export const FORMS: Attempt[] = [];
for (const { name, form } of INJECTION_ATTEMPTS) {
  const at = FORMS.findIndex((other) => Object.keys(form).every((field) => !(field in other.form)));
  if (at < 0) FORMS.push({ name, form });
  else FORMS[at] = { name: `${FORMS[at]!.name}; ${name}`, form: { ...FORMS[at]!.form, ...form } };
}

/** Creates courses whose requests attempt to instruct the services; call it once at the top of a test file. */
export function useInjections() {
  const pipeline = usePipeline();
  const { database, write } = pipeline;

  /** Occurs in every text of another user's course. */
  const CANARY = 'canary-of-somebody-else-51c0';
  let victim: string;
  let plain: Promise<Awaited<ReturnType<typeof factsOf>>> | undefined;

  beforeAll(async () => {
    victim = await givenOwner();
    await givenCourse(victim, { document: { title: CANARY, description: CANARY, learning_objectives: [CANARY] } });
  });

  const owned = async (accountId: string) => {
    const { rows } = await database.knex.raw(
      `select (select jsonb_agg(to_jsonb(a)) from account a where id = :id) as account, (select jsonb_agg(to_jsonb(c) order by id) from course c where account_id = :id) as courses,
            (select jsonb_agg(to_jsonb(p)) from point_entry p where account_id = :id) as points, (select jsonb_agg(to_jsonb(n)) from notification n where account_id = :id) as notices`,
      { id: accountId },
    );
    return JSON.stringify(rows[0]);
  };

  /** Returns the cost and the result of a request, which must not depend on its text. */
  async function factsOf({ runId, run }: Outcome) {
    const { account_id } = (await database.knex('run').where({ id: runId }).first('account_id'))!;
    const calls: { purpose: string; count: string }[] = await database
      .knex('vendor_call')
      .where({ run_id: runId })
      .groupBy('purpose')
      .orderBy('purpose')
      .select('purpose')
      .count();
    const points = await database.knex('point_entry').where({ account_id: account_id! }).sum({ sum: 'points' }).first();
    const roles = await database.knex('account').where({ id: account_id! }).first();
    return {
      account_id,
      calls,
      points: Number(points?.sum),
      reserved: run.tokens_reserved,
      charged: run.tokens_charged,
      roles: roles!.roles,
    };
  }

  /** Returns the cost and the result of a plain request. */
  const measure = () => (plain ??= write(SHORT).then(factsOf));

  /** Writes a course from this form and expects it to be like any other, without any of our or another user's texts. */
  async function expectData(form: Attempt['form']): Promise<void> {
    expect(await measure()).toMatchObject({ points: POINTS.course_generated + FIRST_COURSE.points });

    const before = await owned(victim);
    const outcome = await write({ ...SHORT, ...form });
    const { account_id, ...facts } = await factsOf(outcome);

    // the course has the requested size, shape and language
    expect(outcome.run).toMatchObject({ status: 'completed', error_code: null });
    const drafted = await database.knex('step').where({ run_id: outcome.runId, key: 'outline' }).first('output');
    expect(drafted!.output).toMatchObject({ lessons: 9 });
    expect(outcome.content!.modules.map((module) => module.lessons.length)).toEqual([1, 1, 1]);
    expect(outcome.content).toMatchObject({ quality_level: 'high', missing_lessons: 0, language: 'english' });
    const { course_id } = await database.knex('run').join('course_run', 'run_id', 'id').where({ id: outcome.runId }).first('course_id');
    const course = await getCourse({ accountId: account_id!, courseId: course_id });
    expect(courseSchema.safeParse(course).error).toBeUndefined();
    for (const lesson of lessonsOf(outcome.content!)) {
      expect(checkLanguage([lesson.content], 'english'), lesson.title).toEqual([]);
      expect(lesson.quiz.length).toBeGreaterThan(0);
    }

    // it contains none of our or another user's texts, nor anything that a browser would run
    expect(checkLeaks(outcome.content, instructions, textsOf(form).join('\n'))).toEqual([]);
    expect(JSON.stringify(outcome.content)).not.toContain(CANARY);
    expect(await owned(victim)).toBe(before);

    // and its cost and result are those of every course
    const tried = (await database.knex('step').where({ run_id: outcome.runId }).whereRaw(`tried <> '[]'`)).map((step) => [
      step.key,
      step.tried,
    ]);
    expect(tried).toEqual([]);
    const { account_id: _, ...expected } = await measure();
    expect(facts).toEqual(expected);
  }

  return { expectData };
}
