import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anOwnAssignment } from '#frontend/features/classes/class.factory.ts';
import { aCourse } from '#frontend/features/courses/course.factory.ts';
import { enterSession } from '#frontend/lib/session/session.ts';
import { aBalance } from '#frontend/testing/balance.factory.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import { CourseFrame } from './course-frame.tsx';

it('names the class of an assigned course; a user without an organisation causes no request', async () => {
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
  const shows = async (organisation_available: number | null) => {
    const sent = stubServer(({ path }) => {
      if (path.startsWith('/api/assignments')) return { body: { assignments: [anOwnAssignment({ copy_id: 'course-1' })] } };
      if (path.startsWith('/api/user-tokens')) return { body: aBalance({ organisation_available }) };
      if (path === '/api/courses/user-1/course-1') return { body: { course: aCourse() } };
      return problem('not_found', 'Of no matter here.');
    });
    const { unmount } = await showScreen(<CourseFrame courseId="course-1" tab="lessons" />);
    return { sent, unmount };
  };
  const member = await shows(12);
  expect(await screen.findByRole('link', { name: 'Assigned by 7b' })).toBeTruthy();
  member.unmount();
  const { sent } = await shows(null);
  await screen.findByRole('heading', { name: 'Bees on a roof' });
  expect(sent.some(({ path }) => path.startsWith('/api/assignments'))).toBe(false);
});
