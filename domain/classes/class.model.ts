import { Model } from 'objection';
import type { LateBy, LateWork } from '#contract/classes/classes.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** People of an organisation who learn together. */
export class Classroom extends Model {
  static override tableName = 'classroom';

  declare id: string;
  declare organisation_id: Ref<'organisation'>;
  /** The group, kept by a roster or a directory, that determines its students. */
  declare group_id: Ref<'organisation_group'> | null;
  declare name: string;
  /** The term, or null. */
  declare starts_on: Date | null;
  declare ends_on: Date | null;
  /** Tokens of the organisation's pool that each student may spend per month (UTC); null without a limit. */
  declare tokens_each: number | null;
  /** Tokens of the pool that all students together may spend per month. */
  declare tokens_all: number | null;
  /** The rule for work after its due date, unless the assignment has its own. */
  declare late_work: LateWork;
  /** Whether work is late by its arrival, or by the time of the student's device. */
  declare late_by: LateBy;
  /** Time zone of its maker, in which its days end; null for classes made before this was stored. */
  declare time_zone: string | null;
  /** Whether its teachers get a weekly mail. */
  declare weekly_mail: boolean;
  declare created_by: Ref<'account'> | null;
  declare created_at: Date;
  /** When it was archived: nothing can be assigned or is due, but finished work can be read. */
  declare archived_at: Date | null;
}

/** A teacher or student of a class. Leaving the organisation ends this too; its limits still bind who comes back (`former_student`). */
export class ClassroomMember extends Model {
  static override tableName = 'classroom_member';
  static override idColumn = ['classroom_id', 'account_id'];

  declare classroom_id: Ref<'classroom'>;
  declare account_id: Ref<'organisation_member'>;
  declare role: 'teacher' | 'student';
  /** Whether they came with the class's group; they also leave with it. */
  declare of_group: boolean;
  declare joined_at: Date;
}

/**
 * A student's place that has ended, kept by a trigger of `classroom_member`, because most places end by a cascade. Coming back to the class
 * deletes it.
 */
export class FormerStudent extends Model {
  static override tableName = 'former_student';
  static override idColumn = ['classroom_id', 'account_id'];

  declare classroom_id: Ref<'classroom'>;
  /** Stays when the account is deleted. */
  declare account_id: Ref<'account'>;
  /** SHA-256 of the person's address in the organisation, by which a new account is known; null once `binds` is false. */
  declare email_hash: Buffer | null;
  /** Whether the class's limits still apply; false once somebody who can set them has ended the place. */
  declare binds: boolean;
  declare ended_at: Date;
}

/** A teacher's course that a class, or some of its students, should complete. */
export class Assignment extends Model {
  static override tableName = 'assignment';

  declare id: string;
  declare classroom_id: Ref<'classroom'>;
  /** The teacher's course; null while it is being written, and when its teacher has deleted it. */
  declare course_id: Ref<'course'> | null;
  /** The run that writes it; the course is assigned once it exists. */
  declare run_id: Ref<'run'> | null;
  /** Title of the course when it was assigned. */
  declare title: string;
  declare note: string;
  declare due_at: Date | null;
  /** Null for the class's rule. */
  declare late_work: LateWork | null;
  /** Whether it is for every student of the class, including later ones; otherwise it is for those in `assignment_person`. */
  declare for_all: boolean;
  declare assigned_by: Ref<'account'> | null;
  declare created_at: Date;
}

/** A student of an assignment that is not for the whole class. */
export class AssignmentPerson extends Model {
  static override tableName = 'assignment_person';
  static override idColumn = ['assignment_id', 'account_id'];

  declare assignment_id: Ref<'assignment'>;
  declare account_id: Ref<'organisation_member'>;
}

/**
 * A student's copy of an assigned course, made when it was first opened; it stays with the student. Classes that assign the same course
 * share the copy.
 */
