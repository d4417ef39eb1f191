import type { CourseAudio, LessonAudio } from '#contract/audio/audio.contract.ts';

export const aLesson = (n: number, changes: Partial<LessonAudio> = {}): LessonAudio => ({
  lesson_id: `l${n}`,
  title: `Lesson ${n}`,
  module: n < 2 ? 'Spring' : 'Autumn',
  module_index: n < 2 ? 0 : 1,
  state: 'none',
  minutes: 5,
  seconds: null,
  bytes: null,
  spoken_by: null,
  ...changes,
});

export const someAudio = (changes: Partial<CourseAudio> = {}): CourseAudio => ({
  title: 'Beekeeping',
  language: 'english',
  languages: ['english'],
  spoken: [],
  style: 'voice',
  available: true,
  mechanical: false,
  published: false,
  may_publish: true,
  may_remove: true,
  task_id: null,
  progress: 0,
  problem: null,
  feed_url: null,
  place: null,
  lessons: [aLesson(0), aLesson(1), aLesson(2)],
  ...changes,
});
