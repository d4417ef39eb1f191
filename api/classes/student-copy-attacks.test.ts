import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { givenAssigned } from '#domain/classes/class.factory.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { liveLessons } from '#domain/courses/content/live-lesson.queries.ts';
import { courseZipOf } from '#domain/exports/formats/course-zip.ts';
import { givenImported } from '#domain/exports/imports/import.factory.ts';
import { givenMember } from '#domain/organisations/organisation.factory.ts';
import { signedId } from '#domain/platform/links/signed-id.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/The payment service cannot be reached/);

const api = useTestApi({ generateWaitMs: 0 });
const knex = (table: string) => api.database.knex(table);
const NEXT_WEEK = new Date(Date.now() + 7 * 86_400_000).toISOString();

interface Group {
  readonly student: Person;
  readonly other: Person;
  readonly teacherId: string;
  readonly organisationId: string;
  readonly classId: string;
  readonly assignmentId: string;
  readonly sourceId: string;
}
let count = 0;

async function givenGroup(): Promise<Group> {
  const { classId, assignmentId, organisationId, courseId: sourceId, teacher: teacherId } = await givenAssigned({ due_at: NEXT_WEEK });
  const join = async () => {
    const person = await api.givenPerson(`pupil-${(count += 1)}@example.com`, { proven: true, birthYear: 1990 });
    await givenMember(organisationId, person.userId);
    await knex('classroom_member').insert({ classroom_id: classId, account_id: person.userId, role: 'student' });
    return person;
  };
  return { student: await join(), other: await join(), teacherId, organisationId, classId, assignmentId, sourceId };
}
const start = (person: Person, assignmentId: string) =>
  api.call(`/api/assignments/${assignmentId}/start`, { method: 'POST', bearer: person.accessToken });

