import type { Knex } from 'knex';

// A launch is identified by a link and a content together: platforms use one link id for many contents, and for copies of a course. A
// result can say that something is completed without a score. A concurrent older release continues to use `resource_link_ref`, which stays
// unique; its rows are marked `may_be_merged`, because their results may belong to several contents.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table lti_link
      add column resource_link text,
      add column may_be_merged boolean not null default true,
      add column recount_since timestamptz;
    create index lti_link_of on lti_link (platform_id, deployment_id, coalesce(resource_link, resource_link_ref));
    create index lti_link_recount on lti_link (recount_since) where recount_since is not null;
    alter table lti_session add column placement_id uuid references lti_placement on delete cascade;
    alter table lti_score
      alter column percent drop not null,
      add column of_merged boolean not null default false;
    create unique index lti_score_progress on lti_score (link_id, user_id, is_complete) where percent is null;
    alter table lti_platform add column audience_used text;
    alter table lti_refusal add column kind text not null default 'refused' check (kind in ('refused', 'left_out', 'grade'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from lti_refusal where kind <> 'refused';
    alter table lti_refusal drop column kind;
    alter table lti_platform drop column audience_used;
    drop index lti_score_progress;
    delete from lti_score where percent is null;
    alter table lti_score drop column of_merged, alter column percent set not null;
    alter table lti_session drop column placement_id;
    drop index lti_link_recount;
    drop index lti_link_of;
    alter table lti_link drop column recount_since, drop column may_be_merged, drop column resource_link;
  `);
}
