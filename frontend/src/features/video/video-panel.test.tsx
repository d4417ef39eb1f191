// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, it, vi } from 'vitest';
import { problem, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { VideoPanel } from './video-panel.tsx';

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const send = () => fireEvent.click(screen.getByRole('button', { name: 'Generate video' }));

it('VID-12 says what failed: a clip of a text, one of a picture, and the look at how far it is', async () => {
  let isTaken = false;
  const internal = { code: 'internal.error' };
  stubServer(({ method, path }) => {
    if (path.endsWith('/plan')) return { body: { available: true, seconds_left: 0 } };
    return isTaken && method === 'POST' ? { status: 202, body: { task_id: 'clip-1' } } : problem(500, '', internal);
  });
  await showScreen(<VideoPanel userId="ines" />);
  fireEvent.change(await screen.findByLabelText('What the video shows'), { target: { value: 'Waves' } });
  send();
  await screen.findByText('Video generation failed');
  fireEvent.change(screen.getByRole('combobox', { name: 'Begin with' }), { target: { value: 'image' } });
  const picture = new File(['x'], 'sea.png', { type: 'image/png' });
  fireEvent.change(screen.getByLabelText('Picture to begin with: JPG, PNG or WebP'), { target: { files: [picture] } });
  send();
  await screen.findByText('Image-to-video generation failed');
  isTaken = true;
  send();
  await screen.findByText('Failed to check video status');
});
