import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { getNotices } from '#frontend/lib/toast.ts';
import { brokenAnswer, problem } from '#contract/platform/mocked-answer.factory.ts';
import { type Answer, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { CreateCourse } from './create-course.tsx';
import { CreatePanel } from './create-panel.tsx';
import { creatorListKey } from './creator-course-queries.ts';
import { aCoursePage, aCreatorCourse } from './creator-course.factory.ts';
import { resetForm } from './creator-course-draft.ts';

const show = () => showScreen(<CreateCourse userId="u1" renderPreview={({ title }) => <p>Seen as {title}</p>} />);
const type = (label: RegExp | string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const create = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create Course' });
const valueOf = (label: RegExp | string) => screen.getByLabelText<HTMLInputElement>(label).value;
const made = aCreatorCourse(9, { title: 'Bees on a roof' });

const fillIn = () => {
  type(/^Title/, 'Bees on a roof');
  type(/^Description/, 'From the first sting to the first jar.');
};

beforeEach(() => {
  resetForm('u1');
});

describe('the AI Course Creator', () => {
  it('CRE-27 opens and closes on the overview by one button, and keeps the typed text', async () => {
    await showScreen(<CreatePanel userId="u1" renderPreview={({ title }) => <p>Seen as {title}</p>} />);
    const toggle = screen.getByRole('button', { name: 'Create a course here' });
    expect([toggle.getAttribute('aria-expanded'), screen.queryByRole('form')]).toEqual(['false', null]);
    fireEvent.click(toggle);
    await screen.findByRole('form', { name: 'AI Course Creator' });
    type(/^Title/, 'Bees on a roof');
    fireEvent.click(screen.getByRole('button', { name: 'Close the new course', expanded: true }));
    expect(screen.queryByRole('form')).toBeNull();
    fireEvent.click(toggle);
    await screen.findByRole('form', { name: 'AI Course Creator' });
    expect(valueOf(/^Title/)).toBe('Bees on a roof');
  });

  it('CRE-18 has nine fields, all of them texts', async () => {
    await show();
    const form = screen.getByRole<HTMLFormElement>('form', { name: 'AI Course Creator' });
    const named = [...form.elements].flatMap((element) => element.getAttribute('name') ?? []);
    expect(named.sort()).toEqual(
      ['title', 'category', 'description', 'price', 'difficulty', 'estimated_hours', 'objectives', 'tags', 'requirements'].sort(),
    );
    expect(screen.getByLabelText(/^Title/).getAttribute('aria-required')).toBe('true');
    expect(screen.getByLabelText(/^Description/).getAttribute('aria-required')).toBe('true');
    expect([...form.querySelectorAll('input')].map(({ type: kind }) => kind)).toEqual(['text', 'text', 'text', 'text']);
  });

  it('CRE-19 offers five categories and three difficulties, beginner first', async () => {
    await show();
    const options = (label: string) => [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ value, text }) => [value, text]);
    expect(options('Category')).toEqual([
      ['', 'None'],
      ['business', 'Business'],
      ['technology', 'Technology'],
      ['creative', 'Creative'],
      ['personal', 'Personal Development'],
      ['academic', 'Academic'],
    ]);
    expect(options('Difficulty')).toEqual([
      ['beginner', 'Beginner'],
      ['intermediate', 'Intermediate'],
      ['advanced', 'Advanced'],
    ]);
    expect(valueOf('Difficulty')).toBe('beginner');
  });

  it('CRE-20 CRE-21 sends the typed values, the hours as `duration` and the requirements as `prerequisites`', async () => {
    const sent = stubServer(() => ({ status: 201, body: { course: made } }));
    await show();
    fillIn();
    type('Category', 'personal');
    type('Price in US dollars', '12.50');
    type('Difficulty', 'advanced');
    type('Estimated hours', '2,5');
    type('Learning objectives', 'Judge a roof\nRead a hive');
    type('Requirements', 'A roof');
    type('Tags', 'bees, city, bees,');
    fireEvent.click(create());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ method: 'POST', path: '/api/creator/courses' });
    expect(sent[0]?.body).toEqual({
      title: 'Bees on a roof',
      description: 'From the first sting to the first jar.',
      category: 'personal',
      price: 12.5,
      difficulty: 'advanced',
      duration: 2.5,
      objectives: 'Judge a roof\nRead a hive',
      tags: ['bees', 'city'],
      prerequisites: 'A roof',
    });
  });

  it.each([
    ['', 0, 'Empty: free.'],
    ['$1,250.00', 1250, 'Readers pay: $1,250.00'],
    ['a coffee', 0, '“a coffee” is not a number, so the course would be free. Enter a price such as 12.50.'],
  ])('CRE-22 a price of "%s" is sent as %d, and the field says: %s', async (typed, dollars, meaning) => {
    const sent = stubServer(() => ({ status: 201, body: { course: made } }));
    await show();
    fillIn();
    type('Price in US dollars', typed);
    expect(screen.getByText(meaning)).toBeTruthy();
    fireEvent.click(create());
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ price: dollars }));
  });

  it('CRE-22 a price below zero is refused: the field says so, has the focus, and nothing is sent', async () => {
    const sent = stubServer(() => ({ status: 201, body: { course: made } }));
    await show();
    fillIn();
    type('Price in US dollars', '-5');
    fireEvent.click(create());
    expect(await screen.findByText('Enter a price from $0 to $9,999.99.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Price in US dollars'));
    expect(sent).toEqual([]);
  });

  it('CRE-23 cannot be sent without title and description; blanks do not count', async () => {
    await show();
    expect(create().disabled).toBe(true);
    type(/^Title/, 'Bees');
    type(/^Description/, '   ');
    expect(create().disabled).toBe(true);
    expect(screen.getByText('Add a title and a description first.')).toBeTruthy();
    type(/^Description/, 'A year with them');
    expect(create().disabled).toBe(false);
  });

  it('CRE-23 reads "Creating Course..." while it runs, and is sent once', async () => {
    const answer = Promise.withResolvers<Answer>();
    const sent = stubServer(() => answer.promise);
    await show();
    fillIn();
    fireEvent.click(create());
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Creating Course...' });
    expect(button.disabled).toBe(true);
    fireEvent.submit(screen.getByRole('form'));
    answer.resolve({ status: 201, body: { course: made } });
    await screen.findByText("Course created successfully! It's now in draft status.");
    expect(sent).toHaveLength(1);
  });

  it('CRE-24 CRE-26 the course joins the list as a draft, the form is empty again, and both texts are shown', async () => {
    stubServer(() => ({ status: 201, body: { course: made } }));
    const { cache } = await show();
    const pages = (courses: Parameters<typeof aCoursePage>[0]) => ({ pages: [aCoursePage(courses)], pageParams: [null] });
    cache.setQueryData(creatorListKey('u1', 'all'), pages([aCreatorCourse(1)]));
    cache.setQueryData(creatorListKey('u1', 'draft'), pages([aCreatorCourse(1)]));
    cache.setQueryData(creatorListKey('u1', 'published'), pages([]));
    fillIn();
    type('Difficulty', 'advanced');
    fireEvent.click(create());
    const said = await screen.findByText("Course created successfully! It's now in draft status.");
    expect(said.closest('[tabindex]')).toBe(document.activeElement);
    expect(getNotices()).toMatchObject([
      { kind: 'success', text: '✅ Course created successfully!', link: { href: '/studio/courses/course-9' } },
    ]);
    expect([valueOf(/^Title/), valueOf(/^Description/), valueOf('Difficulty')]).toEqual(['', '', 'beginner']);
    const shown = (filter: 'all' | 'published' | 'draft') =>
      cache.getQueryData<ReturnType<typeof pages>>(creatorListKey('u1', filter))?.pages[0];
    expect(shown('all')?.courses.map(({ id }) => id)).toEqual(['course-9', 'course-1']);
    expect(shown('draft')?.counts).toEqual({ all: 2, published: 0, draft: 2, archived: 0 });
    expect(shown('published')?.courses).toEqual([]);
  });

  it('CRE-25 a failure is reported in the specified words, without the server’s reason, and no input is lost', async () => {
    let isDown = true;
    const sent = stubServer(() => (isDown ? problem('internal', 'disk full') : { status: 201, body: { course: made } }));
    await show();
    fillIn();
    fireEvent.click(create());
    expect((await screen.findByText('Failed to create course. Please try again.')).closest('[role="alert"]')).toBeTruthy();
    expect(screen.queryByText(/disk full/)).toBeNull();
    expect(valueOf(/^Title/)).toBe('Bees on a roof');
    expect(document.activeElement).toBe(create());
    isDown = false;
    fireEvent.click(create());
    await screen.findByText("Course created successfully! It's now in draft status.");
    const [first, second] = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(second).toBe(first);
  });

  it('CRE-25 the server’s reason is shown as the failure, and "Failed to create course" without one', async () => {
    let answer = problem('internal', 'disk full');
    stubServer(() => answer);
    const { cache } = await show();
    const failure = () => cache.getMutationCache().getAll().at(-1)?.state.error?.message;
    fillIn();
    fireEvent.click(create());
    await waitFor(() => expect(failure()).toBe('disk full'));
    await waitFor(() => expect(create().disabled).toBe(false));
    answer = brokenAnswer('a proxy', 500, {});
    fireEvent.click(create());
    await waitFor(() => expect(failure()).toBe('Failed to create course'));
  });

  it('CRE-25 the server’s problems are shown at their field, which gets the focus', async () => {
    stubServer(() => problem('validation.failed', 'Invalid.', { errors: [{ path: 'body.prerequisites', message: 'Too strict.' }] }));
    await show();
    fillIn();
    fireEvent.click(create());
    const field = screen.getByLabelText('Requirements');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Too strict.')).toBeTruthy();
    type('Requirements', 'A roof');
    expect(screen.queryByText('Too strict.')).toBeNull();
  });

  it('CRE-20 an unchanged form keeps its key, a changed one gets another', async () => {
    const sent = stubServer(() => problem('service.unavailable', 'Busy.'));
    await show();
    fillIn();
    for (const title of ['Bees on a roof', 'Bees on a balcony', 'Bees on a balcony']) {
      type(/^Title/, title);
      const before = sent.length;
      fireEvent.click(create());
      await waitFor(() => expect(sent.length).toBe(before + 1));
      await waitFor(() => expect(create().disabled).toBe(false));
    }
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[1]).not.toBe(keys[0]);
    expect(keys[2]).toBe(keys[1]);
  });

  it('G45 counts a text near its limit, and does not send a longer one', async () => {
    const sent = stubServer(() => ({ status: 201, body: { course: made } }));
    await show();
    fillIn();
    expect(screen.queryByText(/characters/)).toBeNull();
    type(/^Title/, 'x'.repeat(180));
    expect(screen.getByText('180/200 characters')).toBeTruthy();
    type(/^Title/, 'x'.repeat(201));
    fireEvent.click(create());
    expect(screen.getByText('201/200 characters: 1 too many')).toBeTruthy();
    expect(sent).toHaveLength(0);
  });
});
