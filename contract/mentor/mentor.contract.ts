import * as z from 'zod/mini';
import { engineOf, MENTOR_MANNERS, SERVICES, servicesFor, type MentorEngine } from '#contract/platform/ai-services.ts';
import { identifier } from '#contract/platform/bounded.ts';
import { wholeText } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { eventsBody } from '#contract/platform/file-body.ts';
import { searchText, visibleName } from '#contract/platform/visible-name.ts';

export { engineOf, type MentorEngine };
/** The mentor's engines by their specified names, the default first (MEN-01), in the order in which the services write lessons. */
export const MENTOR_ENGINES: readonly MentorEngine[] = servicesFor('lesson').map(engineOf);
export const DEFAULT_ENGINE: MentorEngine = MENTOR_ENGINES[0]!;

/** The services' own names are accepted too (G31). */
const engineName = z.enum([...new Set([...MENTOR_ENGINES, ...SERVICES])]);
/** How the mentor answers, with whichever engine; absent or null: as the engine's label says (MEN-01). */
const manner = z.optional(z.nullable(z.enum(MENTOR_MANNERS)));

export const MENTOR_MESSAGE_LENGTH = 4_000;
export const MENTOR_PASSAGE_LENGTH = 2_000;
export const MENTOR_TITLE_LENGTH = 120;
export const MENTOR_SEARCH_LENGTH = 200;
/** Questions of one conversation that may wait for the answers before theirs. */
export const MENTOR_WAITING = 3;
/** The answer to a blank message (MEN-03). */
export const BLANK_MESSAGE = 'Please enter a message';

/** Context of an answer: 'Knows lesson 2.3'. Module and lesson count from 0. */
const knowsSchema = z.object({
  course_id: z.string(),
  course_title: z.string(),
  lesson_id: z.string(),
  lesson_title: z.string(),
  module: z.int(),
  lesson: z.int(),
  notes: z.int(),
});

/** MEN-06: sender, message, timestamp and state. `other` is the mentor. */
export const mentorMessageSchema = z.object({
  message_id: z.string(),
  sender: z.enum(['user', 'other']),
  message: z.string(),
  timestamp: z.string(),
  /** `waiting`: an answer that begins when those before it have ended; `failed`: one that is incomplete and cost nothing. */
  state: z.enum(['waiting', 'sending', 'sent', 'stopped', 'failed']),
  /** For an answer: id of the question. */
  reply_to: z.nullable(z.string()),
  ai_engine: z.nullable(z.enum(MENTOR_ENGINES)),
  /** Differs from the requested engine if that engine was unavailable. */
  ai_engine_used: z.nullable(z.enum(MENTOR_ENGINES)),
  /** For an answer: the manner that was asked for; null for older ones, which have that of their engine. */
  manner: z.nullable(z.enum(MENTOR_MANNERS)),
  knows: z.nullable(knowsSchema),
  /** For a question: the passage of the lesson it is about. */
  passage: z.nullable(z.string()),
  socratic: z.boolean(),
  /** Passages of the lesson that the answer quotes word for word. */
  quotes: z.array(z.string()),
  /** Set when the answer is one of our fixed safety texts, for which no engine was called. */
  safety: z.nullable(z.enum(['self_harm', 'abuse', 'minors'])),
  tokens_charged: z.number(),
  paid_by_plan: z.boolean(),
  /** `reason`: our summary of how the AI services failed, if they failed in the same way. */
  error: z.nullable(z.object({ code: z.string(), detail: z.string(), reason: z.optional(z.string()) })),
});
export type MentorMessage = z.infer<typeof mentorMessageSchema>;

/** A Vortex session: the mentor guides the learner through one lesson by questions, for a limited number of answers. */
const tutorSchema = z.object({
  /** Null if the course was deleted. */
  course_id: z.nullable(z.string()),
  lesson_id: z.string(),
  answers_left: z.int(),
  /** Paid with a session of the plan; otherwise each answer costs tokens. */
  by_plan: z.boolean(),
});

export const mentorSessionSchema = z.object({
  session_id: z.string(),
  title: z.string(),
  ai_engine: z.enum(MENTOR_ENGINES),
  /** Null for an ordinary conversation. */
  tutor: z.nullable(tutorSchema),
  created_at: z.string(),
  updated_at: z.string(),
});
export type MentorSession = z.infer<typeof mentorSessionSchema>;

/**
 * Events of a streaming answer. `text` replaces everything from the character index `from` on. An answer that waits has a second `begun` when
 * its turn has come.
 */
export const mentorEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('begun'), session: mentorSessionSchema, question: mentorMessageSchema, answer: mentorMessageSchema }),
  z.object({ type: z.literal('text'), from: z.int(), text: z.string() }),
  z.object({ type: z.literal('switched'), from_engine: z.enum(MENTOR_ENGINES), to_engine: z.enum(MENTOR_ENGINES) }),
  z.object({ type: z.literal('ended'), answer: mentorMessageSchema }),
]);
export type MentorEvent = z.infer<typeof mentorEventSchema>;

const message = z.string().check(z.trim(), z.maxLength(MENTOR_MESSAGE_LENGTH));
/** The open lesson: its permanent id, or `0_1` in the live version. */
const lesson = z.optional(z.object({ course_id: identifier, lesson_id: identifier }));
const question = {
  message,
  ai_engine: z._default(engineName, DEFAULT_ENGINE),
  manner,
  /** One of the caller's sessions; if absent, a new session begins. */
  session_id: z.optional(z.nullable(identifier)),
  lesson,
  /** The passage of the lesson that the question is about. */
  passage: z.optional(z.string().check(z.trim(), z.maxLength(MENTOR_PASSAGE_LENGTH))),
  /** 'Do not give me the answer': the mentor guides by questions. */
  socratic: z._default(z.boolean(), false),
  /** Makes a new conversation a tutor session on `lesson`, which is then required. Ignored for existing conversations. */
  tutor: z._default(z.boolean(), false),
};
const REFUSALS = [
  'validation.failed',
  'not_found',
  'tokens.insufficient',
  'mentor.busy',
  'mentor.session_over',
  'idempotency.body_mismatch',
  'service.unavailable',
] as const;

