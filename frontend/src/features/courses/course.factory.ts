import type { Course, CourseSummary, Lesson } from '#contract/courses/courses.contract.ts';

export const aLesson = (module: number, lesson: number, part: Partial<Lesson> = {}): Lesson => ({
  lesson_id: `lesson-${module}-${lesson}`,
  index: `${module}_${lesson}`,
  title: `Lesson ${module}.${lesson}`,
  content: 'A city roof is warm and **dry**.',
  objectives: ['Choose a place for a hive'],
  key_takeaways: ['Wind is worse than cold'],
  duration_minutes: 12,
  quiz: [],
  exercises: [],
  written_by: 'claude',
  reviewed_by: 'grok',
  notes: [],
  completed: false,
  bookmarked: false,
  pinned: false,
  ...part,
});

/** A course of two modules, of two and three lessons. */
export const aCourse = (part: Partial<Course> = {}): Course => ({
  course_id: 'course-1',
  version: 1,
  title: 'Bees on a roof',
  description: 'From the first sting to the first jar.',
  difficulty: 'intermediate',
  duration: '1 month',
  language: 'english',
  age_group: 'Adults',
  learning_objectives: ['Judge a roof'],
  expert_insights: ['Parks flower for longer.'],
  industry_relevance: ['Hotels keep hives.'],
  modules: [
    { title: 'The place', summary: 'Where a hive stands.', lessons: [aLesson(0, 0), aLesson(0, 1)] },
    { title: 'The year', summary: 'Month by month.', lessons: [aLesson(1, 0), aLesson(1, 1), aLesson(1, 2)] },
  ],
  estimated_total_duration: '1 h',
  status: 'in-progress',
  progress: 40,
  saved_at: null,
  created_at: '2026-11-20T10:00:00.000Z',
  quality_level: 'high',
  ...part,
});

export const aSummary = (n: number, part: Partial<CourseSummary> = {}): CourseSummary => ({
  course_id: `course-${n}`,
  title: `Course ${n}`,
  description: 'Something worth knowing.',
  difficulty: 'beginner',
  duration: '2 weeks',
  age_group: 'Adults',
  module_count: 4,
  lesson_count: 12,
  estimated_total_duration: '2 h',
  status: 'generated',
  progress: 0,
  saved_at: null,
  created_at: '2026-11-20T10:00:00.000Z',
  quality_level: 'high',
  ...part,
});
