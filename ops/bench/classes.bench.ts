import { getAssignmentReport, getClassReport } from '#domain/classes/class-report.queries.ts';
import { listAssignments, listOwnAssignments } from '#domain/classes/assignment.queries.ts';
import { followGroups } from '#domain/classes/class.commands.ts';
import { getClass, listClasses, listClassMembers } from '#domain/classes/class.queries.ts';
import { remindClasses } from '#domain/classes/remind-classes.commands.ts';
import { onBenchStore } from './bench-store.ts';
import { bound, line } from './figures.ts';

const CLASSES = 200;
const ASSIGNMENTS = 20_000;
const STUDENTS_A_CLASS = 30;
const LESSONS = 9;
const READS = 20;
const BOUNDS_MS = { list: 200, report: 300 } as const;

/**
 * Measures the reads of a teacher, a student and an administrator in a school of 200 classes of 30 with 100 assignments each; every student
 * has opened a tenth of these, and completed half of those.
 */
export const bench = (): Promise<void> =>
  onBenchStore(4, async ({ knex }) => {
    await knex.transaction(async (trx) => {
      await trx.raw('set local statement_timeout = 0');
      for (const sql of SEEDS) await trx.raw(sql);
    });
    await knex.raw('vacuum analyze');
    const owner = (await knex('organisation_member').where({ role: 'owner' }).first('account_id'))!.account_id;
    const group = (await knex('classroom').orderBy('id').first('id'))!;
    const classId: string = group.id;
    const people = await knex('classroom_member').where({ classroom_id: classId }).orderBy('account_id').select('account_id', 'role');
    const teacher: string = people.find(({ role }) => role === 'teacher')!.account_id;
    const student: string = people.find(({ role }) => role === 'student')!.account_id;
    const { id: assignmentId } = (await knex('assignment').where({ classroom_id: classId }).orderBy('created_at').first('id'))!;
    const named = { accountId: teacher, classId };
    await measured('all classes, for an administrator', BOUNDS_MS.list, () => listClasses({ accountId: owner }));
    await measured('a class', BOUNDS_MS.list, () => getClass(named));
    await measured('its people', BOUNDS_MS.list, () => listClassMembers(named));
    await measured('its assignments', BOUNDS_MS.list, () => listAssignments(named));
    await measured('what is assigned to a student', BOUNDS_MS.list, () => listOwnAssignments({ accountId: student }));
    await measured('the report of a class', BOUNDS_MS.report, () => getClassReport(named));
    await measured('the report of an assignment', BOUNDS_MS.report, () => getAssignmentReport({ ...named, assignmentId }));
    await measured('classes that follow groups, nothing to do', BOUNDS_MS.list, () => followGroups());
    const from = performance.now();
    line('reminders of a tick', `${await remindClasses()} in ${(performance.now() - from).toFixed(0)} ms`);
  });

async function measured(what: string, boundMs: number, read: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < READS; n += 1) {
    const from = performance.now();
    await read();
    times.push(performance.now() - from);
  }
  times.sort((one, other) => one - other);
  const [p50, p95] = [times[Math.ceil(READS / 2) - 1]!, times[Math.ceil(READS * 0.95) - 1]!];
  line(what, `${p50.toFixed(0)} ms median, ${p95.toFixed(0)} ms p95`);
  bound(`${what}: p95 at most ${boundMs} ms`, p95 <= boundMs);
}

const SEEDS = [
  `insert into organisation (id, name, package_id, seats, starts_at, ends_at) values (gen_random_uuid(), 'School', 'university_elite', 20000, now(), now() + interval '1 year')`,
  `insert into account (id, email, first_name, last_name, terms_version, terms_accepted_at)
   select gen_random_uuid(), 'person-' || n || '@school.example', 'Ada ' || n, 'Okafor', '1', now() from generate_series(0, ${CLASSES * (STUDENTS_A_CLASS + 1)}) n`,
  `insert into organisation_member (account_id, organisation_id, role)
   select a.id, o.id, case when n = 0 then 'owner' when n <= ${CLASSES} then 'teacher' else 'member' end
     from organisation o, account a, lateral (select substring(a.email from '\\d+')::int as n) number`,
  `insert into classroom (id, organisation_id, name, created_at)
   select gen_random_uuid(), o.id, 'Class ' || n, now() - n * interval '1 minute' from organisation o, generate_series(1, ${CLASSES}) n`,
  `create temp table placed as select id as classroom_id, substring(name from '\\d+')::int as n from classroom`,
  `insert into classroom_member (classroom_id, account_id, role)
   select placed.classroom_id, a.id, case when number.n <= ${CLASSES} then 'teacher' else 'student' end
     from account a, lateral (select substring(a.email from '\\d+')::int as n) number, placed
    where number.n > 0 and placed.n = 1 + (number.n - 1) % ${CLASSES}`,
  `insert into course (id, account_id, title, description, difficulty, duration, age_group, module_count, lesson_count, duration_minutes, quality_level, outline)
   select gen_random_uuid(), account_id, 'Beekeeping', '', 'Beginner', '1 h', 'Adults', 1, ${LESSONS}, 60, 'high', '{}' from classroom_member where role = 'teacher'`,
  `insert into course_version (course_id, number, content)
   select id, 1, jsonb_build_object('title', title, 'language', 'english', 'modules', jsonb_build_array(jsonb_build_object('title', 'Spring', 'lessons', (
            select jsonb_agg(jsonb_build_object('lesson_id', md5('lesson' || l)::uuid, 'title', 'Lesson ' || l, 'content', repeat('Bees ', 800),
                     'quiz', '[{"id":"q1","question":"What doubles?","options":[],"answer_id":"a","explanation":""}]'::jsonb)) from generate_series(1, ${LESSONS}) l))))
     from course`,
  `insert into assignment (id, classroom_id, course_id, title, due_at, assigned_by, created_at)
   select gen_random_uuid(), t.classroom_id, c.id, c.title, now() + (n - 50) * interval '1 day', t.account_id, now() - n * interval '1 hour'
     from classroom_member t join course c on c.account_id = t.account_id, generate_series(1, ${ASSIGNMENTS / CLASSES}) n where t.role = 'teacher'`,
  `create temp table opened as
   select gen_random_uuid() as course_id, a.id as assignment_id, s.account_id, row_number() over (partition by s.account_id order by a.id) as n, a.course_id as source_id
     from assignment a join classroom_member s on s.classroom_id = a.classroom_id and s.role = 'student'
    where abs(hashtext(a.id::text)) % 10 = 0`,
  `insert into course (id, account_id, assigned_from, title, description, difficulty, duration, age_group, module_count, lesson_count, duration_minutes, quality_level, outline)
   select course_id, account_id, source_id, 'Beekeeping', '', 'Beginner', '1 h', 'Adults', 1, ${LESSONS}, 60, 'high', '{}' from opened`,
  `insert into assignment_copy (assignment_id, account_id, course_id, version) select assignment_id, account_id, course_id, 1 from opened`,
  `insert into lesson_completion (account_id, course_id, lesson_id)
   select account_id, course_id, md5('lesson' || l)::uuid from opened, generate_series(1, ${LESSONS}) l where n % 2 = 0 or l < 4`,
  `insert into course_completion (account_id, course_id) select account_id, course_id from opened where n % 2 = 0`,
  `insert into question_answer (account_id, id, course_id, lesson_id, question_id, is_right, chosen_ids)
   select account_id, gen_random_uuid(), course_id, md5('lesson' || l)::uuid, 'q1', l % 3 > 0, '{a}' from opened, generate_series(1, ${LESSONS}) l`,
];
