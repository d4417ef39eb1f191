import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Video } from '#contract/video/video.contract.ts';
import { clearNotices, getNotices } from '#frontend/lib/toast.ts';
import { anAgePage } from '#frontend/testing/age-page.factory.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { RecentVideos } from './video-list.tsx';

const clip = (n: number): Video => ({
  task_id: `clip-${n}`,
  title: `Clip ${n}`,
  prompt: 'Bees',
  negative_prompt: '',
  mode: 'fast',
  type: 'text',
  duration: 5,
  duration_seconds: null,
  status: 'failed',
  progress: 0,
  eta: null,
  error: 'The video service refused this.',
  created_at: '2026-11-20T08:00:00.000Z',
  image_file: null,
  may_retry: false,
  has_captions: false,
  course: null,
});

it('VID-14 VID-15 G39 the four newest clips are on My Courses, with a link to all of them', async () => {
  const sent = stubServer(() => partly({ videos: [1, 2, 3, 4].map(clip), next: 'more' }));
  await showScreen(<RecentVideos userId="ines" />);
  expect((await screen.findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent)).toEqual([
    'Clip 1',
    'Clip 2',
    'Clip 3',
    'Clip 4',
  ]);
  expect(sent.map(({ path }) => path)).toEqual(['/api/vertex-ai/veo3/user-history/ines?limit=4']);
  expect(screen.getByRole('link', { name: 'View All' }).getAttribute('href')).toBe('/videos');
});

it.each([
  ['what it costs', 0, 'Try again for 2 tokens', '2'],
  ['nothing where the plan has the seconds left', 5, 'Try again', '0'],
])('a failed clip is filmed again for %s, which its button says', async (_, left, caption, accepted) => {
  const failed = { ...clip(1), may_retry: true } as const;
  const sent = stubServer(({ path, method }) => {
    if (path === '/api/auth/age') return partly(anAgePage());
    if (method === 'POST') return partly({ task_id: 'clip-1' });
    return partly(
      path.includes('/user-history/') ? { videos: [failed], next: null } : { available: true, joins: true, seconds_left: left },
    );
  });
  await showScreen(<RecentVideos userId="ines" />);
  await vi.waitUntil(() => sent.some(({ path }) => path.includes('plan')));
  fireEvent.click(await screen.findByRole('button', { name: 'Options: Clip 1' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: caption }));
  await vi.waitUntil(() => sent.some(({ method }) => method === 'POST'));
  expect(sent.find(({ method }) => method === 'POST')!.headers.get('max-price')).toBe(accepted);
});

it('VID-06 a failed download of a clip is reported', async () => {
  clearNotices();
  const done = { ...clip(1), status: 'completed', error: null } as const;
  const sent = stubServer(({ path }) => {
    if (path === '/api/auth/age') return partly(anAgePage());
    return path.includes('/download/') ? problem('internal', 'It broke.') : partly({ videos: [done], next: null });
  });
  await showScreen(<RecentVideos userId="ines" />);
  fireEvent.click(await screen.findByRole('button', { name: 'Options: Clip 1' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Download' }));
  await vi.waitUntil(() => getNotices().length > 0);
  expect(getNotices().map(({ text }) => text)).toEqual(['Download failed. It broke.']);
  expect(sent.at(-1)!.path).toBe('/api/vertex-ai/veo3/download/clip-1');
});

it('A33 the link of a clip is disabled for a child without consent, with the reason', async () => {
  const done = { ...clip(1), status: 'completed', error: null } as const;
  const sent = stubServer(({ path }) =>
    partly(path === '/api/auth/age' ? anAgePage({ secret_address: 'age.consent_needed' }) : { videos: [done], next: null }),
  );
  await showScreen(<RecentVideos userId="ines" />);
  fireEvent.click(await screen.findByRole('button', { name: 'Options: Clip 1' }));
  const item = await screen.findByRole('menuitem', { name: /^Copy the link.*Under 13 this needs the consent/ });
  expect(item.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(item);
  expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('shows nothing without a clip', async () => {
  const sent = stubServer(() => partly({ videos: [], next: null }));
  const { container } = await showScreen(<RecentVideos userId="ines" />);
  await vi.waitUntil(() => sent.length === 1);
  expect(container.querySelector('section')).toBeNull();
});

it('the clip of a course links to its course, and has its cover', async () => {
  const ofCourse = {
    ...clip(1),
    status: 'completed',
    error: null,
    title: 'Beekeeping',
    course: { course_id: 'course-1', title: 'Beekeeping' },
  };
  stubServer(() => partly({ videos: [ofCourse], next: null }));
  await showScreen(<RecentVideos userId="ines" />);
  expect((await screen.findByRole('link', { name: 'Beekeeping' })).getAttribute('href')).toBe('/courses/course-1');
  expect(screen.getByLabelText('Beekeeping', { selector: 'video' }).getAttribute('poster')).toMatch(/^data:image\/svg\+xml,/);
});
