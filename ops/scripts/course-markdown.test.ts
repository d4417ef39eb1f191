import { describe, expect, it } from 'vitest';
import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { courseMarkdown } from './course-markdown.ts';

const lesson: Lesson = {
  lesson_id: 'l1',
  index: '0_0',
  title: 'The hive',
  content: '## Inside\n\nBees live there.\n\n```\n# not a heading\n```\n\n### Deeper\n\nWax.',
  objectives: ['Name the parts'],
  key_takeaways: ['Wax is built, not found'],
  duration_minutes: 20,
  quiz: [
    {
      id: 'q',
      question: 'Who builds wax?',
      options: [
        { id: 'x', text: 'Drones' },
        { id: 'y', text: 'Workers' },
      ],
      answer_id: 'y',
      explanation: 'Workers have wax glands.',
    },
  ],
  exercises: [{ id: 'e', title: 'Look', instructions: 'Draw a frame.' }],
  written_by: 'claude',
  reviewed_by: null,
  notes: [],
  completed: false,
  bookmarked: false,
  pinned: false,
};
const course: Course = {
  course_id: 'c',
  task_id: null,
  version: 1,
  title: 'Bees',
  description: 'A first year.',
  difficulty: 'beginner',
  duration: '2 weeks',
  language: 'english',
  age_group: 'Adults',
  learning_objectives: ['Keep a colony'],
  expert_insights: ['Local stock winters better'],
  industry_relevance: [],
  missing_lessons: 0,
  modules: [
    { title: 'Spring', summary: 'Growth.', lessons: [lesson, { ...lesson, title: 'Swarms', quiz: [], exercises: [], content: 'Plain.' }] },
  ],
  estimated_total_duration: '40 min',
  status: 'generated',
  progress: 0,
  reading_place: null,
  saved_at: null,
  created_at: '2026-03-01T10:00:00.000Z',
  quality_level: 'high',
};
const text = courseMarkdown(course);

describe('a course as Markdown', () => {
  it('has title, description, objectives, modules and lessons, in one outline', () => {
    const headings = text.split('\n').filter((line) => /^#+ /.test(line));
    expect(headings).toEqual([
      '# Bees',
      '## What you will learn',
      '## From practice',
      '## Module 1: Spring',
      '### 1.1 The hive',
      '#### Inside',
      '# not a heading',
      '##### Deeper',
      '### 1.2 Swarms',
      '## Answers',
    ]);
    expect(text).toContain('beginner · 2 weeks · Adults · 40 min of lessons');
    expect(text).toContain('- Wax is built, not found');
    expect(text).toContain('**Look.** Draw a frame.');
  });

  it('asks in the lesson and answers at the end', () => {
    const [lessons = '', answers = ''] = text.split('## Answers');
    expect(lessons).toContain('1. Who builds wax?\n   - a) Drones\n   - b) Workers');
    expect(lessons).not.toContain('Workers have wax glands.');
    expect(answers).toContain('**1.1 The hive**\n\n1. b) Workers — Workers have wax glands.');
    expect(answers).not.toContain('Swarms');
  });

  it('leaves out what a course does not have', () => {
    expect(text).not.toContain('## Why it matters');
    expect(courseMarkdown({ ...course, modules: [] })).not.toContain('## Answers');
  });
});
