import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { givenAssigned } from '#domain/classes/class.factory.ts';
import { givenKey } from '#domain/identity/api-keys/key-holder.factory.ts';
import { givenMember } from '#domain/organisations/organisation.factory.ts';

const api = useTestApi();
const thisYear = new Date().getUTCFullYear();
const NEXT_WEEK = new Date(Date.now() + 7 * 86_400_000).toISOString();

let classId: string;
let assignmentId: string;
const people: Record<'teacher' | 'administrator' | 'student' | 'other', Person> = {} as never;

const as = (who: keyof typeof people, path: string, sent: { method?: string; body?: object } = {}) =>
  api.call(path, { bearer: people[who].accessToken, ...sent });

beforeAll(async () => {
  const given = await givenAssigned({ due_at: NEXT_WEEK });
  ({ classId, assignmentId } = given);
  const join = async (name: keyof typeof people, role: 'administrator' | 'teacher' | 'member', birthYear = 1990) => {
    people[name] = await api.givenPerson(`${name}@example.com`, { proven: true, birthYear });
    await givenMember(given.organisationId, people[name].userId, role);
  };
  await join('teacher', 'teacher');
  await join('administrator', 'administrator');
  await join('student', 'member');
  // below the age at which a user can share a public address
  await join('other', 'member', thisYear - 10);
  for (const [name, role] of [
    ['teacher', 'teacher'],
    ['student', 'student'],
    ['other', 'student'],
  ] as const)
    await api.database.knex('classroom_member').insert({ classroom_id: classId, account_id: people[name].userId, role });
});

describe('a mark', () => {
  const address = () => `/api/classes/${classId}/assignments/${assignmentId}/marks/${people.student.userId}`;

  it('is set once per id by the teachers of the class, and read by the student', async () => {
    const body = { mark_id: uuidv7(), mark: '2+', reason: 'Well told' };
    for (const _ of [1, 2]) {
      const { status, json } = await as('teacher', address(), { body });
      expect([status, json.marks.length]).toEqual([200, 1]);
    }
    expect((await as('student', address())).json.marks).toMatchObject([
      { mark: '2+', before: null, reason: 'Well told', by: 'Ada Okafor' },
    ]);
    const own = (await as('student', `/api/assignments?class_id=${classId}`)).json.assignments;
    expect(own).toMatchObject([{ mark: '2+', mark_reason: 'Well told' }]);
  });

  it('is hidden from everyone else, whatever their role in the organisation', async () => {
    const body = { mark_id: uuidv7(), mark: '1', reason: 'Mine' };
    for (const who of ['administrator', 'student', 'other'] as const)
      expect((await as(who, address(), { body })).json.code).toBe('class.not_teacher');
    for (const who of ['administrator', 'other'] as const) expect((await as(who, address())).json.code).toBe('class.not_teacher');
    const report = (await as('administrator', `/api/classes/${classId}/assignments/${assignmentId}/report`)).text;
    expect(report).not.toContain('Well told');
    expect((await as('administrator', `/api/classes/${classId}/report.csv`)).text).not.toContain('Well told');
    expect((await as('teacher', `/api/classes/${classId}/report.csv`)).text).toContain('Well told');
  });

  it('needs a reason, and fits into the column of a list', async () => {
    for (const wrong of [{ reason: ' ' }, { mark: '' }, { mark: 'Thirteen long' }]) {
      const { status, json } = await as('teacher', address(), { body: { mark_id: uuidv7(), mark: '1', reason: 'Well told', ...wrong } });
      expect([status, json.code]).toEqual([400, 'validation.failed']);
    }
  });
});

describe('a later date', () => {
  it('is given to one student by who manages the class', async () => {
    const later = new Date(Date.parse(NEXT_WEEK) + 86_400_000).toISOString();
    const extend = (who: keyof typeof people) =>
      as(who, `/api/classes/${classId}/assignments/${assignmentId}/extensions`, {
        method: 'PUT',
        body: { student_ids: [people.student.userId], due_at: later },
      });
    expect((await extend('student')).json.code).toBe('class.not_teacher');
    expect((await extend('administrator')).json.assignment).toMatchObject({ extended: 1, due_at: NEXT_WEEK });
    expect((await as('student', '/api/assignments')).json.assignments).toMatchObject([{ due_at: later, is_extended: true }]);
    expect((await as('other', '/api/assignments')).json.assignments).toMatchObject([{ due_at: NEXT_WEEK, is_extended: false }]);
  });
});

