import { database } from '#domain/platform/database.ts';
import { tokenOf, type LinkKind } from '#domain/platform/links/secret-link.ts';

/** Returns the token of the newest link of a kind mailed to an address. @throws Error when there is none */
export async function mailedToken(kind: LinkKind, to: string): Promise<string> {
  const mail = await database()('outgoing_mail').where({ kind, recipient: to }).orderBy('id', 'desc').first();
  if (!mail) throw new Error(`no ${kind} was mailed to ${to}`);
  return tokenOf(kind, String(mail.data['seed']));
}
