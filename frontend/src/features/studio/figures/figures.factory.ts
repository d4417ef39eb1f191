import type { CreatorAnalytics, CreatorStats } from './figure-queries.ts';

/** A creator with one published course that sells. */
export const someStats = (part: Partial<CreatorStats> = {}): CreatorStats => ({
  total_revenue: 1234.5,
  monthly_revenue: 111,
  last_month_revenue: 100,
  total_students: 31,
  total_enrolments: 31,
  active_courses: 1,
  draft_courses: 2,
  course_views: 420,
  avg_rating: 4.6,
  completion_rate: 61,
  growth_rate: 11,
  has_samples: false,
  ...part,
});

/** A creator who has never created a course. */
export const noStats = (part: Partial<CreatorStats> = {}): CreatorStats => ({
  total_revenue: 0,
  monthly_revenue: 0,
  last_month_revenue: 0,
  total_students: 0,
  total_enrolments: 0,
  active_courses: 0,
  draft_courses: 0,
  course_views: 0,
  avg_rating: 0,
  completion_rate: 0,
  growth_rate: 0,
  has_samples: false,
  ...part,
});

/** The months from December 2023 to November 2026. */
const MONTHS = Array.from({ length: 36 }, (_, index) => new Date(Date.UTC(2023, 11 + index, 1)).toISOString().slice(0, 7));

/** Revenue of 10 dollars a month in the first year shown, 20 in the next, 30 in the last; one student a month. */
export const someAnalytics = (part: Partial<CreatorAnalytics> = {}): CreatorAnalytics => ({
  months: MONTHS,
  revenue_trend: MONTHS.map((_, index) => 10 * (1 + Math.floor(index / 12))),
  student_growth: MONTHS.map(() => 1),
  engagement_metrics: { avg_session_time: '0 min', bounce_rate: '0%', completion_rate: '0%', student_satisfaction: '0%' },
  measured_sessions: 0,
  measured_answers: 0,
  measured_students: 0,
  ...part,
});

export const noSales = (): CreatorAnalytics => someAnalytics({ revenue_trend: MONTHS.map(() => 0), student_growth: MONTHS.map(() => 0) });
