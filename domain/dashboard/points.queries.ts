import { ACHIEVEMENTS } from '#contract/dashboard/achievements.ts';
import type { listPoints as endpoint } from '#contract/dashboard/dashboard.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { pointsOf } from '#domain/progress/total-points.queries.ts';

const ROWS = 50;

type Entry = AnswerOf<typeof endpoint>['entries'][number];

/** Lists a user's points, the latest award first, fifty per page. @param before `next` of the previous page: the id of its last award */
export async function listPoints({
  accountId,
  before,
}: {
  accountId: string;
  before?: number | undefined;
}): Promise<AnswerOf<typeof endpoint>> {
  const rows = await rowsOf<EntryRow & { total: number }>(
    database(),
    sql`select p.id, p.points, p.cause, p.created_at,
               coalesce(
                 (select jsonb_path_query_first(live.contents, '$.modules[*].lessons[*] ? (@.lesson_id == $lesson).title',
                           jsonb_build_object('lesson', split_part(p.cause, ':', 3))) #>> '{}'
                    from course_version live where live.course_id = course.id and live.number = course.current_version),
                 course.title, run.title, run.subject) as subject,
               case when p.cause like 'lesson:%' then course.title end as course_title, ${pointsOf(accountId)} as total
          from point_entry p
          left join course on p.cause like 'lesson:%' and course.id::text = split_part(p.cause, ':', 2)
          left join run on p.cause like 'course:%' and run.id::text = split_part(p.cause, ':', 2)
         where p.account_id = ${accountId} and (${before ?? null}::bigint is null or (p.created_at, p.id) < (select created_at, id from point_entry where id = ${before ?? null}))
         order by p.created_at desc, p.id desc limit ${ROWS + 1}`,
  );
  const page = rows.slice(0, ROWS);
  return {
    total: rows[0]?.total ?? 0,
    entries: page.map(toEntry),
    next: rows.length > ROWS ? page.at(-1)!.id : null,
  };
}

const KINDS: Readonly<Record<string, Entry['kind']>> = {
  lesson: 'lesson',
  course: 'generated',
  completed: 'course',
  achievement: 'achievement',
};

type EntryRow = { id: number; points: number; cause: string; created_at: Date; subject: string | null; course_title: string | null };

function toEntry(row: EntryRow): Entry {
  const [kind = '', id] = row.cause.split(':');
  const achievement = kind === 'achievement' ? ACHIEVEMENTS.find((rule) => rule.id === id) : undefined;
  return {
    id: row.id,
    points: row.points,
    kind: KINDS[kind] ?? 'other',
    subject: row.subject,
    course_title: row.course_title,
    subject_words: achievement?.title() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
