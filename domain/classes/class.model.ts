import { Model } from 'objection';
import type { LateWork } from '#contract/classes/classes.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** People of an organisation who learn together. */
export class Classroom extends Model {
  static override tableName = 'classroom';

  declare id: string;
  declare organisation_id: Ref<'organisation'>;
  /** Its students are those of this group, which a roster or a directory keeps. */
  declare group_id: Ref<'organisation_group'> | null;
  declare name: string;
  /** The term; null: without one. */
  declare starts_on: Date | null;
  declare ends_on: Date | null;
  /** Tokens of the organisation's pool that each student may spend in a month (UTC); null: no limit. */
  declare tokens_each: number | null;
  /** Tokens that all students together may spend. */
  declare tokens_all: number | null;
  /** The rule for work after its due date, unless the assignment has its own. */
  declare late_work: LateWork;
  /** Of the person who made it: its days end there; null: made before this was kept. */
  declare time_zone: string | null;
  /** Its teachers get a mail each week. */
  declare weekly_mail: boolean;
  declare created_by: Ref<'account'> | null;
  declare created_at: Date;
  /** The class has ended: nothing can be assigned or is due, and finished work can be read. */
  declare archived_at: Date | null;
}

/** A teacher or a student of a class. Who leaves the organisation leaves its classes. */
export class ClassroomMember extends Model {
  static override tableName = 'classroom_member';
  static override idColumn = ['classroom_id', 'account_id'];

  declare classroom_id: Ref<'classroom'>;
  declare account_id: Ref<'organisation_member'>;
  declare role: 'teacher' | 'student';
  /** Came with the class's group, and goes with it. */
  declare of_group: boolean;
  declare joined_at: Date;
}

/** A teacher's course that a class, or some of it, is to complete. */
export class Assignment extends Model {
  static override tableName = 'assignment';

  declare id: string;
  declare classroom_id: Ref<'classroom'>;
  /** The teacher's course; null while it is being written, and when its teacher has deleted it. */
  declare course_id: Ref<'course'> | null;
  /** The run that writes it; its course is assigned once it is there. */
  declare run_id: Ref<'run'> | null;
  /** Of the course, when it was assigned. */
  declare title: string;
  declare note: string;
  declare due_at: Date | null;
  /** Null: as the class has it. */
  declare late_work: LateWork | null;
  /** For every student of the class, also for those who join later; else for those of `assignment_person`. */
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

/** A student's copy of an assigned course, from its first opening; it stays with the student. Classes that assign one course share the copy. */
export class AssignmentCopy extends Model {
  static override tableName = 'assignment_copy';
  static override idColumn = ['assignment_id', 'account_id'];

  declare assignment_id: Ref<'assignment'>;
  declare account_id: Ref<'account'>;
  /** Null when the student has deleted it. */
  declare course_id: Ref<'course'> | null;
  /** Of the teacher's course. */
  declare version: number;
  declare started_at: Date;
}

/** A later date of one student. */
export class AssignmentExtension extends Model {
  static override tableName = 'assignment_extension';
  static override idColumn = ['assignment_id', 'account_id'];

  declare assignment_id: Ref<'assignment'>;
  declare account_id: Ref<'account'>;
  declare due_at: Date;
  declare given_by: Ref<'account'> | null;
  declare given_at: Date;
}

/** That a teacher set, changed or took back the mark of a student; the latest one counts, and none is ever changed. */
export class AssignmentMark extends Model {
  static override tableName = 'assignment_mark';

  declare id: string;
  declare assignment_id: Ref<'assignment'>;
  declare account_id: Ref<'account'>;
  /** In the school's own scale; null: taken back. */
  declare mark: string | null;
  /** The one it replaces. */
  declare before: string | null;
  declare reason: string;
  declare marked_by: Ref<'account'> | null;
  declare marked_at: Date;
}

/** That a student was reminded of a date; another date is another reminder. */
export class AssignmentReminder extends Model {
  static override tableName = 'assignment_reminder';
  static override idColumn = ['assignment_id', 'account_id', 'due_at'];

  declare assignment_id: Ref<'assignment'>;
  declare account_id: Ref<'account'>;
  declare due_at: Date;
  declare reminded_at: Date;
}

/** A student's question to the teachers of a class about something assigned, which only they read. */
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

/** That the teachers of a class were mailed about a week. */
export class ClassWeek extends Model {
  static override tableName = 'class_week';
  static override idColumn = ['classroom_id', 'week'];

  declare classroom_id: Ref<'classroom'>;
  /** Its Monday. */
  declare week: Date;
  declare mailed_at: Date;
}

/** That a student's dates are at a secret address, for calendars. */
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
  /** It may be gone: then it is told as cancelled. */
  declare assignment_id: string;
  declare title: string;
  declare class_name: string;
  declare due_at: Date;
  /** Each change is one more (RFC 5545, 3.8.7.4). */
  declare sequence: number;
  declare changed_at: Date;
  declare cancelled_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    classroom: Table<Classroom>;
    classroom_member: Table<ClassroomMember>;
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
