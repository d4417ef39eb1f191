import { randomUUID } from 'node:crypto';
import knexFactory, { type Knex } from 'knex';
import { signIn } from '../testing/client.ts';
import { startStack } from '../testing/stack.ts';
import { bound, line } from './figures.ts';
import { statementsSent } from './measure.ts';

const COURSES = 1_000;
const LESSONS = 60;
/** Completed lessons of every second course; the other courses are completed. 50,000 in total. */
const DONE = 40;
const ROUNDS = 40;
const MOST_STATEMENTS = 6;
/** The rest of a month's quota is read under its lock: the number of statements does not depend on the data. */
const WITH_QUOTA = new Set(['course: pictures']);

/**
 * Measures a learner's screens over HTTP, for a user with 1,000 courses of 60 lessons and 50,000 completed lessons: time and statements of
 * each call. The baseline is a call that reads one row.
 */
export async function bench(): Promise<void> {
  const stack = await startStack();
  const { databaseUrl } = stack.record();
  const knex = knexFactory({
    client: 'pg',
    connection: { connectionString: databaseUrl ?? '', statement_timeout: 300_000 },
    pool: { min: 1, max: 1 },
  });
  try {
    const client = await signIn(stack.url);
    const { userId } = client;
    const { courseId, lessonId, sessionId } = await givenLearner(knex, userId);
    const course = `/api/courses/${courseId}`;
    const zone = 'time_zone=Europe/Berlin';
    const calls: Record<string, string> = {
      'baseline: who is signed in': '/api/auth/me',
      'shell: settings': `/api/settings/${userId}`,
      'shell: tokens': `/api/user-tokens/${userId}`,
      'shell: notices': '/api/notifications',
      'search (Ctrl K)': '/api/search?q=bees+1234',
      'My Courses: go on': '/api/continue',
      'My Courses: first page': `/api/courses/${userId}`,
      'My Courses: searched': `/api/courses/${userId}?q=number+77`,
      'My Courses: completed, read last': `/api/courses/${userId}?status=completed&sort=read`,
      'My Courses: by title': `/api/courses/${userId}?sort=title`,
      'My Courses: saved': `/api/courses/saved/${userId}`,
      'course, lesson': `/api/courses/${userId}/${courseId}`,
      'lesson: answers': `${course}/lessons/${lessonId}/answers`,
      'lesson: answers in words': `${course}/lessons/${lessonId}/words`,
      'lesson: notes': `/api/notes?course_id=${courseId}&lesson_id=${lessonId}`,
      'lesson: questions': `${course}/lessons/${lessonId}/questions`,
      'course: pictures': `/api/course-pictures/${courseId}`,
      'course: versions': `${course}/versions`,
      'course: proposals': `${course}/proposals`,
      'course: final test': `${course}/final-test`,
      'course: certificate': `/api/certificates?course_id=${courseId}`,
      notes: '/api/notes',
      'notes: searched': '/api/notes?q=swarm+1234',
      review: '/api/review',
      dashboard: `/api/dashboard/${userId}?${zone}`,
      achievements: `/api/achievements/${userId}?${zone}`,
      points: '/api/points',
      'mentor: sessions': '/api/mentor/sessions',
      'mentor: searched': '/api/mentor/sessions?q=winter+77',
      'mentor: one session': `/api/mentor/sessions/${sessionId}`,
      certificates: '/api/certificates',
      'runs of courses': '/api/generate-course/runs',
      recommendations: '/api/ai/course-recommendations',
    };
    for (const [name, address] of Object.entries(calls)) {
      // the first call awards achievements and fills caches, so it is not typical
      const { status } = await client.request('GET', address);
      if (status !== 200) throw new Error(`${address}: ${status}`);
      const before = await statementsSent(stack.adminUrl);
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const begin = performance.now();
        await client.request('GET', address);
        times.push(performance.now() - begin);
      }
      const statements = ((await statementsSent(stack.adminUrl)) - before) / ROUNDS;
      times.sort((a, b) => a - b);
      const at = (share: number) => times[Math.ceil(share * ROUNDS) - 1]!.toFixed(0);
      line(
        `${name}, p50 / p95 (target p95 ≤ 100)`,
        `${at(0.5)} / ${at(0.95)} ms; ${statements.toFixed(1)} statements (target ≤ ${MOST_STATEMENTS})`,
      );
      const most = WITH_QUOTA.has(name) ? 10 : MOST_STATEMENTS;
      bound(`${name}: at most ${most} statements`, statements <= most);
    }
  } finally {
    await knex.destroy();
    await stack.stop();
  }
}

