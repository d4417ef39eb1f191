import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { visibleText } from '#contract/platform/visible-name.ts';
import { CREATOR_COURSE_STATUSES } from '#contract/studio/creator-courses.contract.ts';
import { MARKET_TEXT_LENGTH, REPORT_REASONS } from './market.contract.ts';

const reportedCourse = z.object({
  course_id: z.string(),
  title: z.string(),
  creator: z.string(),
  status: z.enum(CREATOR_COURSE_STATUSES),
  students: z.int(),
  taken_down_reason: z.nullable(z.string()),
  /** Open ones, oldest first. */
  reports: z.array(z.object({ reason: z.enum(REPORT_REASONS), text: z.string(), reported_at: z.string() })),
});
export type ReportedCourse = z.infer<typeof reportedCourse>;
const queue = z.object({ courses: z.array(reportedCourse) });

export const listMarketReports = defineEndpoint({
  name: 'listMarketReports',
  method: 'GET',
  path: '/api/operator/market',
  summary: 'Courses with open reports and courses taken down; most reports first, at most 100.',
  auth: 'operator',
  personOnly: 'installation',
  responses: { 200: queue },
  errors: ['access.denied'],
});

/** Audited with the operator's name. Repeating the call changes nothing. */
export const decideOnCourse = defineEndpoint({
  name: 'decideOnCourse',
  method: 'POST',
  path: '/api/operator/market/:course_id/decision',
  summary: 'Take a course out of the market with a reason, dismiss its reports, or let it be published again.',
  auth: 'operator',
  personOnly: 'installation',
  params: z.object({ course_id: z.string() }),
  body: z.union([
    z.object({ decision: z.literal('take_down'), reason: visibleText(MARKET_TEXT_LENGTH) }),
    z.object({ decision: z.enum(['dismiss', 'restore']) }),
  ]),
  example: { decision: 'dismiss' },
  responses: { 200: queue },
  errors: ['validation.failed', 'not_found', 'access.denied'],
});
