import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { waitingIn } from './class-attention.tsx';
import { ClassOverview } from './class-overview.tsx';
import { aClass, aClassQuestion, aListedAssignment, aStudentProgress } from './class.factory.ts';

const NOW = Date.parse('2026-12-01T08:00:00.000Z');
const HOUR = 3_600_000;
const dueIn = (hours: number) => new Date(NOW + hours * HOUR).toISOString();

describe('what waits for a teacher', () => {
  it('is who asks, what has no mark, who is behind, what is due soon and what is gone, in this order', () => {
    const assignments = [
      aListedAssignment({ assignment_id: 'gone', state: 'gone', due_at: null }),
      aListedAssignment({ assignment_id: 'soon', due_at: dueIn(48), students: 24, begun: 20 }),
      aListedAssignment({ assignment_id: 'marks', due_at: null, to_mark: 7 }),
      aListedAssignment({ assignment_id: 'asked', due_at: null }),
    ];
    const questions = [aClassQuestion({ assignment_id: 'asked' }), aClassQuestion({ assignment_id: 'marks', answer: 'In May.' })];
    const students = [aStudentProgress(), aStudentProgress({ user_id: 'user-3', overdue: 2 })];
    const waiting = waitingIn({ now: NOW, assignments, students, overdue: 2, questions });
    expect(
      waiting.map((one) => [one.kind, one.count, one.kind === 'overdue' ? one.students.length : one.assignment.assignment_id]),
    ).toEqual([
      ['question', 1, 'asked'],
      ['mark', 7, 'marks'],
      ['overdue', 2, 1],
      ['soon', 4, 'soon'],
      ['gone', 1, 'gone'],
    ]);
  });

  it.each([
    ['a date that has passed, which is overdue then', { due_at: dueIn(-1) }],
    ['a date of next week', { due_at: dueIn(24 * 7) }],
    ['a date when everybody has started', { due_at: dueIn(24), begun: 24 }],
    ['marks that only teachers see', { due_at: null, to_mark: null }],
  ])('is not %s', (_, changes) => {
    expect(waitingIn({ now: NOW, assignments: [aListedAssignment(changes)], students: [], overdue: 0, questions: [] })).toEqual([]);
  });
});

describe('the overview of a class', () => {
  const show = async (group = aClass(), { students = [aStudentProgress()], overdue = 0, questions = [aClassQuestion()] } = {}) => {
    stubServer(({ path }) => {
      if (path.includes('/report'))
        return { body: { students, next_cursor: null, totals: { assigned: 48, completed: 12, overdue, late: 0 } } };
      if (path.includes('/questions')) return { body: { questions, open: questions.length } };
      if (path.includes('/candidates')) return { body: { people: [] } };
      return { body: { assignments: [aListedAssignment({ due_at: null })], next_cursor: null } };
    });
    await showScreen(<ClassOverview userId="user-1" group={group} onAssigned={vi.fn()} onCopied={vi.fn()} />);
  };

  it('begins with what waits, then assignments, students and settings', async () => {
    await show(aClass(), {
      overdue: 1,
      students: [aStudentProgress(), aStudentProgress({ user_id: 'user-3', name: 'Cy Wu', overdue: 1 })],
    });
    await screen.findByRole('heading', { name: '2 things wait for you' });
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      '2 things wait for you',
      'Assignments',
      'Students',
      'Settings',
    ]);
    const waiting = screen.getByRole('list', { name: 'What waits for you' });
    expect(
      within(waiting)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Answer Beekeeping for a first year', 'See progress']);
    const students = await screen.findByRole('list', { name: 'Students' });
    expect(
      within(students)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringMatching(/^CCy Wu.*1 overdue/), expect.stringMatching(/^BBo Lin/)]);
  });

  it('says that nothing waits', async () => {
    await show(aClass(), { questions: [] });
    await screen.findByRole('heading', { name: 'Nothing waits for you in this class' });
    expect(screen.queryByRole('list', { name: 'What waits for you' })).toBeNull();
  });

  it('begins with its students if it has none', async () => {
    await show(aClass({ students: 0 }), { students: [], questions: [] });
    await screen.findByRole('heading', { name: 'Start with your students' });
    fireEvent.click(screen.getByRole('button', { name: 'Add students' }));
    await screen.findByRole('dialog', { name: 'Add students' });
  });
});
