import type { Knex } from 'knex';

// Of a proposal of several lessons some may be accepted now and the rest later: which are live already has to be known, and each acceptance
// makes a version of its own. A run still adds what a course lacks, or makes it, in one version.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table run add column accepted_lessons uuid[] not null default '{}';
    update run set accepted_lessons = version.changed_lessons
      from course_version version
     where run.settled = 'accepted' and version.course_id = run.target_course_id and version.run_id = run.id and version.kind = 'regenerated';
    drop index course_version_one_per_run;
    create unique index course_version_one_per_run on course_version (course_id, run_id) where run_id is not null and kind <> 'regenerated';
  `);
}
