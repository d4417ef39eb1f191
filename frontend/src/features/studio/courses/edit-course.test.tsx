import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { EditCourse } from './edit-course.tsx';
import { aCreatorCourse } from './creator-course.factory.ts';

const bees = aCreatorCourse(1, { title: 'Bees on a roof', version: 3 });
const show = () => showScreen(<EditCourse userId="u1" course={bees} renderPreview={({ title }) => <p>Seen as {title}</p>} />);
const field = (label: RegExp | string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: RegExp | string, value: string) => fireEvent.change(field(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save the course' }));

describe('editing a course', () => {
  it('G54 CRE-21 starts with its values and sends the changes, with the version that was read', async () => {
    const sent = stubServer(() => ({ body: { course: { ...bees, title: 'Bees on a balcony', version: 4 } } }));
    await show();
    expect([
      field(/^Title/).value,
      field('Price in US dollars').value,
      field('Estimated hours').value,
      field('Requirements').value,
    ]).toEqual(['Bees on a roof', '12.50', '2.5', 'A roof']);
    expect(screen.getByText('No unsaved changes')).toBeTruthy();
    type(/^Title/, 'Bees on a balcony');
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    expect(screen.getByText('Seen as Bees on a balcony'), 'what is typed is seen at once').toBeTruthy();
    save();
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(sent[0]).toMatchObject({
      method: 'PATCH',
      path: '/api/creator/courses/course-1',
      body: { version: 3, title: 'Bees on a balcony' },
    });
    expect(Object.keys(sent[0]?.body as object)).toEqual(['version', 'title']);
    expect(screen.getByText('No unsaved changes')).toBeTruthy();
  });

  it('sends nothing when nothing has changed', async () => {
    const sent = stubServer(() => ({ body: {} }));
    await show();
    save();
    expect(await screen.findByText('Nothing has changed.')).toBeTruthy();
    expect(sent).toHaveLength(0);
  });

  it('G54 a failure shows its reason, and the typed text stays', async () => {
    stubServer(() => problem('not_found', 'Course not found.'));
    await show();
    type(/^Title/, 'Bees on a balcony');
    save();
    expect(await screen.findByText('The course could not be saved. Course not found.')).toBeTruthy();
    expect(field(/^Title/).value).toBe('Bees on a balcony');
  });

  const newer = { ...bees, title: 'Bees in a park', description: 'A newer description.', version: 5 };
  const conflicting = () => {
    let isFirst = true;
    return stubServer(({ method, body }) => {
      if (method === 'GET') return { body: { course: newer } };
      if (isFirst) {
        isFirst = false;
        return problem('course.version_conflict', 'It was changed.');
      }
      return { body: { course: { ...newer, ...(body as object), version: 6 } } };
    });
  };

  it('G54 a version saved elsewhere is shown beside the typed text; keeping mine saves only my changes over it', async () => {
    const sent = conflicting();
    await show();
    type(/^Title/, 'Bees on a balcony');
    save();
    const panel = await screen.findByRole('region', { name: 'Changed elsewhere' });
    expect(field(/^Title/).value).toBe('Bees on a balcony');
    expect(within(panel).getByText('Bees in a park')).toBeTruthy();
    expect(within(panel).queryByText('A newer description.')).toBeNull();
    fireEvent.click(within(panel).getByRole('button', { name: 'Keep my version' }));
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(sent.at(-1)?.body).toEqual({ version: 5, title: 'Bees on a balcony' });
    expect(field(/^Description/).value).toBe('A newer description.');
    expect(screen.queryByRole('region', { name: 'Changed elsewhere' })).toBeNull();
  });

  it('G54 accepting the newer text puts it into the form', async () => {
    conflicting();
    await show();
    type(/^Title/, 'Bees on a balcony');
    save();
    fireEvent.click(await screen.findByRole('button', { name: 'Use the newer text' }));
    await waitFor(() => expect(field(/^Title/).value).toBe('Bees in a park'));
    expect(screen.getByText('No unsaved changes')).toBeTruthy();
    expect(screen.getByText('You are viewing the newer text.')).toBeTruthy();
  });
});
