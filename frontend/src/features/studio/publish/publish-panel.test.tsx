import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Publication } from '#contract/market/publication.contract.ts';
import { dialogClosed } from '#frontend/testing/dialog-closed.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { PublishPanel } from './publish-panel.tsx';

const statistics = {
  course_id: 'c1',
  title: 'Statistics',
  lesson_count: 2,
  modules: [
    {
      title: 'Centre',
      lessons: [
        { title: 'Mean and median', objectives: [] },
        { title: 'Spread', objectives: [] },
      ],
    },
  ],
};
const courses = { data: { pages: [{ courses: [statistics] }], pageParams: [] }, isPending: false, hasNextPage: false } as never;

const publication = (changes: Partial<Publication> = {}): { publication: Publication } => ({
  publication: {
    status: 'draft',
    content: null,
    published_version: null,
    published_at: null,
    has_changes: false,
    preview_lessons: [],
    has_final_test: false,
    may_test: false,
    modules: [],
    taken_down_reason: null,
    checklist: [{ item: 'content', is_done: false, is_required: true }],
    ...changes,
  },
});
const chosen = publication({
  content: { course_id: 'c1', title: 'Statistics', version: 1, lesson_count: 2 },
  modules: [{ title: 'Centre', lessons: [{ lesson_id: 'l1', title: 'Mean and median', duration_minutes: 5, is_preview: false }] }],
});

/** Answers for a creator with this status of the age rules. */
const serve = (answer: Parameters<typeof stubServer>[0], rules: object[] = []) =>
  stubServer((request) => (request.path.includes('/age') ? partly({ rules }) : answer(request)));

const show = (title = 'Bookkeeping', price = 10) =>
  showScreen(<PublishPanel userId="u1" course={{ id: 's1', title, price }} courses={courses} />);

describe('what is published', () => {
  it('G54 is shown with its lessons before lessons on another subject are accepted, which needs a confirmation', async () => {
    let now = publication();
    const sent = serve(({ method, body }) => {
      const isRefused = method === 'PUT' && !(body as { is_confirmed?: boolean }).is_confirmed;
      if (isRefused) return problem('market.unrelated', 'No word in common.');
      if (method === 'PUT') now = chosen;
      return partly(now);
    });
    await show();
    const choose = () => fireEvent.change(screen.getByLabelText('Use the lessons from'), { target: { value: 'c1' } });
    await screen.findByLabelText('Use the lessons from');
    choose();
    const dialog = await screen.findByRole('dialog', { name: 'Do these lessons belong to “Bookkeeping”?' });
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Mean and median', 'Spread']);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Choose other lessons' }));
    await dialogClosed();
    choose();
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Use these lessons' }));
    expect(await screen.findByRole('heading', { name: 'What buyers get' })).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'Mean and median' })).toBeTruthy();
    expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { content_id: 'c1' },
      { content_id: 'c1' },
      { content_id: 'c1', is_confirmed: true },
    ]);
  });

  it('is offered with one press if a title shares a word with the other', async () => {
    let now = publication();
    const sent = serve(({ method }) => {
      if (method === 'PUT') now = chosen;
      return partly(now);
    });
    await show('A statistic for nurses');
    fireEvent.click(await screen.findByRole('button', { name: 'Use the lessons from “Statistics”' }));
    expect(await screen.findByRole('heading', { name: 'What buyers get' })).toBeTruthy();
    expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([{ content_id: 'c1' }]);
    expect(screen.queryByRole('button', { name: /^Use the lessons from/ })).toBeNull();
  });

  it('is not offered if the titles have no words in common', async () => {
    serve(() => partly(publication()));
    await show();
    await screen.findByLabelText('Use the lessons from');
    expect(screen.queryByRole('button', { name: /^Use the lessons from/ })).toBeNull();
  });

  it('CRE-22 is given away only after a second question: an invalid price would be 0', async () => {
    const sent = serve(() => partly(publication({ ...chosen.publication, checklist: [] })));
    const published = () => sent.filter(({ method }) => method === 'POST').length;
    const { unmount } = await show('Statistics', 0);
    const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'Publish' }));
    await press();
    const dialog = await screen.findByRole('dialog', { name: 'Publish this course for free?' });
    expect(published()).toBe(0);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Publish for free' }));
    await waitFor(() => expect(published()).toBe(1));
    await dialogClosed();
    unmount();
    await show('Statistics', 10);
    await press();
    await waitFor(() => expect(published(), 'one with a price is published at once').toBe(2));
  });

  it.each([
    ['draft', 'This course cannot be published yet.'],
    ['published', 'This course is hidden from the marketplace for now; learners who have it keep it.'],
  ] as const)('tells a creator without a year of birth the state of a %s course', async (status, words) => {
    const rules = [{ rule: 'chat_with_strangers', refusal: 'age.unknown' }];
    serve(() => partly(publication({ ...chosen.publication, status, checklist: [], has_changes: true })), rules);
    await show('Statistics');
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Publish/ }).disabled).toBe(true);
  });
});
