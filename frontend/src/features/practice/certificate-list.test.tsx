import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anAgePage } from '#frontend/testing/age-page.factory.ts';
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

const serve = (certificates: readonly object[], age = anAgePage()) =>
  stubServer(({ path }) => ({ body: path === '/api/auth/age' ? age : { certificates } }));

it('A33 says that a child’s links show nothing without consent', async () => {
  serve([certificate], anAgePage({ secret_address: 'age.consent_needed' }));
  await showScreen(<CertificateList userId="ines" />);
  expect(await screen.findByText('Until then its link does not work.')).toBeTruthy();
});

it('lists every certificate with its public page, and marks revoked ones', async () => {
  const revoked = { ...certificate, id: 'cert-2', course_title: 'Tides', revoked_at: '2026-11-21T10:00:00Z' };
  serve([certificate, revoked]);
  await showScreen(<CertificateList userId="ines" />);
  expect((await screen.findByRole('link', { name: 'Bees on a roof' })).getAttribute('href')).toBe('/certificates/cert-1');
  expect(screen.getAllByRole('article').map(({ textContent }) => /Revoked/.test(textContent))).toEqual([false, true]);
});

it('offers the lessons added to the course since then', async () => {
  serve([{ ...certificate, new_lessons: 2 }]);
  await showScreen(<CertificateList userId="ines" />);
  expect((await screen.findByRole('link', { name: '2 new lessons' })).getAttribute('href')).toBe('/courses/bees');
});

it('explains how to earn the first', async () => {
  serve([]);
  await showScreen(<CertificateList userId="ines" />);
  expect(await screen.findByRole('heading', { name: 'No certificates yet' })).toBeTruthy();
});
