import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { loadDraft, resetDraft } from '#frontend/features/generation/builder/course-draft.ts';
import { FIRST_TOPICS } from '#frontend/features/generation/builder/first-topics.ts';
import { aListing, aMarketPage } from '#frontend/features/market/market.factory.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer, type Answer } from '#frontend/testing/show-screen.tsx';
import { FirstCourse } from '../courses-page.tsx';

const PAGE = aMarketPage([aListing(1, { id: 'free-1', title: 'Tides', price: 0 })]);
const stub = (started: () => Answer) => stubServer(({ method }) => (method === 'POST' ? started() : partly(PAGE)));
const show = () => showScreen(<FirstCourse userId="u1" />);
const write = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Write my course' });

afterEach(() => resetDraft('u1'));

describe('the first minute', () => {
  it('CRS-04 welcomes a user without courses and links to the builder and the community', async () => {
    stub(() => partly({}));
    await show();
    expect(await screen.findByRole('heading', { name: 'Welcome to Your Learning Journey!' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open AI Builder' }).getAttribute('href')).toBe('/create');
    expect(screen.getByRole('link', { name: 'Open Community' }).getAttribute('href')).toBe('/community');
    expect((await screen.findByRole('link', { name: 'Tides' })).getAttribute('href')).toBe('/market/free-1');
  });

  it('a chosen subject and an age are enough: the rest is asked later, or has the form’s defaults', async () => {
    const sent = stub(() => partly({ task_id: 'run-1' }, 202));
    await show();
    expect(screen.getAllByRole('button', { pressed: false })).toHaveLength(FIRST_TOPICS.length);
    fireEvent.click(screen.getByRole('button', { name: 'Sourdough bread at home' }));
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Sourdough bread at home');
    expect(write().getAttribute('aria-disabled'), 'without an age').toBe('true');
    fireEvent.click(write());
    const age = screen.getByLabelText('How old are you?');
    expect(document.activeElement).toBe(age);
    expect([age.getAttribute('aria-invalid'), screen.getByLabelText('What do you want to learn?').getAttribute('aria-invalid')]).toEqual([
      'true',
      'false',
    ]);
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
    fireEvent.change(screen.getByLabelText('How old are you?'), { target: { value: '34' } });
    fireEvent.change(screen.getByLabelText('How much do you know?'), { target: { value: 'advanced' } });
    fireEvent.change(screen.getByLabelText('Why do you want it?'), { target: { value: 'Use it at work' } });
    fireEvent.click(write());
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
        topic: 'Sourdough bread at home',
        learning_goals: 'Use it at work',
        difficulty: 'advanced',
        duration: '2 weeks',
        age: 34,
      }),
    );
  });

  it('for a child, an adult is asked first', async () => {
    const sent = stub(() => partly({ task_id: 'run-1' }, 202));
    await show();
    fireEvent.click(screen.getByRole('button', { name: 'First aid for everyone' }));
    fireEvent.change(screen.getByLabelText('How old are you?'), { target: { value: '9' } });
    fireEvent.click(write());
    expect((await screen.findByRole('alert')).textContent).toBe('A parent or their school must agree first.');
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
    fireEvent.click(await screen.findByRole('checkbox'));
    fireEvent.click(write());
    await waitFor(() => expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ age: 9, guardian_agreement: true }));
  });

  it('shows why a course was not started', async () => {
    stub(() => problem('validation.failed', 'This topic is refused.'));
    await show();
    fireEvent.change(screen.getByLabelText('What do you want to learn?'), { target: { value: 'Bees' } });
    fireEvent.change(screen.getByLabelText('How old are you?'), { target: { value: '34' } });
    fireEvent.click(write());
    expect((await screen.findByRole('alert')).textContent).toBe('Course generation failed: This topic is refused.');
  });

  it('More passes the chosen values to the whole form', async () => {
    stub(() => partly({}));
    await show();
    fireEvent.click(screen.getByRole('button', { name: 'How the internet works' }));
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(loadDraft('u1')).toMatchObject({ topic: 'How the internet works', difficulty: 'beginner' });
  });
});
