import { uuidv7 } from 'uuidv7';
import { isUuid } from '#domain/platform/uuid.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { isTranslationOf } from '#contract/translation/message-check.ts';
import { fileOf, storeInterfaceFile } from './store-interface-file.command.ts';
import { needsNoService } from './interface-texts.queries.ts';

interface Proposal {
  readonly accountId: string;
  readonly language: string;
  readonly source: string;
  readonly proposed: string;
}

/**
 * Stores a user's proposed translation; another one of theirs for the same sentence replaces it.
 * @throws ProductError not_found for a sentence that no service has translated; validation.failed when it is no ICU message with the same arguments and the language's plural forms
 */
export async function proposeText({ accountId, language, source, proposed }: Proposal): Promise<void> {
  const known = needsNoService(language) ? null : await database()('interface_text').where({ language, source }).first('source');
  if (!known) throw notFound('text');
  if (linksOf(source) !== linksOf(proposed) || !isTranslationOf(source, proposed, language))
    throw new ProductError(
      'validation.failed',
      'The text must have the same names in braces as the original, and each plural form of the language.',
    );
  await database()('text_proposal')
    .insert({ id: uuidv7(), account_id: accountId, language, source, proposed })
    .onConflict(expression(database(), sql`(account_id, language, source) where state = 'open'`))
    .merge({ proposed, created_at: database().fn.now() });
}

/** No proposal may change where a link leads. */
const linksOf = (text: string): string => [...new Set(text.match(/\]\([^()\s]*\)/g) ?? [])].sort().join(' ');

/**
 * Accepts or declines a proposal. An accepted text takes precedence over the services' one, and the language gets a new file at once.
 * @throws ProductError not_found, also when it was already decided
 */
export async function decideProposal(id: string, { accept, operatorId }: { accept: boolean; operatorId: string }): Promise<void> {
  if (!isUuid(id)) throw notFound('proposal');
  await transact(async (trx) => {
    const [row] = await trx('text_proposal')
      .where({ id, state: 'open' })
      .update({ state: accept ? 'accepted' : 'declined', decided_at: trx.fn.now(), decided_by: operatorId })
      .returning(['language', 'source', 'proposed']);
    if (!row) throw notFound('proposal');
    const { language, source, proposed } = row as { language: string; source: string; proposed: string };
    const action = accept ? 'text_proposal.accept' : 'text_proposal.decline';
    await recordAudit({ actor: `account:${operatorId}`, action, subject: `text_proposal:${id}`, detail: { language, source } }, trx);
    if (!accept) return;
    await trx('interface_text')
      .where({ language, source })
      .update({ service: null, made_at: trx.fn.now(), entry: JSON.stringify(proposed) });
    await storeInterfaceFile(trx, language, await fileOf(trx, language));
  });
}