/** Inserts a user's data of several years. @returns what the screens open */
async function givenLearner(knex: Knex, userId: string): Promise<{ courseId: string; lessonId: string; sessionId: string }> {
  const text = 'In spring a colony doubles in a month, and so does its hunger. '.repeat(60);
  // in batches, because a course has several hundred kilobytes
  for (let from = 1; from <= COURSES; from += 100)
    await knex.raw(
      `with made as (
         insert into course (id, account_id, title, description, difficulty, duration, age_group, module_count, lesson_count, duration_minutes,
                             quality_level, created_at, outline)
         select gen_random_uuid(), cast(:userId as uuid), 'Bees, number ' || n, 'A course about bees', 'Beginner', '10 h', 'Adults', 6, :lessons, 600, 'high',
                now() - n * interval '1 day', '{"modules":[],"learning_objectives":[],"expert_insights":[]}'
           from generate_series(:from::int, :from + 99) n returning id, title)
       insert into course_version (course_id, number, content)
       select id, 1, jsonb_build_object('title', title, 'description', 'Bees', 'language', 'english', 'learning_objectives', '[]'::jsonb,
                'expert_insights', '[]'::jsonb, 'industry_relevance', '[]'::jsonb, 'quality_level', 'high', 'missing_lessons', 0,
                'modules', (select jsonb_agg(jsonb_build_object('title', 'Module ' || m, 'summary', '', 'lessons', (
                   select jsonb_agg(jsonb_build_object('lesson_id', gen_random_uuid(), 'title', 'Lesson ' || l, 'content', l || cast(:text as text) || m || made.title,
                            'objectives', '[]'::jsonb, 'key_takeaways', '[]'::jsonb, 'duration_minutes', 10, 'exercises', '[]'::jsonb,
                            'written_by', 'claude', 'reviewed_by', 'gemini', 'notes', '[]'::jsonb, 'quiz', jsonb_build_array(jsonb_build_object(
                              'id', 'q1', 'question', 'What doubles', 'explanation', 'The colony.', 'answer_id', 'a',
                              'options', '[{"id":"a","text":"The colony"},{"id":"b","text":"The hive"}]'::jsonb))))
                     from generate_series(1, :lessons / 6) l))) from generate_series(1, 6) m))
         from made`,
      { userId, from, lessons: LESSONS, text },
    );
  await knex.raw(
    `create temp table lesson as
     select c.id as course_id, (lesson->>'lesson_id')::uuid as lesson_id, substring(c.title from '\\d+$')::int as n,
            row_number() over (partition by c.id) as at
       from course c join course_version v on v.course_id = c.id, jsonb_path_query(v.content, '$.modules[*].lessons[*]') lesson
      where c.account_id = :userId and c.title like 'Bees, number %'`,
    { userId },
  );
  const own = { userId, done: DONE, lessons: LESSONS };
  for (const sql of [
    `insert into lesson_completion select cast(:userId as uuid), course_id, lesson_id, now() - (n * 60 + at) * interval '20 minutes' from lesson where n % 2 = 0 or at <= :done`,
    `insert into course_completion select distinct cast(:userId as uuid), course_id, now() - n * interval '1 day' from lesson where n % 2 = 0`,
    `insert into reading_place select cast(:userId as uuid), course_id, lesson_id, 0.5, now() - n * interval '3 hours' from lesson where at = 1`,
    `insert into point_entry (account_id, cause, points) select cast(:userId as uuid), 'lesson:' || lesson_id, 25 from lesson where n % 2 = 0 or at <= :done`,
    `insert into activity_minute select cast(:userId as uuid), date_trunc('minute', now()) - n * interval '7 minutes', null from generate_series(1, 100000) n on conflict do nothing`,
    `insert into review_card select cast(:userId as uuid), course_id, lesson_id, 'q1', now() + (n - 10) * interval '1 hour', '{}' from lesson where at <= 5`,
    `insert into question_answer select cast(:userId as uuid), gen_random_uuid(), course_id, lesson_id, 'q1', n % 3 > 0, now() - n * interval '1 hour', '{a}' from lesson where at <= 30`,
    `insert into lesson_note select cast(:userId as uuid), gen_random_uuid(), course_id, lesson_id, jsonb_build_object('quote', 'a colony doubles in a month',
        'prefix', 'Inspring', 'suffix', ',andso', 'position', 9, 'fingerprint', ''), 'Swarm, note ' || n, now() - n * interval '1 hour' from lesson where at <= 3`,
    `insert into saved_course select cast(:userId as uuid), course_id, now() - n * interval '1 hour' from lesson where at = 1 and n % 3 = 0`,
    `insert into notification (account_id, kind, cause, subject, read_at) select cast(:userId as uuid), 'run.completed', 'bench ' || n, 'Bees', now() from generate_series(1, 3000) n`,
    `insert into certificate (id, account_id, course_id, course_title, holder_name, lesson_count, completed_at)
     select gen_random_uuid(), cast(:userId as uuid), course_id, 'Bees', 'Ada', :lessons, now() from lesson where at = 1 and n % 2 = 0`,
    `insert into mentor_session (id, account_id, title, engine, updated_at)
     select gen_random_uuid(), cast(:userId as uuid), 'The winter cluster, ' || n, 'claude', now() - n * interval '1 hour' from generate_series(1, 500) n`,
    `insert into mentor_message (account_id, id, session_id, sender, text, state, engine)
     select cast(:userId as uuid), gen_random_uuid(), s.id, 'user', 'What does a colony eat in the winter', 'sent', 'claude'
       from mentor_session s, generate_series(1, 20) where s.account_id = :userId`,
  ])
    await knex.raw(sql, own);
  await knex.raw('vacuum analyze');
  const [{ course_id: courseId, lesson_id: lessonId }] = await knex('lesson').where({ n: 4, at: 2 }).select();
  const { id: sessionId } = (await knex('mentor_session').where({ account_id: userId }).first('id'))!;
  return { courseId: String(courseId), lessonId: String(lessonId), sessionId: sessionId ?? randomUUID() };
}
