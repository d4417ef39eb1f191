import type { Knex } from 'knex';

// A class can assign a course to a student only once. Of earlier duplicate assignments the first stays, whole-class assignments before
// those for some students, with everything from the others: later dates, marks, questions, and the copy with more progress.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create temporary table named on commit drop as
      select a.id, a.classroom_id, a.for_all, a.due_at, a.created_at, coalesce(a.course_id, (select c.id from course c where c.run_id = a.run_id)) as course_id
        from assignment a;
    delete from named one where course_id is null
       or not exists (select from named other where other.id <> one.id and other.classroom_id = one.classroom_id and other.course_id = one.course_id);

    -- which student has which assignment, including students who left the class with work done
    create temporary table has on commit drop as
      select n.*, p.account_id from named n cross join lateral (
        select m.account_id from classroom_member m where n.for_all and m.classroom_id = n.classroom_id and m.role = 'student'
        union select account_id from assignment_person where not n.for_all and assignment_id = n.id
        union select account_id from assignment_copy where assignment_id = n.id
        union select account_id from assignment_mark where assignment_id = n.id
        union select account_id from class_question where assignment_id = n.id) p;
    create temporary table twice on commit drop as
      select one.id as loser, one.for_all, keeper.id as keeper, one.account_id, greatest(one.due_at, longer.due_at) as due_at
        from has one left join assignment_extension longer on longer.assignment_id = one.id and longer.account_id = one.account_id
        cross join lateral (
          select other.id from named other
           where other.classroom_id = one.classroom_id and other.course_id = one.course_id
             and (other.for_all or exists (select from has own where own.id = other.id and own.account_id = one.account_id))
           order by other.for_all desc, other.created_at, other.id limit 1) keeper
       where keeper.id <> one.id;

    update assignment keeper set due_at = latest.due_at from (
      select first.id, max(other.due_at) as due_at from named first
        join named other on other.classroom_id = first.classroom_id and other.course_id = first.course_id and other.for_all and other.id <> first.id
       where first.for_all group by first.id) latest
     where keeper.id = latest.id and (keeper.due_at is null or latest.due_at > keeper.due_at);
    insert into assignment_extension (assignment_id, account_id, due_at)
    select keeper, account_id, max(twice.due_at) from twice join assignment a on a.id = twice.keeper
     where twice.due_at > a.due_at group by keeper, account_id
        on conflict (assignment_id, account_id) do update set due_at = greatest(assignment_extension.due_at, excluded.due_at);

    update assignment_mark m set assignment_id = t.keeper from twice t where m.assignment_id = t.loser and m.account_id = t.account_id;
    update class_question q set assignment_id = t.keeper from twice t where q.assignment_id = t.loser and q.account_id = t.account_id;
    insert into assignment_copy (assignment_id, account_id, course_id, version, started_at)
    select distinct on (t.keeper, t.account_id) t.keeper, t.account_id, copy.course_id, copy.version, copy.started_at
      from twice t join assignment_copy copy on copy.account_id = t.account_id and copy.assignment_id in (t.keeper, t.loser)
      left join course_completion done on done.account_id = copy.account_id and done.course_id = copy.course_id
     order by t.keeper, t.account_id, done.completed_at nulls last, copy.course_id is null,
              (select count(*) from lesson_completion l where l.account_id = copy.account_id and l.course_id = copy.course_id) desc,
              copy.assignment_id = t.keeper desc, copy.started_at
        on conflict (assignment_id, account_id) do update set course_id = excluded.course_id, version = excluded.version, started_at = excluded.started_at;

    delete from assignment_person p using twice t where p.assignment_id = t.loser and p.account_id = t.account_id;
    delete from assignment a using named n
     where n.id = a.id and case when a.for_all
       then exists (select from named first where first.classroom_id = n.classroom_id and first.course_id = n.course_id and first.for_all
                       and (first.created_at, first.id) < (n.created_at, n.id))
       else exists (select from twice t where t.loser = a.id) and not exists (select from assignment_person p where p.assignment_id = a.id) end;
  `);
}

// Courses that were one all along stay one.
export async function down(): Promise<void> {
  // the schema did not change
}