describe('a student’s copy of an assigned course', () => {
  let group: Group;
  let copyId: string;
  let ids: Set<string>;
  beforeAll(async () => {
    group = await givenGroup();
    const answers = await Promise.all(Array.from({ length: 12 }, () => start(group.student, group.assignmentId)));
    ids = new Set(answers.map(({ json }) => json.course_id as string));
    copyId = [...ids][0]!;
  });

  it('is one, opened twelve times at once', async () => {
    expect(ids.size).toBe(1);
    expect(await knex('course').where({ account_id: group.student.userId })).toHaveLength(1);
  });

  it('is opened by nobody else, and by no other id', async () => {
    const outsider = await api.givenPerson('outsider@example.com', { proven: true, birthYear: 1990 });
    for (const id of [
      group.assignmentId,
      group.assignmentId.toUpperCase(),
      `${group.assignmentId} `,
      uuidv7(),
      'x',
      '%00',
      group.classId,
      copyId,
    ]) {
      const { status } = await start(outsider, id);
      expect([400, 404], id).toContain(status);
    }
    const { course_id: theirs } = (await start(group.other, group.assignmentId)).json;
    expect(theirs).not.toBe(copyId);
    for (const bearer of [group.other, outsider].map(({ accessToken }) => accessToken)) {
      for (const owner of [group.student.userId, group.teacherId])
        for (const id of [copyId, group.sourceId])
          expect([403, 404]).toContain((await api.call(`/api/courses/${owner}/${id}`, { bearer })).status);
    }
  });

  it('is changed, shared, sold, offered and assigned by no endpoint, whatever names it', async () => {
    const { student } = group;
    const lesson = (await liveLessons(copyId))[0]!.lesson_id;
    const state = async () => ({
      copy: (await knex('course').where({ id: copyId }).first('title', 'current_version', 'assigned_from', 'is_imported'))!,
      versions: await knex('course_version').where({ course_id: copyId }).orderBy('number').select('number', 'content'),
      source: await knex('course_version').where({ course_id: group.sourceId }).orderBy('number').select('number', 'content'),
      links: await knex('course_share').where({ course_id: copyId }),
      sold: await knex('creator_course').whereIn('course_id', [copyId, group.sourceId]),
      offered: await knex('lti_offer').where({ course_id: copyId }),
      assigned: await knex('assignment').where({ course_id: copyId }),
    });
    const before = await state();
    const values: Record<string, string> = {
      course_id: copyId,
      lesson_id: lesson,
      user_id: student.userId,
      assignment_id: group.assignmentId,
      class_id: group.classId,
    };
    const tried: string[] = [];
    for (const endpoint of ENDPOINTS) {
      const { name, method, path, example = {} } = endpoint;
      const names = path.includes(':course_id') || Object.keys(example).some((field) => /course_id|content_id/.test(field));
      if (method === 'GET' || !names || endpoint.auth === 'operator' || endpoint.auth === 'public') continue;
      // it deletes the copy, which is its owner's
      if (name === 'deleteCourse') continue;
      const address = path.replaceAll(/:(\w+)/g, (_, param: string) => values[param] ?? '0');
      const body = Object.fromEntries(
        Object.entries(example).map(([field, value]) => [
          field,
          /course_id|content_id/.test(field) ? copyId : field === 'lesson_id' ? lesson : value,
        ]),
      );
      for (const sent of [
        body,
        { ...body, base_version: 1, edit_session: uuidv7(), changes: { content: 'Mine.', title: 'Mine' }, content: 'Mine.' },
      ]) {
        const { status, text } = await api.call(address, { method, bearer: student.accessToken, body: sent });
        expect(status, `${name}: ${text.slice(0, 200)}`).toBeLessThan(500);
        tried.push(`${name} ${status}`);
      }
    }
    expect(tried.length).toBeGreaterThan(60);
    expect(await state()).toEqual(before);
  });

  it('that was exported and imported again, in any disguise that keeps its lessons, is still another’s', async () => {
    const { student, classId } = group;
    const copy = await getCourse({ accountId: student.userId, courseId: copyId });
    const imported = await givenImported(student.userId, courseZipOf({ ...copy, title: 'Mine' }, [], ''));
    const as = (method: string, path: string, body?: object) =>
      api.call(path, { method, bearer: student.accessToken, ...(body && { body }) });
    const tryAll = async () => [
      (await as('PUT', `/api/course-shares/${imported}`, {})).json.code,
      (await as('PUT', `/api/organisation/lms-courses/${imported}`)).json.code,
      (await as('POST', `/api/classes/${classId}/assignments`, { assignment_id: uuidv7(), course_id: imported })).json.code,
    ];
    await tryAll();
    // a teacher may offer and assign courses, but only their own
    const of = { account_id: student.userId };
    await knex('organisation_member').where(of).update({ role: 'teacher' });
    await knex('classroom_member').where(of).update({ role: 'teacher' });
    expect(await tryAll()).toEqual(['market.not_yours', 'market.not_yours', 'class.not_yours']);
    await knex('organisation_member').where(of).update({ role: 'member' });
    await knex('classroom_member').where(of).update({ role: 'student' });
    expect(await knex('course_share').where({ course_id: imported })).toEqual([]);
    expect(await knex('lti_offer').where({ course_id: imported })).toEqual([]);
    expect(await knex('assignment').where({ course_id: imported })).toEqual([]);
    const made = await as('POST', '/api/creator/courses', { title: 'Mine', description: 'Mine' });
    const content = await as('PUT', `/api/creator/courses/${made.json.course?.course_id ?? made.json.course_id}/content`, {
      content_id: imported,
    });
    expect(content.status).toBeGreaterThanOrEqual(400);
  });

  it('opens while its student is in the class, the class goes on, and the assignment is theirs', async () => {
    const { student, other, classId, assignmentId, organisationId } = await givenGroup();
    const codes: Record<string, unknown> = {};
    const during = async (what: string, change: () => Promise<unknown>, back: () => Promise<unknown>) => {
      await change();
      codes[what] = (await start(other, assignmentId)).json.code;
      await back();
    };
    const of = { classroom_id: classId, account_id: other.userId };
    await during(
      'left the class',
      () => knex('classroom_member').where(of).delete(),
      () => knex('classroom_member').insert({ ...of, role: 'student' }),
    );
    await during(
      'teaches it',
      () => knex('classroom_member').where(of).update({ role: 'teacher' }),
      () => knex('classroom_member').where(of).update({ role: 'student' }),
    );
    await during(
      'archived',
      () => knex('classroom').where({ id: classId }).update({ archived_at: new Date() }),
      () => knex('classroom').where({ id: classId }).update({ archived_at: null }),
    );
    await during(
      'of others',
      async () => {
        await knex('assignment').where({ id: assignmentId }).update({ for_all: false });
        await knex('assignment_person').insert({ assignment_id: assignmentId, account_id: student.userId });
      },
      () => knex('assignment').where({ id: assignmentId }).update({ for_all: true }),
    );
    await during(
      'closed',
      () =>
        knex('assignment')
          .where({ id: assignmentId })
          .update({ late_work: 'close', due_at: new Date(Date.now() - 1_000) }),
      () =>
        knex('assignment')
          .where({ id: assignmentId })
          .update({ late_work: null, due_at: new Date(NEXT_WEEK) }),
    );
    expect(codes).toEqual({
      'left the class': 'not_found',
      'teaches it': 'not_found',
      archived: 'not_found',
      'of others': 'not_found',
      closed: 'class.closed',
    });
    // two classes, twelve at once: one copy
    const second = uuidv7();
    await knex('classroom').insert({ id: second, organisation_id: organisationId, name: '8b' });
    await knex('classroom_member').insert({ classroom_id: second, account_id: other.userId, role: 'student' });
    const [given] = await knex('assignment').where({ id: assignmentId }).select('*');
    const again = uuidv7();
    await knex('assignment').insert({ ...given, id: again, classroom_id: second });
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => start(other, n % 2 ? assignmentId : again)));
    expect(new Set(answers.map(({ json }) => json.course_id)).size).toBe(1);
    expect(await knex('course').where({ account_id: other.userId })).toHaveLength(1);
  });
});

