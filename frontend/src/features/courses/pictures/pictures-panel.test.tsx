import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ClipPlace } from '#contract/courses/course-pictures.contract.ts';
import { aCourse } from '#frontend/features/courses/course.factory.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { PicturesPanel } from './pictures-panel.tsx';

it('a clip shows its price before and its progress, and can be removed', async () => {
  const NONE: ClipPlace = { clip_id: null, state: 'none', problem: null, has_poster: false, seconds: 10, seconds_left: 0 };
  let clip = NONE;
  const cover = { place: 'cover', state: 'none', picture: null, problem: null };
  const sent = stubServer(({ method, path }) => {
    if (method === 'POST') clip = { ...NONE, clip_id: 'c1', state: 'filmed', has_poster: true };
    if (method === 'DELETE') clip = NONE;
    if (method !== 'GET') return partly({ task_id: 'c1', course_id: 'x' }, 202);
    return path.includes('course-pictures')
      ? partly({ available: true, may_change: true, pictures_left: 0, cover, modules: [], clip })
      : partly({});
  });
  await showScreen(<PicturesPanel userId="u1" course={{ ...aCourse(), modules: [] }} />);
  await screen.findByText(/A new clip of 10 seconds costs 4 tokens./);
  expect(screen.queryByRole('button', { name: 'No clip Clip' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'New clip Clip' }));
  await screen.findByText('It is in the first lesson.');
  fireEvent.click(screen.getByRole('button', { name: 'No clip Clip' }));
  await screen.findByText('There is no clip.');
  expect(sent.filter(({ method }) => method !== 'GET').map(({ method }) => method)).toEqual(['POST', 'DELETE']);
});
