import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { getNotices } from '#frontend/lib/toast.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { LessonBookmark } from './lesson-bookmark.tsx';

const onChanged = vi.fn();
const show = (isBookmarked: boolean) =>
  showScreen(
    <LessonBookmark of={{ userId: 'u1', courseId: 'course-1', lessonId: 'lesson-1' }} isBookmarked={isBookmarked} onChanged={onChanged} />,
  );

describe('the bookmark of a lesson', () => {
  it.each([
    ['LRN-05 G35 is set', false, 'Bookmark', 'POST'],
    ['LRN-05 G35 is removed', true, 'Remove Bookmark', 'DELETE'],
  ] as const)('%s', async (_what, isBookmarked, name, method) => {
    const sent = stubServer(() => ({ body: { bookmarked: !isBookmarked } }));
    await show(isBookmarked);
    fireEvent.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(onChanged).toHaveBeenCalledWith(!isBookmarked));
    expect(sent).toMatchObject([{ method, path: '/api/courses/course-1/lessons/lesson-1/bookmark' }]);
  });

  it('stays unchanged if the server refuses, and says so', async () => {
    stubServer(() => problem('internal', 'disk full'));
    await show(false);
    fireEvent.click(screen.getByRole('button', { name: 'Bookmark' }));
    await waitFor(() => expect(getNotices().map(({ text }) => text)).toEqual(['The bookmark could not be set. disk full']));
    expect(onChanged).not.toHaveBeenCalled();
  });
});
