import { OWN, type ExportPart } from './export-part.ts';

/** What the person practised, completed and achieved. */
export const LEARNING_PARTS: readonly ExportPart[] = [
  {
    file: 'quiz-answers',
    says: 'Your answers to quizzes.',
    table: 'question_answer',
    of: OWN,
    columns: ['account_id id course_id lesson_id question_id chosen_id is_right answered_at'],
    key: { id: 'uuid' },
  },
  {
    file: 'review-cards',
    says: 'When each question you answered is due for review again.',
    table: 'review_card',
    of: OWN,
    columns: ['account_id course_id lesson_id question_id due_at card'],
    key: { course_id: 'uuid', lesson_id: 'uuid', question_id: 'text' },
  },
  {
    file: 'certificates',
    says: 'Certificates that were issued to you.',
    table: 'certificate',
    of: OWN,
    columns: ['id account_id course_id course_title holder_name lesson_count completed_at issued_at revoked_at revoked_by'],
    key: { id: 'uuid' },
  },
  {
    file: 'completed-courses',
    says: 'Courses you completed.',
    table: 'course_completion',
    of: OWN,
    columns: ['account_id course_id completed_at'],
    key: { course_id: 'uuid' },
  },
  {
    file: 'learning-minutes',
    says: 'Minutes in which you were learning, each with the course it was in.',
    table: 'activity_minute',
    of: OWN,
    columns: ['account_id at course_id'],
    key: { at: 'timestamptz' },
  },
  {
    file: 'achievements',
    says: 'Achievements you were awarded.',
    table: 'achievement',
    of: OWN,
    columns: ['account_id achievement awarded_at'],
    key: { achievement: 'text' },
  },
  {
    file: 'learning-goals',
    says: 'Goals you set yourself.',
    table: 'learning_goal',
    of: OWN,
    columns: ['account_id subject course_id minutes due_on created_at'],
    key: { subject: 'text' },
  },
];