export class AssignmentCopy extends Model {
  static override tableName = 'assignment_copy';
  static override idColumn = ['assignment_id', 'account_id'];

  declare assignment_id: Ref<'assignment'>;
  declare account_id: Ref<'account'>;
  /** Null when the student has deleted it. */
  declare course_id: Ref<'course'> | null;
  /** Version of the teacher's course. */
  declare version: number;
  declare started_at: Date;
}

/** A later due date for one student. */
export class AssignmentExtension extends Model {
  static override tableName = 'assignment_extension';
  static override idColumn = ['assignment_id', 'account_id'];

  declare assignment_id: Ref<'assignment'>;
  declare account_id: Ref<'account'>;
  declare due_at: Date;
  declare given_by: Ref<'account'> | null;
  declare given_at: Date;
}

/** A change of a student's mark by a teacher: set, changed or withdrawn. The latest row counts, and rows never change. */
export class AssignmentMark extends Model {
  static override tableName = 'assignment_mark';

  declare id: string;
  declare assignment_id: Ref<'assignment'>;
  declare account_id: Ref<'account'>;
  /** In the school's own scale; null when withdrawn. */
  declare mark: string | null;
  /** The mark it replaces. */
  declare before: string | null;
  declare reason: string;
  declare marked_by: Ref<'account'> | null;
  declare marked_at: Date;
}

/** A reminder that a student got about a due date; another date is another reminder. */
export class AssignmentReminder extends Model {
  static override tableName = 'assignment_reminder';
  static override idColumn = ['assignment_id', 'account_id', 'due_at'];

  declare assignment_id: Ref<'assignment'>;
  declare account_id: Ref<'account'>;
  declare due_at: Date;
  declare reminded_at: Date;
}

/** A student's question about an assignment, which only the teachers of the class can read. */
export class ClassQuestion extends Model {
  static override tableName = 'class_question';

  declare id: string;
  declare assignment_id: Ref<'assignment'>;
  declare account_id: Ref<'account'>;
  declare text: string;
  declare answer: string | null;
  declare answered_by: Ref<'account'> | null;
  declare answered_at: Date | null;
  declare created_at: Date;
}

/** The mail that the teachers of a class got about a week. */
export class ClassWeek extends Model {
  static override tableName = 'class_week';
  static override idColumn = ['classroom_id', 'week'];

  declare classroom_id: Ref<'classroom'>;
  /** Monday of the week. */
  declare week: Date;
  declare mailed_at: Date;
}

/** The secret address at which calendars read a student's dates. */
export class DueCalendar extends Model {
  static override tableName = 'due_calendar';

  declare id: string;
  declare account_id: Ref<'account'>;
  declare created_at: Date;
}

/** The version of an assignment that calendars received last. */
export class DueCalendarEntry extends Model {
  static override tableName = 'due_calendar_entry';
  static override idColumn = ['calendar_id', 'assignment_id'];

  declare calendar_id: Ref<'due_calendar'>;
  /** It may be deleted; calendars then receive it as cancelled. */
  declare assignment_id: string;
  declare title: string;
  declare class_name: string;
  declare due_at: Date;
  /** Increases with each change (RFC 5545, 3.8.7.4). */
  declare sequence: number;
  declare changed_at: Date;
  declare cancelled_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    classroom: Table<Classroom>;
    classroom_member: Table<ClassroomMember>;
    former_student: Table<FormerStudent>;
    assignment: Table<Assignment>;
    assignment_person: Table<AssignmentPerson>;
    assignment_copy: Table<AssignmentCopy>;
    assignment_extension: Table<AssignmentExtension>;
    assignment_mark: Table<AssignmentMark>;
    assignment_reminder: Table<AssignmentReminder>;
    class_question: Table<ClassQuestion>;
    class_week: Table<ClassWeek>;
    due_calendar: Table<DueCalendar>;
    due_calendar_entry: Table<DueCalendarEntry>;
  }
}