describe('a calendar of due dates', () => {
  it('has its own address, the same until it is revoked, and is denied to users who are too young', async () => {
    const open = () => as('student', '/api/due-calendar', { method: 'POST' });
    const { calendar_url: address } = (await open()).json;
    expect((await open()).json.calendar_url).toBe(address);
    const { pathname } = new URL(address);
    const { status, text, headers } = await api.call(pathname);
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(text).toContain(`UID:${assignmentId}@`);
    expect((await as('other', '/api/due-calendar', { method: 'POST' })).json.code).toMatch(/^age\./);
    expect((await as('student', '/api/due-calendar', { method: 'DELETE' })).json).toEqual({ revoked: true });
    expect((await as('student', '/api/due-calendar', { method: 'DELETE' })).json).toEqual({ revoked: false });
    expect((await api.call(pathname)).status).toBe(404);
  });
});

describe('a class for the next term', () => {
  it('is created once per id, and reports what it left out', async () => {
    const body = { new_class_id: uuidv7(), name: '8b', days: 364 };
    const copy = () => as('teacher', `/api/classes/${classId}/copy`, { body });
    const first = await copy();
    expect([first.status, first.json.left_out, first.json.class.assignments]).toEqual([201, 0, 1]);
    const second = await copy();
    expect([second.status, second.json.class.class_id]).toEqual([200, body.new_class_id]);
    expect((await as('student', `/api/classes/${classId}/copy`, { body: { ...body, new_class_id: uuidv7() } })).json.code).toBe(
      'class.not_teacher',
    );
  });
});

describe('marks for programs', () => {
  const MARK = '3 minus';
  const REASON = 'Only half of it told';

  beforeAll(async () => {
    const body = { mark_id: uuidv7(), mark: MARK, reason: REASON };
    await as('teacher', `/api/classes/${classId}/assignments/${assignmentId}/marks/${people.student.userId}`, { body });
  });

  const addressOf = ({ path }: Pick<Endpoint, 'path'>) =>
    path.replace(':class_id', classId).replace(':assignment_id', assignmentId).replace(':student_id', people.student.userId);
  // their declaration is walked in contract/classes/marks.test.ts
  const READ = ENDPOINTS.filter(({ marks, method }) => marks === 'people' && method === 'GET');
  const seenBy = async (bearer: string) =>
    Promise.all(READ.map(async (endpoint) => ({ name: endpoint.name, ...(await api.call(addressOf(endpoint), { bearer })) })));
  /** The fields of marks in an answer, and its words. */
  const tells = ({ text }: { text: string }) => text.includes(MARK) || text.includes(REASON) || /"(?:marked_at|to_mark)":[^n]/.test(text);

  it('are withheld from a key of the student, in every endpoint that has them', async () => {
    const { secret } = await givenKey({ accountId: people.student.userId, scopes: ['learn'] });
    const told = (await seenBy(people.student.accessToken)).filter(tells).map(({ name }) => name);
    expect(told.sort()).toEqual(['listMarks', 'listOwnAssignments']);
    const answers = await seenBy(secret);
    expect(answers.filter(tells)).toEqual([]);
    expect(answers.filter(({ status }) => status === 200).map(({ name }) => name)).toEqual(['listOwnAssignments']);
  });

  it('are withheld from a key of a teacher, in every endpoint that has them', async () => {
    const { organisation_id: organisationId } = (await api.database.knex('classroom').where({ id: classId }).first('organisation_id'))!;
    const principal = await api.givenPerson('principal@example.com', { proven: true, birthYear: 1970 });
    await givenMember(organisationId, principal.userId, 'owner');
    await api.database.knex('classroom_member').insert({ classroom_id: classId, account_id: principal.userId, role: 'teacher' });
    const { secret } = await givenKey({ accountId: principal.userId, holder: 'organisation', scopes: ['classes'] });
    const told = (await seenBy(principal.accessToken)).filter(tells).map(({ name }) => name);
    expect(told.sort()).toEqual(['getAssignmentReport', 'getClassReportCsv', 'listAssignments', 'listMarks']);
    const answers = await seenBy(secret);
    expect(answers.filter(tells)).toEqual([]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  });
});
