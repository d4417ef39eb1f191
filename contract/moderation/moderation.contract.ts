import { AGE_REFUSALS } from '#contract/platform/age-rules.ts';
import * as z from 'zod/mini';
import { whole, wholeText } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/**
 * Everything public that users write or show, each with an id of its feature; and `lesson` (`<course>:<lesson>`), in which a reader
 * reported an error.
 */
export const SUBJECT_TYPES = ['post', 'reply', 'message', 'profile', 'group', 'place', 'event', 'room', 'lesson'] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];
export const REPORT_REASONS = ['abuse', 'hate', 'threat', 'sexual', 'spam', 'private_data', 'error', 'other'] as const;
/** Maximum length of the wrong words quoted from a lesson, in characters. */
export const REPORTED_PASSAGE = 600;
export const REPORT_TEXT = 1_000;
export const NOTE_TEXT = 500;
export const APPEAL_TEXT = 1_000;
/** Days for which a moderator can suspend a user from writing. */
export const SUSPENSION = { preset: 7, most: 365 } as const;
export const DECISIONS = ['approve', 'remove', 'warn', 'suspend'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Errors with which public texts are refused (`submitText`): every endpoint that stores a public text declares them. */
export const WRITING_REFUSALS = ['limits.rate', 'safety.repeated', 'safety.suspended'] as const;

export const textState = z.enum(['clear', 'held', 'removed']);
export type TextState = z.infer<typeof textState>;

const subject = z.object({
  subject_type: z.enum(SUBJECT_TYPES),
  subject_id: z.string().check(z.minLength(1), z.maxLength(100)),
});
const sentence = (max: number) => z.string().check(z.trim(), z.maxLength(max));

export const reportSubject = defineEndpoint({
  name: 'reportSubject',
  method: 'POST',
  path: '/api/reports',
  summary:
    'Report another user’s text, a person, or an error in a lesson of one of the caller’s courses to the moderators. Repeating the call creates no second report.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  readBy: 'operators',
  body: z.extend(subject, {
    reason: z.enum(REPORT_REASONS),
    text: z._default(sentence(REPORT_TEXT), ''),
    passage: z._default(sentence(REPORTED_PASSAGE), ''),
  }),
  example: { subject_type: 'post', subject_id: 'x', reason: 'spam' },
  responses: { 200: z.object({ reported: z.boolean() }) },
  errors: [...AGE_REFUSALS, 'validation.failed', 'not_found', 'limits.rate'],
  limit: 'report',
});

const ownText = z.extend(subject, {
  state: textState,
  text: z.string(),
  href: z.string(),
  written_at: z.string(),
  note: z.string(),
  /** null without an appeal; each decision allows one. */
  appeal: z.nullable(z.string()),
});
export type OwnText = z.infer<typeof ownText>;

export const listOwnTexts = defineEndpoint({
  name: 'listOwnTexts',
  method: 'GET',
  path: '/api/moderation/own',
  summary: 'The caller’s texts that await moderation or were removed, newest first, at most 100, and the end of a writing suspension.',
  auth: 'user',
  personOnly: 'own_word',
  responses: {
    200: z.object({ texts: z.array(ownText), suspension: z.nullable(z.object({ until: z.string(), note: z.string() })) }),
  },
  errors: [],
});

export const appealDecision = defineEndpoint({
  name: 'appealDecision',
  method: 'POST',
  path: '/api/moderation/appeals',
  summary: 'Appeal against the removal of one of the caller’s texts.',
  auth: 'user',
  offline: 'never',
  personOnly: 'own_word',
  readBy: 'operators',
  body: z.extend(subject, { text: sentence(APPEAL_TEXT).check(z.minLength(1)) }),
  example: { subject_type: 'post', subject_id: 'x', text: 'Look again' },
  responses: { 200: z.object({ appealed: z.boolean() }) },
  errors: ['validation.failed', 'not_found', 'safety.appealed'],
});

const caseSchema = z.extend(subject, {
  version: z.int(),
  state: textState,
  text: z.string(),
  href: z.string(),
  written_at: z.string(),
  waits_since: z.nullable(z.string()),
  /** Why the rules withheld the text. */
  reasons: z.array(z.string()),
  judgement: z.nullable(z.object({ judgement: z.string(), reason: z.string() })),
  author: z.object({
    user_id: z.string(),
    name: z.string(),
    since: z.string(),
    /** Number of the author's published and removed texts. */
    clear: z.int(),
    removed: z.int(),
    suspended_until: z.nullable(z.string()),
    /** When the author, under 18, last tried to make their year of birth earlier; null if never. */
    tried_older_at: z.nullable(z.string()),
  }),
  reports: z.array(z.object({ reason: z.string(), text: z.string(), at: z.string() })),
  appeal: z.nullable(z.object({ text: z.string(), at: z.string() })),
  decision: z.nullable(z.object({ action: z.string(), note: z.string(), at: z.string(), by: z.nullable(z.string()) })),
});
export type ModerationCase = z.infer<typeof caseSchema>;

/** The AI service that checks texts in addition to the rules. */
const secondJudge = z.object({
  /** `off`: not configured; `away`: not answering now. */
  state: z.enum(['off', 'ready', 'away']),
  model: z.string(),
  /** Number of an author's texts that must be cleared before new ones are shown without waiting for the service. */
  first_texts: z.int(),
});
export type SecondJudge = z.infer<typeof secondJudge>;

export const listModeration = defineEndpoint({
  name: 'listModeration',
  method: 'GET',
  path: '/api/operator/moderation',
  summary: 'Items that wait for a moderator, oldest first; or decisions, newest first.',
  auth: 'operator',
  personOnly: 'installation',
  query: z.object({
    show: z._default(z.enum(['waiting', 'decided']), 'waiting'),
    limit: z._default(wholeText(1, 100), 20),
  }),
  responses: { 200: z.object({ cases: z.array(caseSchema), waiting: z.int(), second_judge: secondJudge }) },
  errors: ['validation.failed'],
});

export const decideModeration = defineEndpoint({
  name: 'decideModeration',
  method: 'POST',
  path: '/api/operator/moderation',
  summary: 'Keep a text, remove it, warn its author or suspend their writing. `version` is the version that was reviewed.',
  auth: 'operator',
  personOnly: 'installation',
  body: z.extend(subject, {
    version: whole(0),
    action: z.enum(DECISIONS),
    note: z._default(sentence(NOTE_TEXT), ''),
    days: z._default(z.int().check(z.gte(1), z.lte(SUSPENSION.most)), SUSPENSION.preset),
  }),
  example: { subject_type: 'post', subject_id: 'x', version: 1, action: 'remove' },
  responses: { 200: z.object({ state: textState }) },
  errors: ['validation.failed', 'not_found', 'safety.changed'],
});
