import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { TEACHERS_SEE } from '#contract/classes/assignments.contract.ts';
import { dialogClosed } from '#frontend/testing/dialog-closed.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer, type SentRequest } from '#frontend/testing/show-screen.tsx';
import { AssignedBy, AssignedNow } from './assigned.tsx';
import { AssignmentList } from './assignment-list.tsx';
import { AssignmentView } from './assignment-view.tsx';
import { NewClassDialog } from './class-form.tsx';
import { ClassPeople } from './class-people.tsx';
import { ClassQuestions } from './class-questions.tsx';
import { ClassesView } from './classes-view.tsx';
import { aClass, aClassMember, aClassQuestion, aManagedAssignment, anOwnAssignment } from './class.factory.ts';
import { StudentView } from './student-view.tsx';

const changes = (sent: readonly SentRequest[]) => sent.filter(({ method }) => method !== 'GET');
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const NOTHING = { groups: [], people: [], members: [], assignments: [], questions: [], open: 0, next_cursor: null };

describe('a teacher', () => {
  it('sees at its field what is wrong with a class, by the form and by the server', async () => {
    const sent = stubServer(({ method }) =>
      method === 'GET'
        ? partly(NOTHING)
        : problem('validation.failed', 'Look again.', { errors: [{ path: 'name', message: 'This name is not allowed.' }] }),
    );
    const onMade = vi.fn();
    await showScreen(<NewClassDialog userId="user-1" mayLimit onMade={onMade} onClose={vi.fn()} />);
    expect(screen.getByLabelText<HTMLInputElement>(/^Email teachers/).checked).toBe(true);
    press('Create the class');
    await screen.findByText('Please fill in this field.');
    type(/^Name of the class/, '7b');
    type('First day of the term', '2026-09-01');
    type('Last day', '2026-08-01');
    type('Monthly tokens per student', 'many');
    press('Create the class');
    await screen.findByText('A term must end after it starts.');
    await screen.findByText('A whole number, or empty for no limit.');
    expect(changes(sent)).toEqual([]);
    type('Last day', '2027-01-31');
    type('Monthly tokens per student', '50');
    press('Create the class');
    await screen.findByText('This name is not allowed.');
    expect(changes(sent)[0]!.body).toMatchObject({ name: '7b', ends_on: '2027-01-31', tokens_each: 50, tokens_all: null });
    expect(onMade).not.toHaveBeenCalled();
  });

  /** Mocks the dialog's server. @param courses pages of courses */
  const stubAssigning = ({ courses = [], runs = [] }: { courses?: readonly { title: string }[][]; runs?: readonly object[] }) =>
    stubServer(({ path }) => {
      if (path.includes('/members'))
        return partly({ ...NOTHING, members: [aClassMember(), aClassMember({ user_id: 't', role: 'teacher' })] });
      if (path.startsWith('/api/classes')) return partly({ ...NOTHING, assignment: aManagedAssignment() });
      if (path.startsWith('/api/generate-course/runs')) return partly({ runs, next: null });
      const page = Number(/after=(\d+)/.exec(path)?.[1] ?? 0);
      const rows = (courses[page] ?? []).map((one, at) => ({ course_id: `course-${page}${at}`, ...one }));
      return partly({ courses: rows, next: page + 1 < courses.length ? String(page + 1) : null });
    });

  it('assigns a course to some students, with a due date', async () => {
    const sent = stubAssigning({ courses: [[{ title: 'Beekeeping' }]] });
    await showScreen(<AssignmentList userId="user-1" group={aClass()} />);
    press('Assign a course');
    await screen.findByRole('option', { name: 'Beekeeping' });
    press('Assign');
    await screen.findByText('Please choose a course.');
    type(/^One of your courses/, 'course-00');
    type(/^Due on/, '2026-12-11');
    fireEvent.click(screen.getByLabelText('For the whole class, including students who join later'));
    press('Assign');
    await screen.findByText('Choose at least one option.');
    expect(changes(sent)).toEqual([]);
    const students = screen.getByRole('group', { name: 'For these students' });
    expect(within(students).getAllByRole('checkbox')).toHaveLength(1);
    fireEvent.click(within(students).getByRole('checkbox'));
    press('Assign');
    await dialogClosed();
    expect(changes(sent).map(({ body }) => body)).toMatchObject([
      { course_id: 'course-00', due_at: new Date('2026-12-11T23:59').toISOString(), student_ids: ['user-2'] },
    ]);
  });

  it('chooses among all courses by words of the title, and may assign one that is still being written', async () => {
    const run = { task_id: 'run-1', kind: 'course', title: null, topic: 'Swarms of $n^2$ bees' };
    const sent = stubAssigning({
      courses: [[{ title: 'Why $x^2$?' }], [{ title: 'Tides' }]],
      runs: [run, { ...run, task_id: 'run-2', kind: 'lesson' }, { ...run, task_id: 'run-3', creator_course_id: 'c1' }],
    });
    await showScreen(<AssignmentList userId="user-1" group={aClass()} />);
    press('Assign a course');
    await screen.findByRole('option', { name: 'Why x^2?' });
    press('Show more courses');
    await screen.findByRole('option', { name: 'Tides' });
    expect(screen.queryByRole('button', { name: 'Show more courses' })).toBeNull();
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Choose a course',
      'Swarms of n^2 bees · being written',
      'Why x^2?',
      'Tides',
    ]);
    type(/^One of your courses/, 'run-1');
    press('Assign');
    await dialogClosed();
    expect(changes(sent).map(({ body }) => body)).toMatchObject([{ task_id: 'run-1', student_ids: null }]);
    expect(changes(sent)[0]!.body).not.toHaveProperty('course_id');
  });

  it('assigns the course that is being written for the class, without searching for it', async () => {
    const run = { task_id: 'run-1', kind: 'course', title: null, topic: 'Swarms' };
    const sent = stubAssigning({ runs: [run, { ...run, task_id: 'run-2' }] });
    const onAssigned = vi.fn();
    await showScreen(<AssignmentList userId="user-1" group={aClass()} taskId="run-2" onAssigned={onAssigned} />);
    await screen.findByLabelText(/^One of your courses/);
    press('Assign');
    await waitFor(() => expect(onAssigned).toHaveBeenCalled());
    expect(changes(sent).map(({ body }) => body)).toMatchObject([{ task_id: 'run-2' }]);
  });

  it('changes the students of an assignment; a failure to load students is reported', async () => {
    let fails = true;
    const sent = stubServer(({ method, path }) => {
      if (path.includes('/members?cursor=2') && fails) return problem('internal', 'Not now.');
      if (path.includes('/members'))
        return path.includes('cursor')
          ? partly({ members: [aClassMember({ user_id: 'user-3', name: 'Cy Wu' })], next_cursor: null })
          : partly({ members: [aClassMember()], next_cursor: '2' });
      if (method === 'PATCH') return partly({ assignment: aManagedAssignment() });
      return partly({
        assignment: aManagedAssignment({ for_all: false }),
        student_ids: ['user-2'],
        students: [],
        hardest: [],
        next_cursor: null,
      });
    });
    await showScreen(<AssignmentView userId="user-1" classId="class-1" assignmentId="assignment-1" onWithdrawn={vi.fn()} />);
    await screen.findByRole('button', { name: 'Change' });
    press('Change');
    expect((await screen.findByLabelText<HTMLInputElement>('Bo Lin')).checked).toBe(true);
    press('Show more');
    await screen.findByText('More could not be loaded');
    fails = false;
    press('Try again');
    fireEvent.click(await screen.findByLabelText('Cy Wu'));
    press('Save');
    await dialogClosed();
    expect(changes(sent).map(({ body }) => body)).toMatchObject([{ student_ids: ['user-2', 'user-3'] }]);
  });

  it.each([
    ['who may teach', true, true, 'New class', /you see each student’s progress/],
    ['of an organisation', false, true, 'See your organisation', /Your teacher or your organisation adds you\.$/],
    ['of none', false, false, 'See what an organisation offers', /sends you a link by email, and then your teacher adds you\.$/],
  ])('says what a class is for, how one gets in, and the first step of one %s', async (_, mayCreate, isMember, step, words) => {
    stubServer(() => partly({ classes: [], next_cursor: null, may_create: mayCreate }));
    await showScreen(<ClassesView userId="user-1" mayLimit={false} isMember={isMember} onOpen={vi.fn()} onStarted={vi.fn()} />);
    await screen.findByRole('heading', { name: 'No classes yet' });
    screen.getByRole(mayCreate ? 'button' : 'link', { name: step });
    screen.getByText(words);
    expect(screen.queryByRole('heading', { name: 'Your classes' })).toBeNull();
  });

  it('finds a class that has ended, even if it was the only one', async () => {
    const sent = stubServer(({ path }) =>
      partly({
        classes: path.includes('archived=true') ? [aClass({ name: '7a', archived: true })] : [],
        next_cursor: null,
        may_create: true,
      }),
    );
    await showScreen(<ClassesView userId="user-1" mayLimit={false} isMember onOpen={vi.fn()} onStarted={vi.fn()} />);
    const ended = await screen.findByRole('switch', { name: 'Ended classes' });
    fireEvent.click(ended);
    await screen.findByRole('link', { name: '7a' });
    expect(ended.isConnected).toBe(true);
    expect(changes(sent)).toEqual([]);
  });

  it('adds people by pasted addresses; those of non-members stay in the field', async () => {
    const sent = stubServer(({ method }) => (method === 'POST' ? partly({ added: 1, unknown: ['cy@example.com'] }) : partly(NOTHING)));
    await showScreen(<ClassPeople userId="user-1" group={aClass()} />);
    press('Add students');
    type('Or paste their addresses', 'Bo <bo@example.com>; cy@example.com');
    press('Add 2 people');
    await screen.findByText(/^These do not belong to your organisation yet\..*cy@example\.com$/);
    expect(changes(sent)[0]!.body).toEqual({ people: ['bo@example.com', 'cy@example.com'], role: 'student' });
    expect(screen.getByLabelText<HTMLTextAreaElement>('Or paste their addresses').value).toBe('cy@example.com');
  });

  it('removes people added by hand; people of its group stay in the class as long as they are in the group', async () => {
    const members = [aClassMember(), aClassMember({ user_id: 'user-3', name: 'Cy Wu', of_group: true })];
    stubServer(() => partly({ ...NOTHING, members }));
    await showScreen(<ClassPeople userId="user-1" group={aClass({ tokens_each: null, tokens_all: null })} />);
    await screen.findAllByText('Cy Wu');
    expect(screen.getAllByRole('button', { name: /^Remove/ }).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Bo Lin'),
    ]);
  });

  it('leaves students of a class with limits to administrators, and says so', async () => {
    const group = aClass({ tokens_each: 50, tokens_all: null });
    stubServer(() => partly({ ...NOTHING, members: [aClassMember()] }));
    await showScreen(<ClassPeople userId="user-1" group={group} />);
    await screen.findAllByText('Bo Lin');
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
    expect(screen.getByText(/only an administrator can remove students/)).toBeDefined();
    cleanup();
    await showScreen(<ClassPeople userId="user-1" group={{ ...group, my_role: 'administrator' }} />);
    expect(await screen.findByRole('button', { name: /^Remove/ })).toBeDefined();
    expect(screen.queryByText(/only an administrator can remove students/)).toBeNull();
  });

  it('answers students’ questions', async () => {
    const sent = stubServer(({ method }) =>
      method === 'PUT' ? partly({ answered: true }) : partly({ questions: [aClassQuestion()], open: 1 }),
    );
    await showScreen(<ClassQuestions userId="user-1" classId="class-1" mayAnswer />);
    await screen.findByText(/Bo Lin/);
    type('Your answer', 'It leaves with half of the bees.');
    press('Answer');
    await waitFor(() => expect(changes(sent)[0]?.body).toEqual({ answer: 'It leaves with half of the bees.' }));
  });
});

