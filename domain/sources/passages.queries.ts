import { database } from '#domain/platform/database.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { searchWords } from './search-words.ts';
import type { Source, SourcePassage } from './source.model.ts';

/** A passage for prompts. All of its fields are the user's data. */
export interface FoundPassage {
  /** Short, and deterministic for a selection of sources: `s1p12` is passage 12 of the first. */
  readonly passageId: string;
  readonly sourceId: string;
  readonly sourceName: string;
  readonly number: number;
  readonly page: number | null;
  readonly headings: readonly string[];
  readonly text: string;
}

type Row = Pick<Source, 'name'> & Pick<SourcePassage, 'source_id' | 'number' | 'page' | 'headings' | 'body'>;

interface Wanted {
  readonly accountId: string;
  /** Source ids in the user's order; other users' sources, and unfinished ones, have no passages. */
  readonly sourceIds: readonly string[];
  /** Words of the subject to search for. */
  readonly about: string;
  readonly most: number;
}

const COLUMNS = sql`source.id as source_id, source.name, passage.number, passage.page, passage.headings, passage.body`;
const FROM = sql`from source join source_passage passage on passage.source_id = source.id`;
/** SQL: the finished sources of a user, among the selected ones. */
const selected = ({ accountId, sourceIds }: Pick<Wanted, 'accountId' | 'sourceIds'>): Sql =>
  sql`source.account_id = ${accountId} and source.id = any(${sourceIds}::uuid[]) and source.ready_at is not null`;
/** SQL expression: a source's place in the selection. */
const placeOf = (sourceIds: readonly string[]): Sql => sql`array_position(${sourceIds}::uuid[], source.id)`;

/** Finds passages that contain any of the words, best first. Words are compared by their stems, in the source's own language. */
export async function findPassages({ accountId, sourceIds, about, most }: Wanted): Promise<FoundPassage[]> {
  if (sourceIds.length === 0) return [];
  const rows = await rowsOf<Row>(
    database(),
    sql`select ${COLUMNS}
       ${FROM}, lateral (select replace(plainto_tsquery(source.text_config, ${searchWords(about)})::text, ' & ', ' | ')::tsquery as wanted) query
      where ${selected({ accountId, sourceIds })} and passage.search @@ wanted
      order by ts_rank_cd(passage.search, wanted, 1) desc, ${placeOf(sourceIds)}, passage.number limit ${most}`,
  );
  return rows.map((row) => toPassage(row, sourceIds));
}

/** Returns passages spread evenly over all sources, as a sample of the whole. */
export async function spreadPassages({ accountId, sourceIds, most }: Omit<Wanted, 'about'>): Promise<FoundPassage[]> {
  if (sourceIds.length === 0) return [];
  const rows = await rowsOf<Row>(
    database(),
    sql`select * from (select ${COLUMNS}, row_number() over (order by ${placeOf(sourceIds)}, passage.number) - 1 as place, count(*) over () as total
                      ${FROM} where ${selected({ accountId, sourceIds })}) every
      where floor(place * ${most}::numeric / total) <> floor((place - 1) * ${most}::numeric / total) order by place limit ${most}`,
  );
  return rows.map((row) => toPassage(row, sourceIds));
}

const toPassage = ({ source_id, name, number, page, headings, body }: Row, sourceIds: readonly string[]): FoundPassage => ({
  passageId: `s${sourceIds.indexOf(source_id) + 1}p${number}`,
  sourceId: source_id,
  sourceName: name,
  number,
  page,
  headings,
  text: body,
});

/** Returns the contents of sources: their names, and their headings in order. */
export async function contentsOf({
  accountId,
  sourceIds,
}: Pick<Wanted, 'accountId' | 'sourceIds'>): Promise<{ source: string; headings: string[] }[]> {
  if (sourceIds.length === 0) return [];
  return rowsOf<{ source: string; headings: string[] }>(
    database(),
    sql`select source.name as source, array(select heading from source_passage passage, unnest(passage.headings) heading
                                          where passage.source_id = source.id group by heading order by min(passage.number) limit 40) as headings
       from source where ${selected({ accountId, sourceIds })} order by ${placeOf(sourceIds)}`,
  );
}
