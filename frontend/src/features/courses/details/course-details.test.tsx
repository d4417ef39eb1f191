import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Course } from '#contract/courses/courses.contract.ts';
import { factsOf } from '#frontend/testing/facts-of.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { CourseAbout, CourseDetails, CourseFacts } from './course-details.tsx';
import { CourseHead } from './course-head.tsx';
import { writtenText } from '#frontend/features/courses/course-words.ts';
import { aCourse, aLesson } from '#frontend/features/courses/course.factory.ts';

const show = (part: Partial<Course> = {}) =>
  showScreen(
    <>
      <CourseHead userId="u1" course={aCourse(part)} />
      <CourseDetails userId="u1" course={aCourse(part)} />
      <CourseAbout course={aCourse(part)} />
      <CourseFacts course={aCourse(part)} />
    </>,
  );
const facts = () => [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent);

let sent: ReturnType<typeof stubServer>;
beforeEach(() => void (sent = stubServer(() => partly({ proposals: [], message: 'Saved' }))));

describe('Course Details', () => {
  it('CRS-05 shows duration, difficulty, age group, modules with lessons, objectives and expert insights', async () => {
    await show();
    expect(facts()).toEqual(['Planned for1 month', 'DifficultyIntermediate', 'Age groupAdults', 'Study time1 h']);
    expect(within(screen.getAllByRole('region', { name: /^Modules/ })[0]!).getAllByRole('listitem')).toHaveLength(5);
    expect(screen.getByRole('region', { name: 'Learning objectives' }).textContent).toContain('Judge a roof');
    expect(screen.getByRole('region', { name: 'Expert insights' }).textContent).toContain('Parks flower for longer.');
  });

  it('CRS-06 has fallbacks for missing facts of a course', async () => {
    await show({ duration: '', difficulty: '', age_group: '' });
    expect(facts().slice(0, 3)).toEqual(['Planned for2 weeks', 'DifficultyBeginner', 'Age groupAll Ages']);
  });

  it('LRN-01 Start Learning opens module 0, lesson 0', async () => {
    await show();
    expect(screen.getByRole('link', { name: 'Start Learning' }).getAttribute('href')).toBe('/courses/course-1/learn/0/0');
  });

  it('LRN-03 Continue replaces Start Learning once the course is started, and continues where reading stopped, with the progress', async () => {
    const [first, second] = aCourse().modules;
    const modules = [
      { ...first!, lessons: [aLesson(0, 0, { completed: true }), aLesson(0, 1)] },
      { ...second!, lessons: [aLesson(1, 0, { completed: true })] },
    ];
    const { unmount } = await show({ modules, progress: 66 });
    expect(screen.getByRole('link', { name: `Continue: ${aLesson(0, 1).title}` }).getAttribute('href')).toBe('/courses/course-1/learn/0/1');
    expect(screen.queryByRole('link', { name: 'Start Learning' })).toBeNull();
    expect(screen.getByText(factsOf(/^2 of 3 lessons completed · /))).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Course progress' }).getAttribute('aria-valuenow')).toBe('66');
    unmount();
    await show({ modules: [{ ...first!, lessons: [aLesson(0, 0, { completed: true })] }], progress: 100 });
    expect(screen.getByRole('link', { name: 'Your certificate' }).getAttribute('href')).toBe('/courses/course-1/done');
    expect(screen.getByRole('link', { name: 'Read again' }).getAttribute('href')).toBe('/courses/course-1/learn/0/0');
    cleanup();
    const read_at = '2026-11-20T10:00:00.000Z';
    await show({ progress: 0, reading_place: { lesson_id: 'lesson-1-1', position: 3, read_at } });
    expect(screen.getByRole('link', { name: /^Continue: / }).getAttribute('href')).toBe('/courses/course-1/learn/1/1');
  });

  it('describes the marks of each lesson in words', async () => {
    const lesson = aLesson(0, 0, { completed: true, bookmarked: true, pinned: true, notes: ['edited'] });
    await show({ modules: [{ title: 'M', summary: '', lessons: [lesson] }] });
    expect(screen.getByText(factsOf('Completed · Bookmarked · Pinned · Edited · 12 min'))).toBeTruthy();
  });

  it('CRS-05 Bookmark Course is a toggle', async () => {
    const { unmount } = await show();
    fireEvent.click(screen.getByRole('button', { name: 'Bookmark Course' }));
    await waitFor(() => expect(sent.map(({ method, path }) => `${method} ${path}`)).toContain('POST /api/courses/save'));
    unmount();
    await show({ saved_at: '2026-11-20T11:00:00Z' });
    expect(screen.getByRole('button', { name: 'Remove Bookmark' })).toBeTruthy();
  });

  it('marks the language of the course on its own text', async () => {
    await show({ language: 'arabic' });
    const text = screen.getByText('From the first sting to the first jar.');
    expect([text.lang, text.dir]).toEqual(['ar', 'rtl']);
  });

  it('says in words how much of a partial course is written', () => {
    expect(writtenText(aCourse())).toBeNull();
    expect(writtenText(aCourse({ quality_level: 'partial' }))).toBe('Some lessons are not written');
    expect(writtenText(aCourse({ quality_level: 'partial', missing_lessons: 1 }))).toBe('5 of 6 lessons are written');
    expect(writtenText(aCourse({ quality_level: 'partial', missing_lessons: 2 }))).toBe('5 of 7 lessons are written');
  });
});
