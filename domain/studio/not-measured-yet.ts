/**
 * The learner figures while there are too few learners: session length, bounce rate, satisfaction. These are the specified empty values
 * (CRE-12), defined only here. Screens distinguish no data from zero by `measured_sessions` and `measured_answers`.
 */
export const NOT_MEASURED_YET = {
  study: {
    engagement_metrics: { avg_session_time: '0 min', bounce_rate: '0%', completion_rate: '0%', student_satisfaction: '0%' },
    measured_sessions: 0,
    measured_answers: 0,
  },
} as const;
