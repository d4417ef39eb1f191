/**
 * What is said of those who study a course while too few do: how long a sitting is, who leaves at once, how satisfied they are. These are the specified
 * shapes of nothing (CRE-12), and this is the only place they stand. Screens tell nothing from zero by `measured_sessions` and `measured_answers`.
 */
export const NOT_MEASURED_YET = {
  study: {
    engagement_metrics: { avg_session_time: '0 min', bounce_rate: '0%', completion_rate: '0%', student_satisfaction: '0%' },
    measured_sessions: 0,
    measured_answers: 0,
  },
} as const;
