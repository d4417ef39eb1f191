import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A person's settings. Without a row, every setting has its default. The consent to marketing is in `account`. */
export class UserSettings extends Model {
  static override tableName = 'user_settings';
  static override idColumn = 'account_id';

  declare account_id: Ref<'account'>;
  /** The language in which courses are written. */
  declare language:
    | 'english'
    | 'spanish'
    | 'french'
    | 'german'
    | 'italian'
    | 'portuguese'
    | 'russian'
    | 'chinese'
    | 'japanese'
    | 'korean'
    | 'arabic'
    | 'hindi';
  declare theme: 'light' | 'dark' | 'auto';
  /** The page that opens after a sign-in; null for the one where the person works. */
  declare opens_on: 'builder' | 'courses' | 'studio' | 'console' | null;
  declare notify_email: boolean;
  declare notify_push: boolean;
  /** Whether daily reminders are on; see `next_reminder_at`. */
  declare notify_course_reminders: boolean;
  declare high_contrast: boolean;
  declare large_text: boolean;
  declare reduced_motion: boolean;
  declare screen_reader: boolean;
  declare keyboard_navigation: boolean;
  /** Whether a completed lesson waits for a press before the next one opens. */
  declare stay_on_lesson: boolean;
  /** Whether other people can find the person's profile. */
  declare data_sharing: boolean;
  declare created_at: Date;
  declare updated_at: Date;
  /** IANA name. */
  declare time_zone: string;
  /** Start of the quiet hours in `time_zone`, `HH:MM:SS`; they may span midnight. Nothing that can wait reaches the person in them. */
  declare quiet_from: string | null;
  declare quiet_until: string | null;
  /** When the next reminder is due for a check; null when reminders are off. */
  declare next_reminder_at: Date | null;
  /** Time of day of the reminder in `time_zone`, `HH:MM:SS`; null for the usual one. */
  declare reminder_time: string | null;
  /** When the person was asked, once, whether they want a reminder; null before. */
  declare reminder_asked_at: Date | null;
  /** The language of screens and mails, which `language` may not be able to name; null when never chosen. */
  declare interface_language: string | null;
  /** Whether operators' batches may change the person's courses. */
  declare operator_rewrites: boolean;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    user_settings: Table<UserSettings>;
  }
}
