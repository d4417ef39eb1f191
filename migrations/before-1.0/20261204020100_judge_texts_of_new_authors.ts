import type { Knex } from 'knex';

// The second judge may find that an author needs help. Texts it has to look at again after a crash are found by `public_text_waits`.
const check = (judgements: string): string => `
  alter table public_text drop constraint public_text_judgement_check;
  alter table public_text add constraint public_text_judgement_check check (judgement in (${judgements}))`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(check(`'harmless', 'abusive', 'unsure', 'help'`));
}
