import type { TextProposal } from '#contract/translation/translation.contract.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { InterfaceFile, TextProposal as ProposalRow } from './interface-text.model.ts';

const MOST = 200;

/** Lists open proposals, oldest first, and each language's progress. */
export async function listProposals() {
  const [proposals, languages] = await Promise.all([
    rowsOf<Pick<ProposalRow, 'id' | 'language' | 'source' | 'proposed' | 'created_at'> & { readonly shown: string | null }>(
      database(),
      sql`select proposal.id, proposal.language, proposal.source, proposal.proposed, proposal.created_at,
              text.entry #>> '{}' as shown
         from text_proposal proposal left join interface_text text using (language, source)
        where proposal.state = 'open' order by proposal.created_at, proposal.id limit ${MOST}`,
    ),
    rowsOf<Pick<InterfaceFile, 'language' | 'untranslated' | 'made_at'> & { readonly translated: number; readonly by_people: number }>(
      database(),
      sql`select file.language, file.untranslated, file.made_at, count(text.*)::int as translated,
              (count(text.*) filter (where text.service is null))::int as by_people
         from interface_file file join interface_text text using (language)
        where file.is_current group by file.language, file.hash order by file.language`,
    ),
  ]);
  return {
    proposals: proposals.map((row): TextProposal => ({
      proposal_id: row.id,
      language: row.language,
      original_text: row.source,
      translated_text: row.shown,
      proposed_text: row.proposed,
      created_at: row.created_at.toISOString(),
    })),
    languages: languages.map(({ made_at, ...row }) => ({ ...row, made_at: made_at.toISOString() })),
  };
}
