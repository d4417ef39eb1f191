import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aCourse, aLesson } from '../course.factory.ts';
import { storeUnsaved } from './draft-store.ts';
import { draftOf } from './lesson-draft.ts';
import { LessonEditor } from './lesson-editor.tsx';

const onSaved = vi.fn();
const lesson = aLesson(0, 0);
const show = () => showScreen(<LessonEditor userId="u1" course={aCourse({ version: 3 })} lesson={lesson} onSaved={onSaved} />);
const text = () => screen.getByLabelText<HTMLTextAreaElement>('Text (Markdown)');
const type = (value: string) => fireEvent.change(text(), { target: { value } });

describe('the editor of a lesson', () => {
  it('saves automatically, at once on Ctrl+S, and says so', async () => {
    const sent = stubServer(() => ({ body: { version: 4, lesson } }));
    await show();
    expect(screen.getByText('Saved')).toBeTruthy();
    type('Dry.');
    expect(screen.getByText('Saving…')).toBeTruthy();
    fireEvent.keyDown(text(), { key: 's', ctrlKey: true });
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith(lesson, 4));
    expect(sent).toMatchObject([
      { method: 'PATCH', path: '/api/courses/course-1/lessons/lesson-0-0', body: { base_version: 3, content: 'Dry.' } },
    ]);
    expect(screen.getByText('Saved')).toBeTruthy();
  });

  it('undoes by Ctrl+Z and redoes by Ctrl+Shift+Z and Ctrl+Y, with the caret at the change', async () => {
    stubServer(() => ({ body: { version: 4, lesson } }));
    await show();
    const undo = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Undo' });
    expect(undo().disabled).toBe(true);
    type('A city roof is warm and **dry**. Windy.');
    fireEvent.keyDown(text(), { key: 'z', ctrlKey: true });
    expect(text().value).toBe(lesson.content);
    expect(undo().disabled).toBe(true);
    fireEvent.keyDown(text(), { key: 'z', ctrlKey: true, shiftKey: true });
    expect(text().value).toBe('A city roof is warm and **dry**. Windy.');
    expect(text().selectionStart).toBe(text().value.length);
    fireEvent.click(undo());
    fireEvent.keyDown(text(), { key: 'y', ctrlKey: true });
    expect(text().value).toContain('Windy.');
  });

  it('previews the text on demand', async () => {
    stubServer(() => ({ body: { version: 4, lesson } }));
    await show();
    expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
    expect((await screen.findByText('dry')).tagName).toBe('STRONG');
    // jsdom is as narrow as a phone: one of the two is in view
    expect(screen.queryByRole('textbox', { name: 'Text (Markdown)' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Write' }));
    expect(screen.getByRole('textbox', { name: 'Text (Markdown)' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
  });

  it('says without a connection that nothing is lost, and brings the text back after a reload', async () => {
    storeUnsaved(
      { userId: 'u1', courseId: 'course-1', lessonId: 'lesson-0-0' },
      {
        saved: draftOf(lesson),
        draft: { ...draftOf(lesson), content: 'Left over' },
        baseVersion: 3,
        editSession: 's',
        at: '2026-11-20T10:00:00Z',
      },
    );
    stubServer(() => {
      throw new TypeError('Failed to fetch');
    });
    await show();
    expect(text().value).toBe('Left over');
    expect(screen.getByText(/^Your unsaved text from .* is back\.$/)).toBeTruthy();
    fireEvent.keyDown(text(), { key: 's', ctrlKey: true });
    expect(await screen.findAllByText('Not saved: no connection')).toHaveLength(2);
  });

  it('leads from the permanent bar to the choice between two texts', async () => {
    const modules = [{ title: 'The place', summary: '', lessons: [{ ...lesson, content: 'Theirs' }] }];
    stubServer(({ method }) =>
      method === 'PATCH'
        ? problem('course.version_conflict', 'The course was changed in the meantime')
        : { body: { course: aCourse({ version: 9, modules }) } },
    );
    await show();
    expect(screen.queryByRole('button', { name: 'Decide' })).toBeNull();
    type('Mine');
    fireEvent.keyDown(text(), { key: 's', ctrlKey: true });
    fireEvent.click(await screen.findByRole('button', { name: 'Decide' }));
    expect(document.activeElement?.textContent).toBe('This lesson was changed elsewhere');
    fireEvent.click(screen.getByRole('button', { name: 'Use the other version' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Decide' })).toBeNull());
  });

  it('an empty title is reported at the field', async () => {
    stubServer(() => ({ body: { version: 4, lesson } }));
    await show();
    fireEvent.change(screen.getByLabelText('Title'), { target: { value: ' ' } });
    expect(screen.getByLabelText('Title').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByText('Not saved: Enter a title for the lesson.')).toHaveLength(2);
  });
});
