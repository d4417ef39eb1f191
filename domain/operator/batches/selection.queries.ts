import type { BadRow, BatchPlan, BatchSelection } from '#contract/operator/batches.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { readCsv } from './read-csv.ts';

/** Maximum number of courses in a selection: they are frozen in one statement. */
export const MOST_COURSES = 20_000;

interface Chosen {
  readonly courseId: string;
  readonly accountId: string;
  readonly lessonIds: readonly string[];
  /** Total number of its lessons. */
  readonly ofLessons: number;
}

export interface ChosenCourses {
  readonly courses: readonly Chosen[];
  readonly badRows: readonly BadRow[];
  /** Skipped lessons. */
  readonly pinned: number;
  readonly edited: number;
}

interface Row {
  readonly course_id: string;
  readonly account_id: string;
  readonly lesson_ids: string[];
  readonly pinned: number;
  readonly edited: number;
  readonly of_lessons: number;
}

/** Condition over `lesson` and `wrote`: the chosen lessons of a course. */
const LESSONS: Readonly<Record<BatchSelection['lessons'], string>> = {
  all: 'true',
  unreviewed: `lesson.body->>'reviewed_by' is null or jsonb_array_length((lesson.body->'notes') - 'edited') > 0`,
  // the model is known while the run's calls are stored; pruned ones count as old
  old_model: `not exists (
    select from step join vendor_call call on call.id = step.call_id
     where step.run_id = live.source_run and step.key = 'lesson:' || lesson.id and call.model = any(:models::text[]))`,
  without_practice: `jsonb_array_length(lesson.body->'quiz') + jsonb_array_length(lesson.body->'exercises') = 0`,
};

/** Condition over `lesson` and `live`: it has no text in the language, or one that may be older than its original, which its run checks. */
const UNTRANSLATED = `not exists (
  select from lesson_translation there
   where there.course_id = live.id and there.language = :into and there.lesson_id::text = lesson.id and there.made_at >= live.created_at)`;

/** Courses that can be rewritten: not copies, with their original request, of existing accounts. */
const LIVE = `
  select course.id, course.account_id, coalesce(version.run_id, course.run_id) as source_run, version.content, version.created_at
    from course join course_version version on version.course_id = course.id and version.number = course.current_version
    join run on run.id = course.run_id and run.kind = 'course' and run.account_id = course.account_id
    join account on account.id = course.account_id and account.deleted_at is null
   where course.enrolled_from is null`;

/**
 * Returns the courses of a batch, and the chosen lessons. Never includes pinned lessons, and edited ones only on request. Unusable CSV rows
 * are returned with their lines.
 */
export async function chooseCourses({
  what,
  selection,
  into_language: into,
}: Pick<BatchPlan, 'what' | 'selection' | 'into_language'>): Promise<ChosenCourses> {
  const csv = selection.csv === undefined ? null : readCsv(selection.csv);
  const lessons = what === 'missing_practice' ? 'without_practice' : what === 'refresh_all' ? 'all' : selection.lessons;
  const { rows } = await database().raw(
    `with live as (
       select * from (${LIVE}) live
        where (:ids::uuid[] is null or live.id = any(:ids::uuid[])) and (:owner::uuid is null or live.account_id = :owner::uuid)
          and (:language::text is null or live.content->>'language' = :language) and (:quality::text is null or live.content->>'quality_level' = :quality)
          and (:olderThan::timestamptz is null or live.created_at < :olderThan::timestamptz)
          and (:into::text is null or live.content->>'language' is distinct from :into)
        order by live.id limit ${MOST_COURSES}
     ), lesson as (
       select live.id as course_id, (body->>'lesson_id') as id, body, row_number() over (partition by live.id) as place
         from live, jsonb_path_query(live.content, '$.modules[*].lessons[*]') body
     ), chosen as (
       select live.id as course_id, live.account_id, lesson.id, lesson.place,
              exists (select from lesson_pin pin where pin.course_id = live.id and pin.lesson_id::text = lesson.id) as is_pinned,
              exists (select from course_version edit where edit.course_id = live.id and edit.kind = 'edited' and lesson.id::uuid = any(edit.changed_lessons))
                or jsonb_exists(lesson.body->'notes', 'edited') as is_edited
         from live join lesson on lesson.course_id = live.id where ${LESSONS[lessons]}${into === undefined ? '' : ` and ${UNTRANSLATED}`}
     )
     select course_id, account_id, (select count(*)::int from lesson whole where whole.course_id = chosen.course_id) as of_lessons,
            coalesce(array_agg(id order by place) filter (where (:pinned or not is_pinned) and (:edited or not is_edited)), '{}') as lesson_ids,
            count(*) filter (where is_pinned and not :pinned)::int as pinned, count(*) filter (where is_edited and not is_pinned and not :edited)::int as edited
       from chosen group by course_id, account_id order by course_id`,
    {
      ids: csv && [...csv.ids.keys()],
      owner: selection.owner_id ?? null,
      language: selection.language ?? null,
      quality: selection.quality_level ?? null,
      olderThan: selection.older_than ?? null,
      into: into ?? null,
      // practice is added, and a translation is separate: neither overwrites the owner's text
      edited: selection.include_edited || what === 'missing_practice' || what === 'translation',
      pinned: what === 'translation',
      ...(lessons === 'old_model' && { models: SERVICES.map((service) => config().vendors[service].model) }),
    } as never,
  );
  const found = rows as Row[];
  return {
    courses: found.flatMap((row) =>
      row.lesson_ids.length === 0
        ? []
        : [{ courseId: row.course_id, accountId: row.account_id, lessonIds: row.lesson_ids, ofLessons: row.of_lessons }],
    ),
    badRows: csv
      ? [...csv.bad, ...(await missingRows(csv.ids, selection.owner_id ?? null))].toSorted((one, other) => one.line - other.line)
      : [],
    pinned: found.reduce((sum, row) => sum + row.pinned, 0),
    edited: found.reduce((sum, row) => sum + row.edited, 0),
  };
}

/** Returns CSV rows that name no course, or one that cannot be rewritten. */
async function missingRows(ids: ReturnType<typeof readCsv>['ids'], ownerId: string | null): Promise<BadRow[]> {
  const asked = [...ids.keys()];
  const { rows } = await database().raw(
    `select course.id, live.id is not null as is_regenerable from course left join (${LIVE}) live on live.id = course.id where course.id = any(?::uuid[]) and (?::uuid is null or course.account_id = ?::uuid)`,
    [asked, ownerId, ownerId],
  );
  const there = new Map(rows.map((row: { id: string; is_regenerable: boolean }) => [row.id, row.is_regenerable]));
  return asked.flatMap((id) => {
    const isRegenerable = there.get(id);
    if (isRegenerable === true) return [];
    return { ...ids.get(id)!, problem: isRegenerable === undefined ? 'no_such_course' : 'not_regenerable' } as const;
  });
}
