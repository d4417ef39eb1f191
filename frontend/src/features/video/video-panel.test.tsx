import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { VideoPanel } from './video-panel.tsx';

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined }));
});

const CLIP = {
  task_id: 'clip-1',
  title: 'Waves',
  prompt: 'Waves',
  negative_prompt: '',
  mode: 'quality',
  type: 'text',
  duration: 30,
  duration_seconds: null,
  status: 'processing',
  progress: 0,
  eta: null,
  error: null,
  image_file: null,
  may_retry: false,
  has_captions: false,
  course: null,
};
/** Shows the panel with its fold open. */
async function showOpen() {
  const shown = await showScreen(<VideoPanel userId="ines" />);
  fireEvent.click(screen.getByRole('button', { name: /^Video/ }));
  return shown;
}
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Generate video' }));

it('VID-12 names the failure: a clip from a text, one from a picture, and the status of one', async () => {
  let isTaken = false;
  stubServer(({ method, path }) => {
    if (path.endsWith('/plan')) return partly({ available: true, seconds_left: 0 });
    return isTaken && method === 'POST' ? partly({ task_id: 'clip-1' }, 202) : problem('internal', 'It broke.');
  });
  await showOpen();
  fireEvent.change(await screen.findByLabelText('What the video shows'), { target: { value: 'Waves' } });
  send();
  await screen.findByText('Video generation failed. It broke.');
  fireEvent.change(screen.getByRole('combobox', { name: 'Start with' }), { target: { value: 'image' } });
  const picture = new File(['x'], 'sea.png', { type: 'image/png' });
  fireEvent.change(screen.getByLabelText('Starting picture: JPG, PNG or WebP'), { target: { files: [picture] } });
  send();
  await screen.findByText('Image-to-video generation failed. It broke.');
  isTaken = true;
  send();
  await screen.findByText('Failed to check video status. It broke.');
});

it('the notification of a clip comes with the clip, not with the next refresh of the bell', async () => {
  let status = 'processing';
  stubServer(({ path, method }) => {
    if (path.endsWith('/plan')) return partly({ available: true, seconds_left: 0 });
    if (path.includes('history')) return partly({ videos: [], next: null });
    return method === 'POST' ? partly({ task_id: 'clip-1' }, 202) : partly({ ...CLIP, created_at: new Date().toISOString(), status });
  });
  const { cache } = await showOpen();
  cache.setQueryData(['notifications', 'ines'], { notifications: [], unread: 0 });
  fireEvent.change(await screen.findByLabelText('What the video shows'), { target: { value: 'Waves' } });
  send();
  const isAsked = () => cache.getQueryState(['notifications', 'ines'])?.isInvalidated;
  await waitFor(() => expect(cache.getQueryData(['videos', 'ines', 'clip-1'])).toBeTruthy());
  expect(isAsked()).toBe(false);
  status = 'failed';
  await waitFor(() => expect(isAsked()).toBe(true));
});

