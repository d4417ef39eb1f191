import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aPlatform } from './platform.factory.ts';
import { PlatformsSection } from './platforms-section.tsx';

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const show = () => showScreen(<PlatformsSection userId="u1" />);
const URL_ONCE = 'https://courses.example/lti/p/register?code=secret';

describe('the learning platforms of an organisation', () => {
  it('are listed with their state, the audience of their tokens, and their problems', async () => {
    const at = { refused_at: '2026-11-20T10:00:00.000Z' };
    const problems = [
      { kind: 'refused', reason: 'lti.expired', detail: '"exp" claim timestamp check failed', ...at },
      { kind: 'left_out', reason: 'lti.left_out', detail: 'context.title: is not text', ...at },
      { kind: 'grade', reason: 'lti.grade_refused', detail: 'Bees: The platform answered 422: not a student', ...at },
    ];
    stubServer(({ path }) =>
      path.endsWith('/refusals')
        ? { body: { refusals: problems } }
        : { body: { platforms: [aPlatform(), aPlatform({ platform_id: 'p2', state: 'waiting', last_launch_at: null })] } },
    );
    await show();
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first!.textContent).toMatch(/Our Moodle.*Moodle · Registered.*Last opened.*1 grade is waiting to be sent/);
    expect(second!.textContent).toMatch(/Not registered yet.*Not opened yet/);
    fireEvent.click(within(first!).getByRole('button', { name: 'Details' }));
    expect(screen.getByText('https://moodle.school.example/mod/lti/token.php', { selector: 'bdi' })).toBeTruthy();
    press('2 problems');
    const words = { 'The message has expired': 'lti.expired', 'Worked, except for some unreadable parts': 'context.title' };
    for (const [title, detail] of Object.entries({ ...words, 'The platform refused a grade': 'not a student' }))
      expect((await screen.findByText(title)).closest('li')!.textContent).toContain(detail);
  });

  it('start with the person who answers for the learners, and then show what to copy where', async () => {
    const sent: unknown[] = [];
    stubServer(({ method, body }) => {
      if (method === 'POST') {
        sent.push(body);
        return { status: 201, body: { platform: aPlatform({ state: 'waiting' }), registration_url: URL_ONCE } };
      }
      return { body: { platforms: sent.length > 0 ? [aPlatform({ state: 'waiting' })] : [] } };
    });
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Add a platform' }));
    fireEvent.change(screen.getByLabelText('Platform'), { target: { value: 'moodle' } });
    fireEvent.change(screen.getByLabelText(/^Display name/), { target: { value: 'Our Moodle' } });
    press('Continue');
    expect(await screen.findByText('Without this confirmation, nobody can sign in.')).toBeTruthy();
    expect(sent).toEqual([]);
    fireEvent.click(screen.getByRole('checkbox'));
    press('Continue');
    expect(await screen.findByDisplayValue(URL_ONCE)).toBeTruthy();
    expect(sent).toEqual([{ name: 'Our Moodle', product: 'moodle', authorised: true }]);
    expect(screen.getByText(/press “Add LTI Advantage”/)).toBeTruthy();
  });
});
