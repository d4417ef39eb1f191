import type { Page } from '@playwright/test';
import { t } from '#frontend/lib/text.ts';
import { heading, type Scene, text } from './scenes.ts';
import { mockAnswer } from '../mocks.ts';

const clip = {
  negative_prompt: '',
  mode: 'fast',
  type: 'text',
  duration: 5,
  duration_seconds: null,
  progress: 100,
  eta: null,
  error: null,
  created_at: '2026-11-20T10:00:00.000Z',
  image_file: null,
  may_retry: false,
};
const CLIPS = [
  { ...clip, task_id: 'c1', title: 'A bee lands on lavender', prompt: 'A bee lands on lavender', status: 'processing', progress: 40 },
  { ...clip, task_id: 'c2', title: 'Foxes at night', prompt: 'Foxes at night', status: 'completed', duration_seconds: 5 },
  {
    ...clip,
    task_id: 'c3',
    title: 'A harbour in fog',
    prompt: 'A harbour in fog',
    mode: 'quality',
    duration: 30,
    status: 'failed',
    error: t('The video service refused this: its rules do not allow what is asked for. Nothing was charged.'),
    may_retry: true,
  },
];
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

async function withClips(page: Page): Promise<void> {
  await mockAnswer(page, '**/veo3/user-history/*', { videos: CLIPS, next: null });
  await page.route('**/veo3/poster/*', (route) => route.fulfill({ contentType: 'image/png', body: pixel }));
}

/** Clips of a user: one in production, one finished, one failed; none; and the panel that orders one. */
export const SCENES_VIDEO: readonly Scene[] = [
  { name: 'videos, none yet', who: 'newcomer', address: () => '/videos', ready: text('You have no videos yet') },
  { name: 'videos', who: 'newcomer', address: () => '/videos', arrange: withClips, ready: heading('A harbour in fog') },
  {
    name: 'video from a picture',
    who: 'newcomer',
    address: () => '/create',
    ready: text('Picture to begin with: JPG, PNG or WebP'),
    async act(page) {
      await page.getByRole('combobox', { name: t('Begin with') }).selectOption('image');
      await page.getByRole('button', { name: t('Generate video') }).click();
      await page.getByText(t('Please select an image file')).waitFor();
    },
  },
];
