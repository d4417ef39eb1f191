import type { Knex } from 'knex';
import { addMail } from '#domain/mail/add-mail.command.ts';
import type { LinkKind } from '#domain/platform/links/secret-link.ts';
import { makeLink } from './account-link.ts';

/** Mails a link of this kind, in the caller's transaction: one mail per link. */
export async function mailLink(
  trx: Knex.Transaction,
  kind: LinkKind,
  { id, email, first_name }: { id: string; email: string; first_name: string },
): Promise<void> {
  const { seed, name } = await makeLink(trx, kind, id);
  await addMail(trx, { kind, cause: `${kind}:${name}`, accountId: id, to: email, data: { first_name, seed } });
}
