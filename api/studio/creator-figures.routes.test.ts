import { beforeAll, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
const api = useTestApi();
let carla: Person;
beforeAll(async () => {
  carla = await api.givenPerson('carla@example.com');
});
const figures = (path: string, bearer = carla.accessToken) => api.call(`/api/creator/${path}`, { bearer });

it('CRE-03 CRE-04 the stats of a creator without sales are zeros; a failed call is a problem, never zeros', async () => {
  const answer = await figures('stats');
  expect(answer.status).toBe(200);
  expect(answer.json).toEqual({
    total_revenue: 0,
    monthly_revenue: 0,
    last_month_revenue: 0,
    total_students: 0,
    active_courses: 0,
    draft_courses: 0,
    course_views: 0,
    avg_rating: 0,
    completion_rate: 0,
    growth_rate: 0,
    has_samples: false,
  });
  expect(await figures('stats', 'nobody')).toMatchObject({ status: 401, json: { code: 'auth.token_invalid' } });
});

it('CRE-11 CRE-12 the analytics name twelve months up to this one, and nothing was measured', async () => {
  const { json } = await figures('analytics');
  const now = new Date();
  expect(json.months).toEqual(
    Array.from({ length: 12 }, (_, index) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11 + index)).toISOString().slice(0, 7),
    ),
  );
  expect(json).toMatchObject({
    revenue_trend: Array(12).fill(0),
    student_growth: Array(12).fill(0),
    engagement_metrics: { avg_session_time: '0 min', bounce_rate: '0%', completion_rate: '0%', student_satisfaction: '0%' },
    measured_sessions: 0,
    measured_answers: 0,
    measured_students: 0,
  });
  for (const months of ['0', '37', '1.5', 'all'])
    expect(await figures(`analytics?months=${months}`)).toMatchObject({ status: 400, json: { errors: [{ path: 'months' }] } });
});
