import type { AssignedStudent, OwnAssignment } from '#contract/classes/assignments.contract.ts';
import type { LateBy, LateWork } from '#contract/classes/classes.contract.ts';
import { formatDate, formatDueFor, formatMoment } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';

/** The choices for late work. Functions, because the language must be known first. */
export const lateWorkWords: Readonly<Record<LateWork, () => string>> = {
  accept: () => t('Counts like any other'),
  mark: () => t('Counts, marked as late'),
  close: () => t('Does not count'),
};

/** The same choices as sentences. */
export const lateWorkSentence: Readonly<Record<LateWork, () => string>> = {
  accept: () => t('After the due date, work is accepted as usual.'),
  mark: () => t('After the due date, work is accepted and marked as late.'),
  close: () => t('After the due date, the assignment closes and work does not count.'),
};

/** What decides whether work is late that was done without a connection. */
export const lateByWords: Readonly<Record<LateBy, () => string>> = {
  arrival: () => t('By when it arrives'),
  own_time: () => t('By the time of the student’s device'),
};

/** The consequence of the due date for a student who has not completed the assignment; empty if there is none. */
export const afterDateWords = ({ due_at: due, late_work: lateWork }: Pick<OwnAssignment, 'due_at' | 'late_work'>): string => {
  if (due === null || lateWork === 'accept') return '';
  return lateWork === 'close' ? t('Work done after the due date does not count.') : t('Work handed in after this date counts as late.');
};

type Standing = Pick<AssignedStudent, 'completed_at' | 'late' | 'overdue' | 'closed'>;

/** How much later than it was done work must arrive so that both times are shown, in ms. */
const SHOWN_FROM_MS = 300_000;

/** A student's progress with the time of its arrival, where that is later than the time at which it was completed. */
export function arrivalWords(row: Standing & Pick<AssignedStudent, 'arrived_at'>): string {
  const { completed_at: done, arrived_at: arrived } = row;
  if (done === null || arrived === null || Date.parse(arrived) - Date.parse(done) < SHOWN_FROM_MS) return standingWords(row);
  const times = { done: formatMoment(done), arrived: formatMoment(arrived) };
  return row.late
    ? t('Late: completed without a connection {done}, arrived {arrived}', times)
    : t('Completed without a connection {done}, arrived {arrived}', times);
}

/** A student's progress in an assignment, for the teacher. */
export function standingWords({ completed_at: done, late, overdue, closed }: Standing): string {
  if (done !== null)
    return late ? t('Late: completed on {date}', { date: formatDate(done) }) : t('Completed on {date}', { date: formatDate(done) });
  if (closed) return t('Not completed before it closed');
  return overdue ? t('Overdue') : t('Not completed');
}

/** When an assignment is or was due for the student, or that it is completed. */
export function dueWordsOf({
  due_at: due,
  time_zone: zone,
  overdue,
  closed,
  late,
  completed_at: done,
}: Standing & Pick<OwnAssignment, 'due_at' | 'time_zone'>): string {
  if (done !== null) return standingWords({ completed_at: done, late, overdue, closed });
  if (due === null) return t('No date');
  const when = formatDueFor(due, zone);
  if (closed) return t('Closed {when}', { when });
  return overdue ? t('Was due {when}', { when }) : t('Due {when}', { when });
}
