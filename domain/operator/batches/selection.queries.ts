import type { BatchDryRun } from '#contract/operator/batch-estimates.contract.ts';
import type { BadRow, BatchPlan, BatchSelection } from '#contract/operator/batches.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { config } from '#domain/platform/config.ts';
import { toldToCaller } from '#domain/identity/age/age-eligibility.queries.ts';
import { database } from '#domain/platform/database.ts';
import { fieldProblem, ProductError } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { folded, hasEveryWord, wordsOf } from '#domain/platform/normalised-text.ts';
import { empty, join, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import type { BatchWork } from './batch-work.ts';

/** Maximum number of courses in a selection, which is stored in one statement. */
export const MOST_COURSES = 20_000;

export interface Chosen {
  readonly courseId: string;
  readonly accountId: string;
  readonly lessonIds: readonly string[];
  /**
   * The results to create, unless they are lessons: places without a picture (`cover`, or a lesson of a module), or `1` for the first of
   * its kind.
   */
  readonly places: readonly string[];
  /** Total number of the course's lessons. */
  readonly ofLessons: number;
}

/** Returns the number of units to make for a course. */
export const unitsOf = ({ lessonIds, places }: Pick<Chosen, 'lessonIds' | 'places'>): number => lessonIds.length + places.length;

/** The selection for one batch. */
export interface Selected {
  readonly courses: readonly Chosen[];
  /** Skipped lessons. */
  readonly pinned: number;
  readonly edited: number;
}

export interface ChosenCourses extends Selected {
  readonly badRows: readonly BadRow[];
  /** Number of courses left out because their owners opted out. */
  readonly optedOut: number;
}

interface Row {
  readonly course_id: string;
  readonly account_id: string;
  readonly lesson_ids: string[];
  readonly pinned: number;
  readonly edited: number;
  readonly of_lessons: number;
}

/** SQL condition over `lesson` and `wrote`: the lesson of a course is selected. */
const lessonsIn = (): Readonly<Record<BatchSelection['lessons'], Sql>> => ({
  all: sql`true`,
  unreviewed: sql`(lesson.body->>'reviewed_by' is null and lesson.body->'of_library' is null or jsonb_array_length((lesson.body->'notes') - 'edited') > 0)`,
  // the model is known while the run's calls are stored; lessons whose calls were pruned count as old
  old_model: sql`not exists (
    select from step join vendor_call call on call.id = step.call_id
     where step.run_id = live.source_run and step.key = 'lesson:' || (lesson.body->>'lesson_id')
       and call.model = any(${SERVICES.map((service) => config().vendors[service].model)}::text[]))`,
  without_practice: sql`jsonb_array_length(lesson.body->'quiz') + jsonb_array_length(lesson.body->'exercises') = 0`,
});

/**
 * SQL condition over `lesson` and `live`: the lesson has no faithful text in the language, or one that may be older than its original; the
 * run checks that.
 */
const isUntranslated = (into: string): Sql => sql`not exists (
  select from lesson_translation there
   where there.course_id = live.id and there.language = ${into} and there.lesson_id::text = lesson.body->>'lesson_id' and there.made_at >= live.created_at
     and there.verdict = 'faithful')`;

/** Courses that can be rewritten: no copies, with their original request stored, and of existing accounts. */
export const LIVE = sql`
  select course.id, course.account_id, coalesce(version.run_id, course.run_id) as source_run, version.content, version.contents, version.created_at, course.quality_level,
         course.title, course.search_text, run.subject,
         exists (select from user_settings s where s.account_id = account.id and not s.operator_rewrites) as is_opted_out
    from course join course_version version on version.course_id = course.id and version.number = course.current_version
    join run on run.id = course.run_id and run.kind = 'course' and run.account_id = course.account_id
    join account on account.id = course.account_id and account.deleted_at is null
   where course.enrolled_from is null`;

export interface Filters {
  /** Ids in the CSV; null without a CSV. */
  readonly ids: readonly string[] | null;
  readonly selection: BatchSelection;
  /** Owners may opt their courses out, except from batches of their own. */
  readonly isCreators: boolean;
}

/** SQL condition over `live`: the course matches the filters. */
const isFiltered = ({ ids, selection }: Filters): Sql =>
  join(
    [
      sql`true`,
      ...(ids === null ? [] : [sql`live.id = any(${ids}::uuid[])`]),
      ...(selection.owner_id === undefined ? [] : [sql`live.account_id = ${selection.owner_id}::uuid`]),
      ...(selection.owner_email === undefined
        ? []
        : [sql`live.account_id in (select id from account where email = ${selection.owner_email.toLowerCase()})`]),
      ...(selection.topic === undefined
        ? []
        : [hasEveryWord(sql`folded_text(live.subject) || ' ' || live.search_text`, wordsOf(selection.topic))]),
      ...(selection.title === undefined ? [] : [hasEveryWord(folded(sql`live.title`), wordsOf(selection.title))]),
      ...(selection.language === undefined ? [] : [sql`live.contents->>'language' = ${selection.language}`]),
      ...(selection.quality_level === undefined ? [] : [sql`live.quality_level = ${selection.quality_level}`]),
      ...(selection.older_than === undefined ? [] : [sql`live.created_at < ${selection.older_than}::timestamptz`]),
    ],
    ' and ',
  );

/** SQL condition over `live`: the course is selected. */
export const isSelected = (filters: Filters): Sql =>
  filters.isCreators ? isFiltered(filters) : sql`${isFiltered(filters)} and not live.is_opted_out`;

export type Task = Pick<BatchPlan, 'selection' | 'into_language'>;

/**
 * Returns the courses of a batch, with the selected lessons or places for pictures. Never includes pinned lessons, and edited ones only on
 * request. Operators' batches leave out courses whose owners opted out. Unusable CSV rows are returned with their lines.
 */
export async function chooseCourses(work: Pick<BatchWork, 'choose'>, task: Task, isCreators: boolean): Promise<ChosenCourses> {
  const { selection } = task;
  const csv = selection.csv === undefined ? null : readCsv(selection.csv);
  const filters = { ids: csv && [...csv.ids.keys()], selection, isCreators };
  const chosen = await work.choose(task, filters);
  return {
    ...chosen,
    optedOut: isCreators ? 0 : await countOptedOut(filters),
    badRows: csv
      ? [...csv.bad, ...(await missingRows(csv.ids, selection.owner_id ?? null))].toSorted((one, other) => one.line - other.line)
      : [],
  };
}

async function countOptedOut(filters: Filters): Promise<number> {
  const [counted] = await rowsOf<{ count: number }>(
    database(),
    sql`select count(*)::int as count from (${LIVE}) live where ${isFiltered(filters)} and live.is_opted_out`,
  );
  return counted!.count;
}

/** The lessons to select within the courses. */
interface LessonChoice {
  readonly lessons: BatchSelection['lessons'];
  /** Include lessons that their owner has edited or pinned. */
  readonly withEdited: boolean;
  readonly withPinned: boolean;
}

/** Selects lessons of the courses, and counts those left out. */
export async function chooseLessons(
  { into_language: into }: Task,
  filters: Filters,
  { lessons, withEdited, withPinned }: LessonChoice,
): Promise<Selected> {
  const found = await rowsOf<Row>(
    database(),
    sql`with live as (
       select live.*, (select count(*)::int from jsonb_path_query(contents, '$.modules[*].lessons[*]')) as of_lessons from (${LIVE}) live
        where ${isSelected(filters)} ${into === undefined ? empty : sql`and live.contents->>'language' is distinct from ${into}`}
        order by live.id limit ${MOST_COURSES}
     ), chosen as (
       select live.id as course_id, live.account_id, live.of_lessons, lesson.body->>'lesson_id' as id, lesson.place,
              exists (select from lesson_pin pin where pin.course_id = live.id and pin.lesson_id::text = lesson.body->>'lesson_id') as is_pinned,
              exists (select from course_version edit where edit.course_id = live.id and edit.kind = 'edited'
                                                        and (lesson.body->>'lesson_id')::uuid = any(edit.changed_lessons))
                or jsonb_exists(lesson.body->'notes', 'edited') as is_edited
         from live, jsonb_path_query(live.content, '$.modules[*].lessons[*]') with ordinality lesson(body, place)
        where ${lessonsIn()[lessons]} ${into === undefined ? empty : sql`and ${isUntranslated(into)}`}
     )
     select course_id, account_id, of_lessons,
            coalesce(array_agg(id order by place) filter (where (${withPinned}::bool or not is_pinned) and (${withEdited}::bool or not is_edited)), '{}') as lesson_ids,
            count(*) filter (where is_pinned and not ${withPinned}::bool)::int as pinned,
            count(*) filter (where is_edited and not is_pinned and not ${withEdited}::bool)::int as edited
       from chosen group by course_id, account_id, of_lessons order by course_id`,
  );
  return {
    courses: found.flatMap((row) =>
      row.lesson_ids.length === 0
        ? []
        : [{ courseId: row.course_id, accountId: row.account_id, lessonIds: row.lesson_ids, places: [], ofLessons: row.of_lessons }],
    ),
    pinned: found.reduce((sum, row) => sum + row.pinned, 0),
    edited: found.reduce((sum, row) => sum + row.edited, 0),
  };
}

/** Returns the first of the selected courses by title, as examples. */
export async function previewCourses(chosen: readonly Chosen[], most: number): Promise<BatchDryRun['courses']> {
  const units = new Map(chosen.map((one) => [one.courseId, unitsOf(one)]));
  const rows = await rowsOf<{ id: string; title: string; email: string | null }>(
    database(),
    sql`select course.id, course.title, case when ${toldToCaller(sql`account.id`)} then account.email end as email from course join account on account.id = course.account_id
         where course.id = any(${[...units.keys()]}::uuid[]) order by course.title, course.id limit ${most}`,
  );
  return rows.map(({ id, title, email }) => ({ course_id: id, title, owner_email: email ?? '', units: units.get(id)! }));
}

/** Returns the CSV rows that name no course, or a course that cannot be rewritten. */
async function missingRows(ids: ReturnType<typeof readCsv>['ids'], ownerId: string | null): Promise<BadRow[]> {
  const named = [...ids.keys()];
  const found = await rowsOf<{ id: string; is_regenerable: boolean }>(
    database(),
    sql`select course.id, live.id is not null as is_regenerable from course left join (${LIVE}) live on live.id = course.id
         where course.id = any(${named}::uuid[]) and (${ownerId}::uuid is null or course.account_id = ${ownerId}::uuid)`,
  );
  const there = new Map(found.map((row) => [row.id, row.is_regenerable]));
  return named.flatMap((id) => {
    const isRegenerable = there.get(id);
    if (isRegenerable === true) return [];
    return { ...ids.get(id)!, problem: isRegenerable === undefined ? 'no_such_course' : 'not_regenerable' } as const;
  });
}

interface CsvRow {
  readonly line: number;
  readonly text: string;
}

/** As many as a batch has courses; every further line would be returned as a wrong row. */
const MOST_LINES = 20_000;
/** Number of columns searched for the one with the ids. */
const MOST_COLUMNS = 20;

/**
 * Parses the course ids of a CSV with their lines, and the invalid rows. A header is skipped; the column is `course_id`, else the first.
 * @throws ProductError validation.failed for too many lines
 */
export function readCsv(csv: string): { readonly ids: ReadonlyMap<string, CsvRow>; readonly bad: BadRow[] } {
  const lines = csv.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/, MOST_LINES + 1);
  if (lines.length > MOST_LINES) {
    const problem = fieldProblem('csv', toSentence('Must have at most {n, plural, one {# entry} other {# entries}}.', { n: MOST_LINES }));
    throw new ProductError('validation.failed', problem.words, { data: { errors: [problem] } });
  }
  const head = cellsOf(lines[0] ?? '').map((cell) => cell.toLowerCase());
  const named = head.indexOf('course_id');
  const ids = new Map<string, CsvRow>();
  const bad: BadRow[] = [];
  for (const [index, text] of lines.entries()) {
    const row = { line: index + 1, text: text.slice(0, 200) };
    const id = cellsOf(text)[Math.max(0, named)]?.toLowerCase() ?? '';
    if (text.trim() === '' || (index === 0 && (named >= 0 || id === 'id'))) continue;
    if (!isUuid(id)) bad.push({ ...row, problem: 'not_an_id' });
    else if (ids.has(id)) bad.push({ ...row, problem: 'twice' });
    else ids.set(id, row);
  }
  return { ids, bad };
}

const cellsOf = (line: string): string[] => line.split(/[,;\t]/, MOST_COLUMNS).map((cell) => cell.trim().replaceAll(/^"|"$/g, ''));
