import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { getNotices } from '#frontend/lib/toast.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { RecommendationsPanel } from './recommendations-panel.tsx';

const NONE = { recommendations: [], insights: [], created_at: null, run: null };
const COURSE = {
  id: 'r1',
  title: 'Reading a balance sheet',
  difficulty: 'beginner',
  duration: '2 weeks',
  rating: null,
  reason: 'You named finance as your field.',
  learning_goals: 'Tell how a company earns.',
  estimated_hours: 6,
  ai_components: [],
  personalization_score: 80,
};
const onPick = vi.fn();
const show = (industry: string) =>
  showScreen(
    <RecommendationsPanel
      userId="u1"
      context={() => ({ industry_focus: industry })}
      courses={() => Promise.resolve({ saved_courses: ['Bees'], completed_courses: [] })}
      difficultyWord={(difficulty) => difficulty}
      onPick={onPick}
    />,
  );

describe('what to learn next', () => {
  it('REC-01 REC-06 sends the form’s values, shows reasons and the service’s judgement, and fills one into the form', async () => {
    const sent = stubServer(({ method }) => ({
      body:
        method === 'POST'
          ? { ...NONE, recommendations: [COURSE], insights: ['You named finance.'], created_at: '2026-11-20T10:00:00.000Z' }
          : NONE,
    }));
    await show('finance');
    fireEvent.click(await screen.findByRole('button', { name: 'Recommend courses for me' }));
    await screen.findByText('You named finance as your field.');
    expect(sent.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/api/ai/course-recommendations',
      body: {
        user_context: { industry_focus: 'finance', saved_courses: ['Bees'], completed_courses: [] },
        recommendation_count: 6,
        include_insights: true,
      },
    });
    expect(screen.getByText(/80 of 100 match/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Fill in the form' }));
    expect(onPick).toHaveBeenCalledWith(expect.objectContaining({ title: 'Reading a balance sheet' }));
  });

  it('REC-04 G41 after a failure offers general picks of the industry, labelled as such, without a score', async () => {
    stubServer(({ method }) =>
      method === 'POST' ? problem('vendors.failed', 'No AI service could recommend courses now.') : { body: NONE },
    );
    await show('finance');
    fireEvent.click(await screen.findByRole('button', { name: 'Recommend courses for me' }));
    await screen.findByRole('heading', { name: 'General picks' });
    expect(screen.getByText('Interest and time')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Fill in the form' })).toHaveLength(6);
    expect(screen.queryByText(/of 100/)).toBeNull();
  });

  it('REC-04 general picks are also shown below an earlier list', async () => {
    const earlier = { ...NONE, recommendations: [COURSE], created_at: '2026-11-20T10:00:00.000Z' };
    stubServer(({ method }) =>
      method === 'POST' ? problem('vendors.failed', 'No AI service could recommend courses now.') : { body: earlier },
    );
    await show('science');
    fireEvent.click(await screen.findByRole('button', { name: 'Recommend others' }));
    await screen.findByRole('heading', { name: 'General picks' });
    expect(screen.getByText('Reading a balance sheet')).toBeTruthy();
    expect(screen.getByText('Designing an experiment')).toBeTruthy();
  });

  it('REC-02 asks to sign in if the session has ended', async () => {
    stubServer(({ method }) => (method === 'POST' ? problem('auth.token_invalid', 'Please sign in') : { body: NONE }));
    await show('finance');
    fireEvent.click(await screen.findByRole('button', { name: 'Recommend courses for me' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Please log in to get personalized recommendations'));
    // even if the sign-in screen is already shown
    expect(getNotices().map(({ text }) => text)).toContain('Please log in to get personalized recommendations');
  });
});
