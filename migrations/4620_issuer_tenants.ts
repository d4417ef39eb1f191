import type { Knex } from 'knex';

// An issuer that many organisations share names a person's organisation in a claim: the connection holds which ones may come. Until now a
// Google account of any verified domain could. What browsers brought from providers is no longer kept as the provider's words.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table organisation_sign_in add column tenants text[] not null default '{}';
    update organisation_sign_in s
       set tenants = array(select d.domain from organisation_domain d
                            where d.organisation_id = s.organisation_id and d.verified_at is not null order by d.domain)
     where s.kind = 'oidc' and s.issuer in ('https://accounts.google.com', 'https://accounts.google.com/');
    update organisation_sign_in_failure set last_words = null where reason = 'provider_error';
    update organisation_sign_in_failure set last_detail = null
     where reason in ('provider_error', 'unreadable', 'algorithm', 'recipient', 'signature', 'unsigned', 'audience', 'expired');
    delete from organisation_arrival where problem is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table organisation_sign_in drop column tenants');
}
