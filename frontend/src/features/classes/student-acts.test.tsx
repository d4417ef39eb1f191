import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { showScreen, stubServer, type SentRequest } from '#frontend/testing/show-screen.tsx';
import { dialogClosed } from '#frontend/testing/dialog-closed.ts';
import { AssignmentView } from './assignment-view.tsx';
import { aClass, aManagedAssignment, anAssignedStudent, anOwnAssignment } from './class.factory.ts';
import { CopyClassDialog } from './copy-class-dialog.tsx';
import { OwnAssignments } from './own-assignments.tsx';

const changes = (sent: readonly SentRequest[]) => sent.filter(({ method }) => method !== 'GET');
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

const mark = { mark_id: 'm1', mark: '2', before: null, reason: 'Well told', by: 'Theo', marked_at: '2026-11-20T10:00:00.000Z' };

/** The page of an assignment. */
async function showAssignment({ teaches = true, student = anAssignedStudent() } = {}): Promise<readonly SentRequest[]> {
  const assignment = aManagedAssignment({ late: 1, late_work: 'close', extended: 1 });
  const sent = stubServer(({ method, path }) => {
    if (path.includes('/marks/')) return { body: { marks: [mark] } };
    if (method === 'PUT') return { body: { assignment } };
    return { body: { assignment, teaches, student_ids: null, students: [student], hardest: [], next_cursor: null } };
  });
  await showScreen(<AssignmentView userId="user-1" classId="class-1" assignmentId="assignment-1" onWithdrawn={vi.fn()} />);
  await screen.findByText('1 of them late');
  return sent;
}

describe('a teacher', () => {
  it('changes a mark with a reason, and sees the previous one', async () => {
    const sent = await showAssignment({ student: anAssignedStudent({ mark: '2', mark_reason: 'Well told' }) });
    screen.getByText(/^After the due date, the assignment closes/);
    press(/^Mark/);
    const dialog = screen.getByRole('dialog', { name: 'Mark for Bo Lin' });
    within(dialog).getByText('Right first time: 6 of 8');
    await within(dialog).findByText('Well told');
    type('Mark', '1-');
    press('Save');
    await screen.findByText('Please fill in this field.');
    expect(changes(sent)).toEqual([]);
    type(/^Reason/, 'Read aloud');
    press('Save');
    await dialogClosed();
    expect(changes(sent).map(({ path, body }) => [path, body])).toEqual([
      ['/api/classes/class-1/assignments/assignment-1/marks/user-2', { mark_id: expect.any(String), mark: '1-', reason: 'Read aloud' }],
    ]);
  });

  it('sets a later date for one student, and removes it', async () => {
    const sent = await showAssignment({
      student: anAssignedStudent({ is_extended: true, due_at: new Date('2026-12-20T23:59').toISOString() }),
    });
    screen.getByText(/due Dec 20, 2026$/);
    press(/^Later due date/);
    type(/^Due on/, '2026-12-24');
    press('Save');
    await dialogClosed();
    press(/^Later due date/);
    press('Remove the extension');
    await dialogClosed();
    expect(changes(sent).map(({ body }) => body)).toEqual([
      { student_ids: ['user-2'], due_at: new Date('2026-12-24T23:59').toISOString() },
      { student_ids: ['user-2'], due_at: null },
    ]);
  });

  it('copies a class, with the dates moved by days, and sees what was left out', async () => {
    const sent = stubServer(() => ({ status: 201, body: { class: aClass(), left_out: 2 } }));
    const onMade = vi.fn();
    await showScreen(<CopyClassDialog userId="user-1" group={aClass()} onMade={onMade} onClose={vi.fn()} />);
    type(/^Name of the class/, '8b');
    type('Or move the dates by days', 'a year');
    press('Copy the class');
    await screen.findByText('A whole number of days.');
    expect(changes(sent)).toEqual([]);
    type('Or move the dates by days', '364');
    press('Copy the class');
    await waitFor(() => expect(onMade).toHaveBeenCalled());
    expect(changes(sent)[0]!.body).toMatchObject({ name: '8b', days: 364, starts_on: null });
  });
});

it('an administrator who does not teach the class sees no marks and sets none', async () => {
  await showAssignment({ teaches: false });
  expect(screen.queryByRole('button', { name: /^Mark/ })).toBeNull();
  expect(screen.queryByRole('columnheader', { name: 'Mark' })).toBeNull();
  screen.getByRole('button', { name: /^Later due date/ });
});

describe('a student', () => {
  const show = async (changed: Parameters<typeof anOwnAssignment>[0]) => {
    stubServer(() => ({ body: { assignments: [anOwnAssignment(changed)] } }));
    await showScreen(<OwnAssignments userId="user-2" onStarted={vi.fn()} empty={null} />);
  };

  it('sees their own mark and the reason, and that work was late', async () => {
    await show({ copy_id: 'copy-1', completed_at: '2026-12-13T10:00:00.000Z', late: true, mark: '2+', mark_reason: 'Well told' });
    await screen.findByText(/^Late: completed on Dec 13, 2026/);
    screen.getByText('2+');
    screen.getByText(/Well told/);
  });

  it('sees the consequence before the due date', async () => {
    await show({ late_work: 'close' });
    await screen.findByText(/Work done after the due date does not count\.$/);
    screen.getByRole('button', { name: /^Start/ });
  });

  it('cannot start closed work', async () => {
    await show({ late_work: 'close', closed: true, overdue: true });
    await screen.findByText(/^Closed Dec 1\d, 2026/);
    expect(screen.queryByRole('button', { name: /^Start/ })).toBeNull();
  });

  it.each([
    ['the same clock', () => Intl.DateTimeFormat().resolvedOptions().timeZone, /^Due (?!.*GMT)/],
    ['another clock', () => 'Pacific/Kiritimati', /^Due .* \(GMT[^)]*\)$/],
  ])('whose teacher has %s sees a time with their own zone only if the zones differ', async (_, zone, words) => {
    await show({ time_zone: zone() });
    await screen.findByText(words);
  });
});