describe('a student', () => {
  it('starts assigned work, asks about it, and reads what teachers can see', async () => {
    const sent = stubServer(({ method, path }) => {
      if (path.endsWith('/start')) return partly({ course_id: 'copy-1' });
      if (method === 'POST') return partly({ asked: true });
      return partly({ ...NOTHING, assignments: path.startsWith('/api/assignments') ? [anOwnAssignment()] : [] });
    });
    const onStarted = vi.fn();
    await showScreen(<StudentView userId="user-2" classId="class-1" onStarted={onStarted} />);
    const seen = screen.getByRole('region', { name: 'What your teachers see' });
    expect(within(seen).getAllByRole('listitem')).toHaveLength(TEACHERS_SEE.length);
    fireEvent.click(await screen.findByRole('button', { name: /^Ask the teacher/ }));
    type('Your question', 'Which queen leaves?');
    press('Send');
    await dialogClosed();
    press(/^Start/);
    await waitFor(() => expect(onStarted).toHaveBeenCalledWith('copy-1'));
    expect(changes(sent).map(({ path }) => path)).toEqual([
      '/api/assignments/assignment-1/questions',
      '/api/assignments/assignment-1/start',
    ]);
  });

  it('sees three open assignments on My Courses, and their number', async () => {
    stubServer(() => partly({ assignments: [1, 2, 3, 4].map((n) => anOwnAssignment({ assignment_id: `a${n}`, title: `Course ${n}` })) }));
    await showScreen(<AssignedNow userId="user-2" onStarted={vi.fn()} />);
    await screen.findByRole('link', { name: 'All 4 in your classes' });
    expect(screen.getAllByRole('button', { name: /^Start/ })).toHaveLength(3);
  });

  it('sees the time of a due date, unless it is the end of the course’s day', async () => {
    const due = (id: string, at: string) => anOwnAssignment({ assignment_id: id, due_at: new Date(at).toISOString() });
    stubServer(() => partly({ assignments: [due('a1', '2031-03-04T09:00'), due('a2', '2031-03-05T23:59')] }));
    await showScreen(<AssignedNow userId="user-2" onStarted={vi.fn()} />);
    await screen.findByText(/^Due Mar 4, 2031, 09:00/);
    await screen.findByText(/^Due Mar 5, 2031$/);
  });

  it('sees at the copy of a course its class and due date', async () => {
    stubServer(() => partly({ assignments: [anOwnAssignment(), anOwnAssignment({ copy_id: 'copy-1', overdue: true })] }));
    await showScreen(<AssignedBy userId="user-2" courseId="copy-1" />);
    const link = await screen.findByRole('link', { name: 'Assigned by 7b' });
    expect(link.closest('p')?.textContent).toMatch(/^Was due Dec 1\d, 2026.* · Assigned by 7b$/);
  });
});
