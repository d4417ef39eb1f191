import type { TextProposal } from '#contract/translation/translation.contract.ts';
import { database } from '#domain/platform/database.ts';

const MOST = 200;

/** Lists open proposals, oldest first, and each language's progress. */
export async function listProposals() {
  const [proposals, languages] = await Promise.all([
    database().raw(
      `select proposal.id, proposal.language, proposal.source, proposal.proposed, proposal.created_at,
              text.entry #>> '{}' as shown
         from text_proposal proposal left join interface_text text using (language, source)
        where proposal.state = 'open' order by proposal.created_at, proposal.id limit ${MOST}`,
    ),
    database().raw(
      `select file.language, file.untranslated, file.made_at, count(text.*)::int as translated,
              (count(text.*) filter (where text.service is null))::int as by_people
         from interface_file file join interface_text text using (language)
        where file.is_current group by file.language, file.hash order by file.language`,
    ),
  ]);
  return {
    proposals: (proposals.rows as Row[]).map((row): TextProposal => ({
      proposal_id: row.id,
      language: row.language,
      original_text: row.source,
      translated_text: row.shown,
      proposed_text: row.proposed,
      created_at: row.created_at.toISOString(),
    })),
    languages: (languages.rows as LanguageRow[]).map(({ made_at, ...row }) => ({ ...row, made_at: made_at.toISOString() })),
  };
}

interface Row {
  readonly id: string;
  readonly language: string;
  readonly source: string;
  readonly proposed: string;
  readonly shown: string | null;
  readonly created_at: Date;
}

interface LanguageRow {
  readonly language: string;
  readonly untranslated: number;
  readonly made_at: Date;
  readonly translated: number;
  readonly by_people: number;
}
