import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';

/** A draft as the server returns it. */
export const aCreatorCourse = (n: number, part: Partial<CreatorCourse> = {}): CreatorCourse => ({
  id: `course-${n}`,
  title: `Course ${n}`,
  status: 'draft',
  students: 0,
  revenue: 0,
  rating: 0,
  completion_rate: 0,
  description: 'From the first sting to the first jar.',
  category: 'personal',
  price: 12.5,
  difficulty: 'intermediate',
  duration: 2.5,
  objectives: 'Judge a roof\nRead a hive',
  tags: ['bees', 'city'],
  prerequisites: 'A roof',
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  version: 1,
  ...part,
});

/** A page of the list. */
export const aCoursePage = (courses: readonly CreatorCourse[], next: string | null = null) => ({
  courses,
  next,
  counts: {
    all: courses.length,
    published: courses.filter(({ status }) => status === 'published').length,
    draft: courses.filter(({ status }) => status === 'draft').length,
    archived: courses.filter(({ status }) => status === 'archived').length,
  },
});
