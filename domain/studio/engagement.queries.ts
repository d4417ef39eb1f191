import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { FEWEST_STUDENTS, type getCreatorAnalytics } from '#contract/studio/creator-figures.contract.ts';
import { COMPLETION_RATE, studentsOf } from '#domain/market/students/student-figures.queries.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';

/** The specified empty values (CRE-12) of what too few sessions or answers measure; screens tell them from zero by the `measured_…`. */
const NOT_MEASURED_YET = { avg_session_time: '0 min', bounce_rate: '0%', student_satisfaction: '0%' };

type Engagement = Pick<
  AnswerOf<typeof getCreatorAnalytics>,
  'engagement_metrics' | 'measured_sessions' | 'measured_answers' | 'measured_students'
>;

/**
 * Returns how a creator's students study, from the minutes they spent in their copies. A session ends after half an hour without a minute;
 * bounced are students with one session and no completion; satisfied are those who answered the final question, or else rated, with four or
 * five of five.
 */
export async function creatorEngagement(accountId: string): Promise<Engagement> {
  const [row] = await rowsOf<EngagementRow>(
    database(),
    sql`with student as (${studentsOf(accountId)}),
     own as (
       select student.account_id, student.course_id, coalesce(e.satisfaction, r.stars) as stars from student
         join enrolment e on e.creator_course_id = student.creator_course_id and e.account_id = student.account_id
         left join course_rating r on r.creator_course_id = student.creator_course_id and r.account_id = student.account_id),
     minute as (
       select own.account_id, own.course_id, m.at,
              m.at - lag(m.at) over (partition by own.course_id order by m.at) <= interval '30 minutes' as goes_on
         from own join activity_minute m on m.course_id = own.course_id and m.account_id = own.account_id),
     studied as (
       select account_id, course_id, count(*) as minutes, count(*) filter (where goes_on is not true) as sessions from minute group by 1, 2),
     rated as (
       select count(stars)::int as ratings, count(*) filter (where stars >= 4)::int as content from own)
     select (select ${COMPLETION_RATE} from student) as completion,
            (select count(distinct student.account_id)::int from student) as taught,
            count(*)::int as students, coalesce(sum(minutes), 0)::int as minutes, coalesce(sum(sessions), 0)::int as sessions,
            count(*) filter (where sessions = 1 and not exists (
              select from lesson_completion done where done.account_id = studied.account_id and done.course_id = studied.course_id))::int as bounced,
            (select ratings from rated) as ratings, (select content from rated) as content
       from studied`,
  );
  const { students, minutes, sessions, bounced, ratings, content, completion, taught } = row!;
  const isStudied = students >= FEWEST_STUDENTS;
  // the answer to the final question is nobody else's
  const answers = isStudied && ratings >= FEWEST_STUDENTS ? ratings : 0;
  return {
    engagement_metrics: {
      ...NOT_MEASURED_YET,
      ...(isStudied && {
        avg_session_time: `${Math.max(1, Math.round(minutes / sessions))} min`,
        bounce_rate: percent(bounced, students),
      }),
      ...(answers > 0 && { student_satisfaction: percent(content, answers) }),
      completion_rate: `${completion}%`,
    },
    measured_sessions: isStudied ? sessions : 0,
    measured_answers: answers,
    measured_students: taught >= FEWEST_STUDENTS ? taught : 0,
  };
}

type EngagementRow = Record<'completion' | 'taught' | 'students' | 'minutes' | 'sessions' | 'bounced' | 'ratings' | 'content', number>;

const percent = (part: number, whole: number): string => `${Math.round((part * 100) / whole)}%`;
