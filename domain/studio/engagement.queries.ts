import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { FEWEST_STUDENTS, type getCreatorAnalytics } from '#contract/studio/creator-figures.contract.ts';
import { database } from '#domain/platform/database.ts';

/**
 * The learner figures while there are too few learners: session length, bounce rate, satisfaction. These are the specified empty values
 * (CRE-12), defined only here. Screens distinguish no data from zero by `measured_sessions` and `measured_answers`.
 */
const NOT_MEASURED_YET = {
  study: {
    engagement_metrics: { avg_session_time: '0 min', bounce_rate: '0%', completion_rate: '0%', student_satisfaction: '0%' },
    measured_sessions: 0,
    measured_answers: 0,
  },
} as const;

type Engagement = Pick<AnswerOf<typeof getCreatorAnalytics>, 'engagement_metrics' | 'measured_sessions' | 'measured_answers'>;

/**
 * Returns how a creator's students study, from the minutes they spent in their copies. A session ends after half an hour without a minute;
 * bounced are students with one session and no completion; satisfied are those who answered the final question, or else rated, with four or
 * five of five.
 */
export async function creatorEngagement(accountId: string): Promise<Engagement> {
  const { rows } = await database().raw(
    `with own as (
       select own.account_id, own.course_id, coalesce(own.satisfaction, r.stars) as stars from creator_course c join enrolment own on own.creator_course_id = c.id
         left join course_rating r on r.creator_course_id = c.id and r.account_id = own.account_id
        where c.account_id = :accountId and own.refunded_at is null and own.course_id is not null),
     minute as (
       select own.account_id, own.course_id, m.at,
              m.at - lag(m.at) over (partition by own.course_id order by m.at) <= interval '30 minutes' as goes_on
         from own join activity_minute m on m.course_id = own.course_id and m.account_id = own.account_id),
     student as (
       select account_id, course_id, count(*) as minutes, count(*) filter (where goes_on is not true) as sessions from minute group by 1, 2),
     rated as (
       select count(stars)::int as ratings, count(*) filter (where stars >= 4)::int as content from own)
     select (select count(*)::int from own) as owned,
            (select count(*)::int from own join course_completion done using (account_id, course_id)) as completed,
            count(*)::int as students, coalesce(sum(minutes), 0)::int as minutes, coalesce(sum(sessions), 0)::int as sessions,
            count(*) filter (where sessions = 1 and not exists (
              select from lesson_completion done where done.account_id = student.account_id and done.course_id = student.course_id))::int as bounced,
            (select ratings from rated) as ratings, (select content from rated) as content
       from student`,
    { accountId },
  );
  const [row] = rows;
  if (row.students < FEWEST_STUDENTS) return NOT_MEASURED_YET.study;
  // the answer to the final question is nobody else's
  const answers: number = row.ratings < FEWEST_STUDENTS ? 0 : row.ratings;
  return {
    engagement_metrics: {
      avg_session_time: `${Math.max(1, Math.round(row.minutes / row.sessions))} min`,
      bounce_rate: percent(row.bounced, row.students),
      completion_rate: percent(row.completed, row.owned),
      student_satisfaction: percent(answers === 0 ? 0 : row.content, answers),
    },
    measured_sessions: row.sessions,
    measured_answers: answers,
  };
}

const percent = (part: number, whole: number): string => `${whole === 0 ? 0 : Math.round((part * 100) / whole)}%`;
