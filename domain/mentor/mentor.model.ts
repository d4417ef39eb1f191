import { Model } from 'objection';
import type { MentorEngine } from '#contract/platform/ai-services.ts';
import type { MentorMessage as WireMessage } from '#contract/mentor/mentor.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A conversation with the AI mentor, or with the tutor about one lesson. */
export class MentorSession extends Model {
  static override tableName = 'mentor_session';

  declare id: string;
  declare account_id: Ref<'account'>;
  declare title: string;
  declare engine: Ref<'ai_service', MentorEngine>;
  declare created_at: Date;
  declare updated_at: Date;
  declare tutor_course_id: Ref<'course'> | null;
  /** Set for a tutor session. */
  declare tutor_lesson_id: string | null;
  /** For a tutor session; otherwise null. */
  declare tutor_answers_left: number | null;
  /** Whether the plan has paid for all its answers; otherwise each costs tokens. */
  declare tutor_by_plan: boolean;
}

/** A question to the mentor (`user`) or its answer (`other`). A session writes one answer at a time; others wait. */
export class MentorMessage extends Model {
  static override tableName = 'mentor_message';
  static override idColumn = ['account_id', 'id'];

  declare account_id: Ref<'account'>;
  /** For a question: the client's id, so that a question sent twice is stored once. */
  declare id: string;
  declare session_id: Ref<'mentor_session'>;
  declare sender: 'user' | 'other';
  /** For an answer: its question. */
  declare reply_to: string | null;
  declare text: string;
  declare state: 'waiting' | 'sending' | 'sent' | 'stopped' | 'failed';
  /** The requested engine; `engine_used` is the one that answered. */
  declare engine: Ref<'ai_service', MentorEngine> | null;
  declare engine_used: Ref<'ai_service', MentorEngine> | null;
  /** For an answer: how it was to be written, whichever engine did; null for those from before it could be chosen. */
  declare manner: string | null;
  /** For a question: the open lesson, and `passage`, the words it is about. */
  declare course_id: Ref<'course'> | null;
  declare lesson_id: string | null;
  declare passage: string | null;
  /** Whether the answer should only guide. */
  declare socratic: boolean;
  /** For an answer: the part of the course that the engine was told. */
  declare knows: WireMessage['knows'];
  /** For an answer: the passages it quotes. */
  declare quotes: readonly string[];
  /** The danger for which a fixed text was the answer. */
  declare safety: 'self_harm' | 'abuse' | 'minors' | null;
  declare error_code: string | null;
  /** For operators. */
  declare error_detail: string | null;
  /** What the services did, for the person who asked. */
  declare error_reason: string | null;
  /** Its cost, in hundredths of a token. */
  declare centitokens: number;
  declare paid_by_plan: boolean;
  /** End of the writer's lease; after that another process ends the answer. */
  declare lease_until: Date | null;
  declare stop_requested: boolean;
  declare created_at: Date;
  declare ended_at: Date | null;
  /** Normalised text for searches; generated. */
  declare search_text: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    mentor_session: Table<MentorSession>;
    mentor_message: Table<MentorMessage>;
  }
}
