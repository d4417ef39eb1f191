import { UNKNOWN_TIME_ZONE } from '#contract/platform/time-zone.ts';
import { actingKey } from '#domain/platform/acting-key.ts';
import { sql, type Sql } from '#domain/platform/sql.ts';

/** SQL from: assignments `a` of classes `c`, with their course `source`, which the assigned run may have written meanwhile. */
export const ASSIGNMENTS = sql`assignment a join classroom c on c.id = a.classroom_id
  left join course source on source.id = coalesce(a.course_id, (select id from course written where written.run_id = a.run_id))`;

/** SQL condition: an assignment `a` is for a student `cm` of its class. */
export const IS_FOR = sql`(cm.classroom_id = a.classroom_id and cm.role = 'student' and (a.for_all or exists (
  select from assignment_person p where p.assignment_id = a.id and p.account_id = cm.account_id)))`;

/** SQL expression: the rule for late work of an assignment `a` of a class `c`. */
export const LATE_WORK = sql`coalesce(a.late_work, c.late_work)`;

/**
 * SQL joins that add the student's progress to pairs of an assignment `a` of a class `c` and a student `cm`. `copy` is the student's copy
 * of the course; `done` has:
 * - `due_at`: this student's due date, never before the general one;
 * - `at`: when the course was first completed; lessons that the teacher adds later do not change that. Completion after the assignment was
 * closed does not count; `arrived_at`: when we learnt of it, which decides whether it is late, unless the class counts by students' own time;
 * - `is_late`: completed after the due date, and marked as late; `is_overdue`: not completed by the due date;
 * - `closes_at`: nothing counts after this time; null when it never closes; `is_closed`: that time has passed;
 * - `is_extended`: the due date is later than the general one.
 */
export const STANDING = sql`left join assignment_copy copy on copy.assignment_id = a.id and copy.account_id = cm.account_id
  left join assignment_extension longer on longer.assignment_id = a.id and longer.account_id = cm.account_id
  left join course_completion whole on whole.account_id = copy.account_id and whole.course_id = copy.course_id
  cross join lateral (select case when a.due_at is not null then greatest(a.due_at, longer.due_at) end as due_at, ${LATE_WORK} as late_work) fact
  cross join lateral (
    select fact.due_at, whole.completed_at as finished_at, c.late_by = 'own_time' as by_own_time,
           case when counts.it then whole.completed_at end as at, case when counts.it then whole.arrived_at end as arrived_at,
           fact.late_work = 'mark' and coalesce(whole_at > fact.due_at, false) as is_late,
           case when fact.late_work = 'close' then fact.due_at end as closes_at,
           fact.late_work = 'close' and coalesce(fact.due_at < now(), false) as is_closed,
           coalesce(longer.due_at > a.due_at, false) as is_extended
      from (select case when c.late_by = 'own_time' then whole.completed_at else whole.arrived_at end as whole_at) counted
     cross join lateral (select fact.late_work <> 'close' or fact.due_at is null or whole_at <= fact.due_at as it) counts) reached
  cross join lateral (
    select reached.*, reached.at is null and coalesce(reached.due_at < now(), false) as is_overdue) done`;

/**
 * SQL lateral join `did`: the first answers in a student's copy, and when the student last worked on it.
 * @param copy alias of a row with `account_id` and `course_id` of the copy
 * @param closesAt answers after this time do not count
 * @param byOwnTime whether the class counts by students' own time instead of that of arrival
 */
export const didIn = (copy: Sql, closesAt: Sql, byOwnTime: Sql): Sql => sql`lateral (
  select count(*)::int as answered, count(*) filter (where is_right)::int as "right",
         greatest(max(answered_at), (select max(l.completed_at) from lesson_completion l where l.account_id = ${copy}.account_id and l.course_id = ${copy}.course_id)) as active_at
    from (select distinct on (lesson_id, question_id) is_right, answered_at from question_answer q
           where q.account_id = ${copy}.account_id and q.course_id = ${copy}.course_id and (${closesAt} is null or case when ${byOwnTime} then q.answered_at else q.arrived_at end <= ${closesAt})
           order by lesson_id, question_id, answered_at) first) did`;

/** Tells whether marks may be told to the caller at all: to people only, never to a key or a connected app (`marks` of an endpoint). */
export const tellsMarks = (): boolean => actingKey() === null;

/** SQL lateral left join `given`: the latest mark of a student `cm` for an assignment `a`, with `mark`, `reason`, `marked_at`. */
export const GIVEN_MARK = sql`left join lateral (
  select mark, case when mark is not null then reason end as reason, case when mark is not null then marked_at end as marked_at
    from assignment_mark one where one.assignment_id = a.id and one.account_id = cm.account_id order by one.marked_at desc, one.id desc limit 1) given on true`;

const NO_MARK = sql`cross join (select null::text as mark, null::text as reason, null::timestamptz as marked_at) given`;

/** SQL join `given`: `GIVEN_MARK` for a caller who may see marks, else nulls. @param maySee by their role in the class, or as the student */
export const marks = (maySee: boolean): Sql => (maySee && tellsMarks() ? GIVEN_MARK : NO_MARK);

/**
 * SQL expression: the time zone in which the days of an assignment `a` of a class `c` end: the class's, else that of the person who
 * assigned it; null when unknown.
 */
export const TIME_ZONE = sql`coalesce(c.time_zone, (
  select nullif(time_zone, ${UNKNOWN_TIME_ZONE}) from user_settings where account_id = coalesce(a.assigned_by, c.created_by)))`;
