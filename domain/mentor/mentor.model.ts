import { Model } from 'objection';
import type { MentorEngine } from '#contract/platform/ai-services.ts';
import type { MentorMessage as WireMessage } from '#contract/mentor/mentor.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A conversation with the AI mentor; or with the tutor, about one lesson. */
export class MentorSession extends Model {
  static override tableName = 'mentor_session';

  declare id: string;
  declare account_id: Ref<'account'>;
  declare title: string;
  declare engine: Ref<'ai_service', MentorEngine>;
  declare created_at: Date;
  declare updated_at: Date;
  declare tutor_course_id: Ref<'course'> | null;
  /** Set for a tutor's session. */
  declare tutor_lesson_id: string | null;
  /** Of a tutor's session; null otherwise. */
  declare tutor_answers_left: number | null;
  /** The plan has paid for all its answers; otherwise each costs tokens. */
  declare tutor_by_plan: boolean;
}

/** A question to the mentor (`user`) or its answer (`other`). A session has at most one answer under way. */
export class MentorMessage extends Model {
  static override tableName = 'mentor_message';
  static override idColumn = ['account_id', 'id'];

  declare account_id: Ref<'account'>;
  /** Of a question made by the client, so that one sent twice is one question. */
  declare id: string;
  declare session_id: Ref<'mentor_session'>;
  declare sender: 'user' | 'other';
  /** Of an answer: its question. */
  declare reply_to: string | null;
  declare text: string;
  declare state: 'sending' | 'sent' | 'stopped' | 'failed';
  /** Who was asked; `engine_used` is who answered. */
  declare engine: Ref<'ai_service', MentorEngine> | null;
  declare engine_used: Ref<'ai_service', MentorEngine> | null;
  /** Of a question: the open lesson, and `passage`, the words it is about. */
  declare course_id: Ref<'course'> | null;
  declare lesson_id: string | null;
  declare passage: string | null;
  /** The answer should only guide. */
  declare socratic: boolean;
  /** Of an answer: what it was told of the course. */
  declare knows: WireMessage['knows'];
  /** Of an answer: the passages it quotes. */
  declare quotes: readonly string[];
  /** The danger because of which a fixed text answers. */
  declare safety: 'self_harm' | 'abuse' | 'minors' | null;
  declare error_code: string | null;
  /** For operators. */
  declare error_detail: string | null;
  /** What the services did, for who asked. */
  declare error_reason: string | null;
  /** What it cost, hundredths of a token. */
  declare centitokens: number;
  declare paid_by_plan: boolean;
  /** Of an answer under way: another process ends it after that. */
  declare lease_until: Date | null;
  declare stop_requested: boolean;
  declare created_at: Date;
  declare ended_at: Date | null;
  /** Folded text for searches; generated. */
  declare search_text: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    mentor_session: Table<MentorSession>;
    mentor_message: Table<MentorMessage>;
  }
}
