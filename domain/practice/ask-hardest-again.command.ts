import type { Knex } from 'knex';
import type { QuizItem } from '#contract/courses/quiz.contract.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { hardestOf } from './hardest-questions.ts';

/** Number of other learners' latest answers by which a question is judged. Only copies of one course share the ids of lessons. */
const OTHERS_READ = 200;

interface Candidate {
  readonly course_id: string;
  readonly lesson_id: string;
  readonly question_id: string;
  readonly wrong: number;
  readonly answered_at: Date;
  readonly other_answers: number;
  readonly other_wrong: number;
  readonly item: QuizItem;
  readonly is_answered_since: boolean;
}

/**
 * Makes the hardest questions of the day of an answer due when the learner's next day begins, in the transaction that stores the answer.
 * A question that is no longer among them comes back when the scheduler says. Repeating it changes nothing.
 */
export async function askHardestAgain(trx: Knex.Transaction, accountId: string, now: Date): Promise<void> {
  const candidates = await rowsOf<Candidate>(
    trx,
    sql`with day as (
          select today::timestamp at time zone zone as began, (today + 1)::timestamp at time zone zone as ended
            from (select coalesce((select time_zone from user_settings where account_id = ${accountId}), 'UTC') as zone) here,
                 lateral (select (${now}::timestamptz at time zone zone)::date as today) one),
        mine as (
          select answer.course_id, answer.lesson_id, answer.question_id, count(*) filter (where not is_right)::int as wrong,
                 max(answered_at) as answered_at
            from question_answer answer, day
           where account_id = ${accountId} and answered_at >= began and answered_at < ended
           group by answer.course_id, answer.lesson_id, answer.question_id),
        quizzes as materialized (
          select live.course_id, lesson->>'lesson_id' as lesson_id, lesson->'quiz' as quiz
            from course join course_version live on live.course_id = course.id and live.number = course.current_version,
                 jsonb_path_query(live.content, '$.modules[*].lessons[*]') lesson
           where course.id in (select course_id from mine) and lesson->>'lesson_id' in (select lesson_id::text from mine))
        select mine.*, others.answers as other_answers, others.wrong as other_wrong, item,
               exists (select from question_answer later
                        where later.account_id = ${accountId} and later.course_id = mine.course_id and later.lesson_id = mine.lesson_id
                          and later.question_id = mine.question_id and later.answered_at >= day.ended) as is_answered_since
          from mine cross join day
          join quizzes on quizzes.course_id = mine.course_id and quizzes.lesson_id = mine.lesson_id::text
         cross join lateral jsonb_array_elements(quizzes.quiz) item
         cross join lateral (
           select count(*)::int as answers, count(*) filter (where not is_right)::int as wrong from (
             select is_right from question_answer other
              where other.lesson_id = mine.lesson_id and other.question_id = mine.question_id and other.account_id <> ${accountId}
              order by answered_at desc limit ${OTHERS_READ}) latest) others
         where item->>'id' = mine.question_id and (mine.wrong > 0 or not exists (
           select from question_answer earlier
            where earlier.account_id = ${accountId} and earlier.course_id = mine.course_id and earlier.lesson_id = mine.lesson_id
              and earlier.question_id = mine.question_id and earlier.answered_at < day.began))`,
  );
  const hardest = hardestOf(
    candidates.map((one) => ({ ...one, answeredAt: one.answered_at, others: { answers: one.other_answers, wrong: one.other_wrong } })),
  );
  // an answer can arrive on a later day than it was given
  const open = hardest.filter(({ is_answered_since: isAnswered }) => !isAnswered);
  const column = (name: 'course_id' | 'lesson_id' | 'question_id') => open.map((one) => one[name]);
  await rowsOf(
    trx,
    sql`with next as (
          select day, day::timestamp at time zone zone as begins
            from (select coalesce((select time_zone from user_settings where account_id = ${accountId}), 'UTC') as zone) here,
                 lateral (select (${now}::timestamptz at time zone zone)::date + 1 as day) tomorrow),
        hardest as (
          select * from unnest(${column('course_id')}::uuid[], ${column('lesson_id')}::uuid[], ${column('question_id')}::text[])
                     as one (course_id, lesson_id, question_id)),
        judged as (
          select card.course_id, card.lesson_id, card.question_id, hardest.question_id is not null as is_hardest
            from review_card card
            left join hardest on hardest.course_id = card.course_id and hardest.lesson_id = card.lesson_id and hardest.question_id = card.question_id
           cross join next
           where card.account_id = ${accountId} and (card.again_on = next.day or hardest.question_id is not null)
           for update of card)
        update review_card card
           set again_on = case when is_hardest then next.day end,
               due_at = case when is_hardest then least((card.card->>'due')::timestamptz, next.begins) else (card.card->>'due')::timestamptz end
          from judged, next
         where card.account_id = ${accountId} and card.course_id = judged.course_id and card.lesson_id = judged.lesson_id
           and card.question_id = judged.question_id and (card.again_on is distinct from case when is_hardest then next.day end)`,
  );
}