describe('/api/due-calendars', () => {
  const open = async (person: Person): Promise<string> => {
    const { json } = await api.call('/api/due-calendar', { method: 'POST', bearer: person.accessToken });
    return new URL(json.calendar_url).pathname;
  };
  const events = (text: string) => text.split('BEGIN:VEVENT').length - 1;

  it('opens by its whole address alone: no other purpose, writing or part of it, and with no method that changes', async () => {
    const { student } = await givenGroup();
    const path = await open(student);
    const token = path.split('/').at(-1)!;
    const [id = '', signature = ''] = token.split('.');
    const tried = [
      id,
      `${id}.`,
      `.${signature}`,
      signature,
      `${id}.${signature.slice(0, -1)}`,
      `${id}.${signature}=`,
      `${id}.${signature.toLowerCase()}`,
      `${id.toUpperCase()}.${signature}`,
      `${id}.${signature.split('').toReversed().join('')}`,
      `${uuidv7()}.${signature}`,
      `${id}%00.${signature}`,
      `${id}.${signature}%00`,
      `${id}.${signature}/..`,
      `..%2f${token}`,
      `${id}.${'ё'.repeat(21)}x`,
      'x'.repeat(8_000),
      ...['share', 'events', 'calendar', 'event-calendar', 'unsubscribe', 'course', 'due-calendars', 'DUE-CALENDAR', ''].map((purpose) =>
        signedId(purpose, id),
      ),
      signedId('due-calendar', student.userId),
      signedId('due-calendar', uuidv7()),
      signedId('due-calendar', "' or true --"),
    ];
    for (const one of tried) expect([400, 404, 414, 431], one.slice(0, 80)).toContain((await api.call(`/api/due-calendars/${one}`)).status);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect([403, 404, 405], method).toContain((await api.call(path, { method })).status);
    const read = await api.call(path);
    expect([read.status, events(read.text), read.headers['content-type']]).toEqual([200, 1, 'text/calendar; charset=utf-8']);
    expect(String(read.headers['cache-control'])).toMatch(/no-store|private|no-cache/);
    // the address names nobody
    expect(read.text).not.toContain(student.userId);
    expect(read.text).not.toContain(student.email);
  });

  it('ends with its owner’s account, and tells nothing of a class that they have left', async () => {
    const { student, classId } = await givenGroup();
    const path = await open(student);
    const account = (fields: object) => knex('account').where({ id: student.userId }).update(fields);
    for (const [closed, open] of [
      [{ suspended_at: new Date() }, { suspended_at: null }],
      [{ deletion_due_at: new Date(Date.now() + 86_400_000) }, { deletion_due_at: null }],
      [{ birth_year: new Date().getUTCFullYear() - 9 }, { birth_year: 1990 }],
    ]) {
      await account(closed!);
      expect((await api.call(path)).status, JSON.stringify(closed)).toBe(404);
      await account(open!);
      expect((await api.call(path)).status).toBe(200);
    }
    await knex('classroom_member').where({ classroom_id: classId, account_id: student.userId }).delete();
    await knex('assignment').where({ classroom_id: classId }).update({ title: 'SECRET' });
    await knex('classroom').where({ id: classId }).update({ name: 'SECRET' });
    const left = await api.call(path);
    expect(left.text).not.toContain('SECRET');
    expect(left.text).toContain('STATUS:CANCELLED');
    const revoked = await api.call('/api/due-calendar', { method: 'DELETE', bearer: student.accessToken });
    expect(revoked.json).toEqual({ revoked: true });
    expect((await api.call(path)).status).toBe(404);
    expect(await open(student)).not.toBe(path);
  });

  it('read by forty at once while dates change stays valid, with a number for each change', async () => {
    const { student, assignmentId } = await givenGroup();
    const path = await open(student);
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        if (n % 8 === 0)
          await knex('assignment')
            .where({ id: assignmentId })
            .update({ due_at: new Date(Date.now() + n * 3_600_000 + 60_000) });
        return api.call(path);
      }),
    );
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
    for (const { status, text } of answers) if (status === 200) expect(events(text)).toBe(1);
    expect(await knex('due_calendar_entry').where({ assignment_id: assignmentId })).toHaveLength(1);
  });

  it('has lines of at most 75 bytes and one event each, whatever titles and dates are', async () => {
    const titles = [
      'a\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:x',
      'a\nATTACH:file:///etc/passwd',
      'a\rb',
      'a\u2028b\u2029c\u0085d',
      '\u202eabc',
      '😀'.repeat(60),
      'e\u0301'.repeat(60),
      '\\;,:"',
      'a\tb\u0007c\u001bd',
    ];
    for (const title of titles) {
      const { student, assignmentId, classId, sourceId } = await givenGroup();
      await knex('course').where({ id: sourceId }).update({ title });
      await knex('classroom')
        .where({ id: classId })
        .update({ name: title.slice(0, 100) });
      await knex('assignment')
        .where({ id: assignmentId })
        .update({ due_at: new Date(Date.now() + 30 * 86_400_000) });
      const { status, text } = await api.call(await open(student));
      const label = JSON.stringify(title);
      expect(status, label).toBe(200);
      const lines = text.split('\r\n');
      expect(
        lines.filter((line) => Buffer.byteLength(line) > 75),
        label,
      ).toEqual([]);
      expect(
        lines.filter((line) => /^(BEGIN|END):VEVENT|^ATTACH/.test(line)),
        label,
      ).toEqual(['BEGIN:VEVENT', 'END:VEVENT']);
      // a control character other than a tab is in no text (RFC 5545, 3.3.11)
      // oxlint-disable-next-line no-control-regex
      expect(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text), label).toBe(false);
      expect(/\r(?!\n)|(?<!\r)\n/.test(text), label).toBe(false);
    }
  });
});
