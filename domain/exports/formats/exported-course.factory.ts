import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import type { QuizItem } from '#contract/courses/quiz.contract.ts';
import type { ExportPicture } from './pictures.ts';

/** Builds a lesson of a course for export. */
export const lessonOf = (title: string, quiz: QuizItem[] = []): Lesson => ({
  lesson_id: crypto.randomUUID(),
  index: '0_0',
  title,
  content: '## Look\n\nOpen the hive on a still day. $x^2$',
  objectives: [],
  key_takeaways: [],
  duration_minutes: 3,
  quiz,
  exercises: [],
  written_by: null,
  reviewed_by: null,
  notes: [],
  completed: false,
  bookmarked: false,
  pinned: false,
});

/** Builds a course for export, without a database. */
export const courseOf = (changes: Partial<Course>): Course => ({
  course_id: crypto.randomUUID(),
  task_id: null,
  version: 1,
  title: 'Beekeeping for a first year',
  description: 'From an empty hive to the first honey.',
  difficulty: 'beginner',
  duration: 'short',
  language: 'english',
  age_group: 'adult',
  learning_objectives: [],
  expert_insights: [],
  industry_relevance: [],
  modules: [{ title: 'Spring', summary: 'Growth', lessons: [lessonOf('The hive in spring')] }],
  missing_lessons: 0,
  estimated_total_duration: '3 min',
  status: 'generated',
  progress: 0,
  reading_place: null,
  saved_at: null,
  created_at: '2026-11-01T09:00:00.000Z',
  quality_level: 'high',
  ...changes,
});

/** Builds a picture of a course for export, whose bytes nothing reads. */
export const pictureOf = (changes: Pick<ExportPicture, 'name' | 'chapter'> & Partial<ExportPicture>): ExportPicture => ({
  place: '',
  alt: '',
  simulation: null,
  bytes: new Uint8Array([0xff, 0xd8]),
  ...changes,
});
