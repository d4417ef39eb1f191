import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AgeRefusal } from '#contract/platform/age-rules.ts';
import { enterSession } from '#frontend/lib/session/session.ts';
import { anAgePage } from '#frontend/testing/age-page.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import { CertificatePanel } from './certificate-panel.tsx';

const ISSUED = {
  id: 'cert-1',
  course_id: 'course-1',
  course_title: 'Bees',
  holder_name: 'Ines Moreno',
  lesson_count: 3,
  course_version: 1,
  new_lessons: 0,
  completed_at: '2026-11-20T10:00:00Z',
  issued_at: '2026-11-20T10:00:00Z',
  revoked_at: null,
};
async function show(certificates: readonly object[], refusal?: AgeRefusal) {
  const age = anAgePage(refusal && { secret_address: refusal });
  stubServer(({ path }) => ({ body: path === '/api/auth/age' ? age : { certificates } }));
  await showScreen(<CertificatePanel userId="u1" courseId="course-1" />);
}

beforeEach(() => enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() }));

describe('the certificate of a course', () => {
  it('is issued by its button, and opened by its link', async () => {
    await show([]);
    expect(await screen.findByRole('button', { name: 'Issue certificate' })).toBeTruthy();
    await show([ISSUED]);
    expect(await screen.findByRole('link', { name: 'Open certificate' })).toBeTruthy();
  });

  it('A33 is unavailable to a child without consent, who is told so beforehand', async () => {
    await show([], 'age.consent_needed');
    expect(await screen.findByText(/Under 13 this needs the consent/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Issue certificate' })).toBeNull();
  });

  it('A33 from before is inactive, and can be revoked', async () => {
    await show([ISSUED], 'age.consent_needed');
    expect(await screen.findByText('Until then its link does not work.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Open certificate' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Revoke for good' })).toBeTruthy();
  });
});
