import type { MentorEngine, MentorMessage, MentorSession } from '#contract/mentor/mentor.contract.ts';
import { inTokens } from '#domain/platform/token-words.ts';

/** A row of `mentor_session`. */
export interface SessionRow {
  readonly id: string;
  readonly account_id: string;
  readonly title: string;
  readonly engine: MentorEngine;
  readonly tutor_course_id: string | null;
  readonly tutor_lesson_id: string | null;
  /** Null unless it is a tutor session. */
  readonly tutor_answers_left: number | null;
  readonly tutor_by_plan: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** A row of `mentor_message`. */
export interface MessageRow {
  readonly account_id: string;
  readonly id: string;
  readonly session_id: string;
  readonly sender: MentorMessage['sender'];
  readonly reply_to: string | null;
  readonly text: string;
  readonly state: MentorMessage['state'];
  readonly engine: MentorEngine | null;
  readonly engine_used: MentorEngine | null;
  readonly manner: string | null;
  readonly course_id: string | null;
  readonly lesson_id: string | null;
  readonly passage: string | null;
  readonly socratic: boolean;
  readonly knows: MentorMessage['knows'];
  readonly quotes: readonly string[];
  readonly safety: MentorMessage['safety'];
  readonly error_code: string | null;
  readonly error_detail: string | null;
  readonly error_reason: string | null;
  readonly lease_until: Date | null;
  readonly centitokens: number;
  readonly paid_by_plan: boolean;
  readonly created_at: Date;
}

/** Converts a session for the wire. */
export const wireSession = (row: SessionRow): MentorSession => ({
  session_id: row.id,
  title: row.title,
  ai_engine: row.engine,
  tutor:
    row.tutor_answers_left === null
      ? null
      : {
          course_id: row.tutor_course_id,
          lesson_id: row.tutor_lesson_id!,
          answers_left: row.tutor_answers_left,
          by_plan: row.tutor_by_plan,
        },
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** Converts a message for the wire. */
export const wireMessage = (row: MessageRow): MentorMessage => ({
  message_id: row.id,
  sender: row.sender,
  message: row.text,
  timestamp: row.created_at.toISOString(),
  state: row.state,
  reply_to: row.reply_to,
  ai_engine: row.engine,
  ai_engine_used: row.engine_used,
  manner: row.manner,
  knows: row.knows,
  passage: row.passage,
  socratic: row.socratic,
  quotes: [...row.quotes],
  safety: row.safety,
  tokens_charged: inTokens(row.centitokens),
  paid_by_plan: row.paid_by_plan,
  error:
    row.error_code === null
      ? null
      : { code: row.error_code, detail: row.error_detail ?? '', ...(row.error_reason && { reason: row.error_reason }) },
});

/** Returns the job id under which an answer holds tokens or a unit of the plan. */
export const jobOf = (answerId: string): string => `${JOB_PREFIX}${answerId}`;
export const JOB_PREFIX = 'mentor:';
