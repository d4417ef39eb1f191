/**
 * What can only be measured of a published course. No course can be published yet, so nobody has viewed, rated, studied or finished one: these
 * are the specified shapes of nothing (CRE-03, CRE-10, CRE-12), and this is the only place they stand. Whoever builds publishing replaces
 * them by queries. Screens tell nothing from zero by `active_courses` and `measured_sessions`.
 */
export const NOT_MEASURED_YET = {
  course: { rating: 0, completion_rate: 0 },
  creator: { course_views: 0, avg_rating: 0, completion_rate: 0 },
  study: {
    engagement_metrics: { avg_session_time: '0 min', bounce_rate: '0%', completion_rate: '0%', student_satisfaction: '0%' },
    measured_sessions: 0,
  },
} as const;