it('VID-01 VID-02 VID-09 VID-10 VID-11 asks for missing input, shows the price, and sends the form; VID-07 reports a delay after five minutes', async () => {
  const sent = stubServer(({ method, path }) => {
    if (path.endsWith('/plan')) return partly({ available: true, seconds_left: 0, longest_seconds: 30, longer_with: null });
    if (method === 'POST') return partly({ task_id: 'clip-1' }, 202);
    if (path.includes('/user-history/')) return partly({ videos: [], next: null });
    return partly({ ...CLIP, created_at: new Date(Date.now() - 5 * 60_000).toISOString() });
  });
  await showOpen();
  const field = (label: string) => screen.getByRole<HTMLSelectElement>('combobox', { name: label });
  const choose = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
  const said = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await screen.findByText('0.40 × 5 s = 2 tokens.');
  expect([...field('Start with').options].map(({ text }) => text)).toEqual(['Text to video', 'Image to video']);
  await waitFor(() => expect([...field('Length').options].map(({ value }) => value)).toEqual(['5', '10', '15', '30']));
  expect([field('Length').value, field('Mode').value, [...field('Mode').options].map(({ value }) => value)]).toEqual([
    '5',
    'fast',
    ['fast', 'quality'],
  ]);
  send();
  screen.getByText('Please enter a video prompt');
  choose('Start with', 'image');
  said('What happens in the video (optional)', ' Waves ');
  send();
  screen.getByText('Please select an image file');
  const text = new File(['x'], 'sea.txt', { type: 'text/plain' });
  fireEvent.change(screen.getByLabelText('Starting picture: JPG, PNG or WebP'), { target: { files: [text] } });
  send();
  screen.getByText('Please select a valid image file');
  const large = new File(['x'], 'sea.png', { type: 'image/png' });
  Object.defineProperty(large, 'size', { value: 10_000_001 });
  fireEvent.change(screen.getByLabelText('Starting picture: JPG, PNG or WebP'), { target: { files: [large] } });
  send();
  screen.getByText('A file can be at most 10 MB.');
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  choose('Start with', 'text');
  said('What the video must not show', 'People');
  choose('Length', '30');
  screen.getByText('0.40 × 30 s = 12 tokens.');
  choose('Mode', 'quality');
  screen.getByText('0.75 × 30 s = 22.50 tokens.');
  send();
  await screen.findByText('Video generation timed out. Please check status later.');
  expect(sent.filter(({ method }) => method === 'POST')).toMatchObject([
    {
      path: '/api/vertex-ai/veo3/generate-video',
      body: { prompt: 'Waves', negative_prompt: 'People', mode: 'quality', duration: 30, user_id: 'ines' },
    },
  ]);
});

it('VID-09 the price is rate times seconds, even if the plan pays', async () => {
  stubServer(({ path }) =>
    partly(
      path.endsWith('/plan')
        ? { available: true, joins: true, seconds_left: 60, longest_seconds: 30, longer_with: null }
        : { videos: [], next: null },
    ),
  );
  await showOpen();
  const paid = await screen.findByText(/^0\.40 × 5 s = 2 tokens\./);
  await waitFor(() => expect(paid.textContent).toContain('Included in your plan: 60 seconds of video remaining.'));
});

it('VID-11 a picture needs no words, and no message of the other mode stays', async () => {
  const sent = stubServer(({ method, path }) => {
    if (path.endsWith('/plan')) return partly({ available: true, joins: true, seconds_left: 0 });
    if (method === 'POST') return partly({ task_id: 'clip-1' }, 202);
    if (path.includes('/user-history/')) return partly({ videos: [], next: null });
    return partly({ ...CLIP, created_at: new Date().toISOString() });
  });
  await showOpen();
  await screen.findByText('0.40 × 5 s = 2 tokens.');
  send();
  screen.getByText('Please enter a video prompt');
  fireEvent.change(screen.getByRole('combobox', { name: 'Start with' }), { target: { value: 'image' } });
  expect(screen.queryByText('Please enter a video prompt')).toBeNull();
  send();
  screen.getByText('Please select an image file');
  const picture = new File(['x'], 'sea.png', { type: 'image/png' });
  fireEvent.change(screen.getByLabelText('Starting picture: JPG, PNG or WebP'), { target: { files: [picture] } });
  expect(screen.queryByText('Please select an image file')).toBeNull();
  send();
  await waitFor(() => expect(sent.some(({ method, path }) => method === 'POST' && path.endsWith('/generate-from-image'))).toBe(true));
});

it('A35 offers the lengths of the plan and says which one films longer; the demo says beforehand what it can film', async () => {
  stubServer(({ path }) =>
    partly(
      path.endsWith('/plan')
        ? { available: true, joins: true, seconds_left: 10, longest_seconds: 10, longer_with: 'Basic', is_demo: true }
        : { videos: [], next: null },
    ),
  );
  await showOpen();
  await screen.findByText('Your plan includes clips of up to 10 seconds. Basic includes longer clips.');
  const length = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Length' });
  expect([...length.options].map(({ value }) => value)).toEqual(['5', '10']);
  expect(screen.getByText(/^This is a demo: clips are drawn/)).toBeTruthy();
});
