import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { chooseCourseLanguage } from './course-language-choice.ts';
import { CourseLanguagePanel } from './course-language-panel.tsx';

const FRENCH = {
  language: 'french',
  ready: 11,
  stale: 0,
  missing: 1,
  unfaithful: [{ lesson_id: 'l4', number: 4, title: 'Swarms' }],
  open: [{ lesson_id: 'l4', number: 4, title: 'Swarms' }],
  lesson_tasks: [],
  self_judged: 0,
  is_frame_stale: false,
  cost: 100,
  task_id: null,
  progress: 0,
};

beforeEach(() => chooseCourseLanguage('c1', 'french'));

/** Renders the languages of an English course. @returns the orders that were sent */
async function show(changes: object = {}) {
  const body = { source_language: 'english', translations: [{ ...FRENCH, ...changes }] };
  const sent = stubServer(({ method, path }) =>
    method === 'POST' ? partly({ task_id: 't1' }, 202) : partly(path.startsWith('/api/course-translations') ? body : { translation: true }),
  );
  await showScreen(<CourseLanguagePanel courseId="c1" />);
  await screen.findByText('Language of the course');
  return () => sent.filter(({ method }) => method === 'POST').map(({ path }) => path);
}

it('names the lessons that could not be translated faithfully, and says that they cost nothing', async () => {
  await show();
  await screen.findByText('Lesson 4, Swarms, could not be translated faithfully: shown in English');
  screen.getByText(/These lessons were not charged/);
});

it('says which lessons were checked by the service that translated them', async () => {
  await show({ missing: 0, unfaithful: [], self_judged: 12, ready: 12 });
  await screen.findByText(/^12 lessons were checked by the service that translated them/);
  expect(screen.queryByText(/could not be translated/)).toBeNull();
});

it('requests their translation again', async () => {
  const ordered = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Try again for 1 tokens' }));
  await waitFor(() => expect(ordered()).toEqual(['/api/course-translations/c1/in/french']));
});

it('offers each missing lesson by itself, at its price', async () => {
  const open = [
    { lesson_id: 'l4', number: 4, title: 'Swarms' },
    { lesson_id: 'l5', number: 5, title: 'Honey' },
  ];
  const ordered = await show({ ready: 10, missing: 2, unfaithful: [], cost: 200, open });
  await screen.findByRole('button', { name: 'Translate for 2 tokens' });
  screen.getByRole('option', { name: 'Lesson 5: Honey' });
  fireEvent.change(screen.getByLabelText('What to translate'), { target: { value: 'l5' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Translate for 1 tokens' }));
  await waitFor(() => expect(ordered()).toEqual(['/api/course-translations/c1/in/french/lessons/l5']));
});

it('says how many lessons are being translated by themselves, and does not offer them again', async () => {
  await show({ unfaithful: [], lesson_tasks: [{ lesson_id: 'l4', task_id: 't1' }] });
  await screen.findByText('1 lesson is being translated.');
  expect(screen.queryByRole('button', { name: /^Translate/ })).toBeNull();
});
