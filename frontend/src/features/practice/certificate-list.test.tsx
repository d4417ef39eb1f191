import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { CertificateList } from './certificate-list.tsx';

const certificate = {
  id: 'cert-1',
  course_title: 'Bees on a roof',
  holder_name: 'Ines Moreno',
  lesson_count: 12,
  course_version: 1,
  course_id: 'bees',
  new_lessons: 0,
  completed_at: '2026-11-20T10:00:00Z',
  issued_at: '2026-11-20T10:00:00Z',
  revoked_at: null,
};

it('lists every certificate with its public page, and says which is revoked', async () => {
  const revoked = { ...certificate, id: 'cert-2', course_title: 'Tides', revoked_at: '2026-11-21T10:00:00Z' };
  stubServer(() => ({ body: { certificates: [certificate, revoked] } }));
  await showScreen(<CertificateList userId="ines" />);
  expect((await screen.findByRole('link', { name: 'Bees on a roof' })).getAttribute('href')).toBe('/certificates/cert-1');
  expect(screen.getAllByRole('article').map(({ textContent }) => /Revoked/.test(textContent))).toEqual([false, true]);
});

it('offers the lessons that were added to the course since', async () => {
  stubServer(() => ({ body: { certificates: [{ ...certificate, new_lessons: 2 }] } }));
  await showScreen(<CertificateList userId="ines" />);
  expect((await screen.findByRole('link', { name: '2 new lessons' })).getAttribute('href')).toBe('/courses/bees');
});

it('says how to earn the first', async () => {
  stubServer(() => ({ body: { certificates: [] } }));
  await showScreen(<CertificateList userId="ines" />);
  expect(await screen.findByRole('heading', { name: 'You have no certificates yet' })).toBeTruthy();
});