/** MEN-04, as specified: the whole answer at once. */
export const aiMentor = defineEndpoint({
  name: 'aiMentor',
  method: 'POST',
  path: '/api/ai-mentor',
  summary: 'Ask the AI mentor and wait for its whole answer.',
  auth: 'user',
  offline: 'network',
  scopes: ['mentor'],
  readBy: 'sender',
  limit: 'mentor',
  body: z.object({ user_id: identifier, ...question, message_id: z.optional(z.uuid()) }),
  example: { user_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a1d', message: 'When?', session_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a1d' },
  responses: {
    200: z.object({
      response: z.string(),
      ai_engine_used: z.enum(MENTOR_ENGINES),
      session_id: z.string(),
      message: mentorMessageSchema,
    }),
  },
  errors: ['refund.under_way', ...REFUSALS, 'mentor.failed', 'spend.user_cap', 'spend.install_cap'],
});

/** The client generates the id: repeating the question returns its existing answer, which is not charged again. */
export const sendMentorMessage = defineEndpoint({
  name: 'sendMentorMessage',
  method: 'POST',
  path: '/api/mentor/messages',
  summary: 'Ask the AI mentor and stream its answer.',
  auth: 'user',
  offline: 'network',
  scopes: ['mentor'],
  readBy: 'sender',
  limit: 'mentor',
  body: z.object({ ...question, message_id: z.uuid() }),
  example: { message_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a14', message: 'When?', session_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a1d' },
  event: mentorEventSchema,
  responses: { 200: eventsBody },
  errors: ['refund.under_way', ...REFUSALS],
});

const ofMessage = z.object({ message_id: z.string() });

export const regenerateAnswer = defineEndpoint({
  name: 'regenerateAnswer',
  method: 'POST',
  path: '/api/mentor/messages/:message_id/regenerate',
  summary: 'Request a new answer to a question, optionally from another engine.',
  auth: 'user',
  offline: 'network',
  scopes: ['mentor'],
  readBy: 'no_text',
  limit: 'mentor',
  params: ofMessage,
  body: z.object({ ai_engine: engineName, manner }),
  example: { ai_engine: DEFAULT_ENGINE },
  event: mentorEventSchema,
  responses: { 200: eventsBody },
  errors: ['refund.under_way', ...REFUSALS],
});

export const stopAnswer = defineEndpoint({
  name: 'stopAnswer',
  method: 'POST',
  path: '/api/mentor/messages/:message_id/stop',
  summary: 'Stop the answer to a question, keeping the text written so far.',
  auth: 'user',
  offline: 'network',
  scopes: ['mentor'],
  params: ofMessage,
  responses: { 200: z.object({ stopping: z.boolean() }) },
  errors: ['not_found'],
});

export const listMentorSessions = defineEndpoint({
  name: 'listMentorSessions',
  method: 'GET',
  path: '/api/mentor/sessions',
  summary: 'The caller’s conversations with the mentor, most recently used first.',
  auth: 'user',
  scopes: ['mentor'],
  turns: ['q'],
  query: z.object({
    /** Every word must occur in the title or in a message. */
    q: z.optional(searchText(MENTOR_SEARCH_LENGTH)),
    limit: z._default(wholeText(1, 50), 20),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  responses: { 200: z.object({ sessions: z.array(mentorSessionSchema), next_cursor: z.nullable(z.string()) }) },
  errors: ['validation.failed'],
});

const ofSession = z.object({ session_id: z.string() });

export const readMentorSession = defineEndpoint({
  name: 'readMentorSession',
  method: 'GET',
  path: '/api/mentor/sessions/:session_id',
  summary: 'A conversation and its newest messages, in order of time.',
  auth: 'user',
  scopes: ['mentor'],
  limit: 'poll',
  params: ofSession,
  query: z.object({
    limit: z._default(wholeText(1, 100), 50),
    /** Only messages before these: the `next_cursor` of the previous page. */
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  responses: {
    200: z.object({ session: mentorSessionSchema, messages: z.array(mentorMessageSchema), next_cursor: z.nullable(z.string()) }),
  },
  errors: ['validation.failed', 'not_found'],
});

export const renameMentorSession = defineEndpoint({
  name: 'renameMentorSession',
  method: 'PATCH',
  path: '/api/mentor/sessions/:session_id',
  summary: 'Rename a conversation.',
  auth: 'user',
  offline: 'network',
  scopes: ['mentor'],
  readBy: 'sender',
  params: ofSession,
  body: z.object({ title: visibleName(MENTOR_TITLE_LENGTH) }),
  example: { title: 'Changed' },
  responses: { 200: z.object({ session: mentorSessionSchema }) },
  errors: ['validation.failed', 'not_found'],
});

export const deleteMentorSession = defineEndpoint({
  name: 'deleteMentorSession',
  method: 'DELETE',
  path: '/api/mentor/sessions/:session_id',
  summary: 'Delete a conversation with all of its messages.',
  auth: 'user',
  offline: 'network',
  scopes: ['mentor'],
  params: ofSession,
  responses: { 200: z.object({ deleted: z.boolean() }) },
  errors: ['not_found'],
});
