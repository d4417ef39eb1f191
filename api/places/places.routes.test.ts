import { beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { snapToGrid } from '#contract/places/grid.ts';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { deleteOldPositions } from '#domain/places/share-place.command.ts';

const api = useTestApi();
const HERE = { latitude: 52.520_008, longitude: 13.404_954 };
/** Returns a position some kilometres to the north. */
const north = (km: number) => ({ latitude: HERE.latitude + km / 111.32, longitude: HERE.longitude });

let count = 0;
/** Creates a user. @param birthYear null: unknown */
async function givenPerson(birthYear: number | null = 1990, name = 'Ines'): Promise<Person> {
  const person = await api.givenPerson(`places-${(count += 1)}@example.com`, { tokens: 0 });
  await api.database
    .knex('account')
    .where({ id: person.userId })
    .update({ birth_year: birthYear, first_name: name, bio: `${name} reads.` });
  return person;
}
const as = (person: Person, target: string, sent: { method?: string; body?: unknown } = {}) =>
  api.call(target, { ...sent, bearer: person.accessToken });
const share = (person: Person, at = HERE, more: object = {}) =>
  as(person, '/api/places/sharing', { method: 'PUT', body: { consent: true, ...at, ...more } });
const near = (path: string, more = '', at = HERE) => `${path}?latitude=${at.latitude}&longitude=${at.longitude}${more}`;
const learners = (person: Person, more = '') => as(person, near(`/api/nearby-learners/${person.userId}`, more));

describe('learners nearby', () => {
  let ines: Person;
  beforeAll(async () => {
    ines = await givenPerson();
    await share(ines, HERE, { subjects: ['Bees', 'Maths'] });
  });

  it('LOC-07 LOC-10 finds learners who agreed, nearest first, within the radius that the server sets', async () => {
    const [far, close, outside] = [await givenPerson(1980, 'Far'), await givenPerson(1981, 'Close'), await givenPerson(1982, 'Outside')];
    await share(far, north(8), { subjects: ['maths', 'Tea'], status: 'Busy' });
    await share(close, north(2));
    await share(outside, north(12));
    const courseId = await givenCourse(far.userId);
    await api.database.knex('lesson_completion').insert({ account_id: far.userId, course_id: courseId, lesson_id: courseId });
    await api.database.knex('point_entry').insert({ account_id: far.userId, cause: 'test', points: 30 });
    const { nearby_learners: found, total } = (await learners(ines)).json;
    expect(found.map(({ name }: { name: string }) => name)).toEqual(['Close Okafor', 'Far Okafor']);
    expect(total).toBe(2);
    expect(found[1]).toEqual({
      user_id: far.userId,
      name: 'Far Okafor',
      distance_km: expect.closeTo(8, 0),
      common_interests: ['maths'],
      study_sessions_completed: 1,
      reputation_score: 30,
      ...snapToGrid(north(8)),
      bio: 'Far reads.',
      subjects: ['maths', 'Tea'],
      status: 'Busy',
    });
    expect(found[0]).toMatchObject({ common_interests: [], study_sessions_completed: 0, reputation_score: 0, status: 'Available' });
    expect((await learners(ines, '&limit=1')).json).toMatchObject({ nearby_learners: [{ name: 'Close Okafor' }], total: 2 });
    expect((await learners(ines, '&radius_km=5')).json.total).toBe(1);
    expect((await learners(ines, '&radius_km=15')).json.total).toBe(3);
    expect((await learners(ines, '&radius_km=5000')).status).toBe(400);
    expect((await as(ines, `/api/nearby-learners/${ines.userId}`)).status).toBe(400);
    expect((await as(ines, near(`/api/nearby-learners/${far.userId}`))).status).toBe(403);
  });

  it('G48 stores and returns squares of 500 m only, of adults who agreed, as long as they do', async () => {
    const [row] = await api.database.knex('learner_position').where({ account_id: ines.userId });
    expect(Object.keys(row!).toSorted()).toEqual(
      ['account_id', 'cell_x', 'cell_y', 'shared_at', 'status', 'subjects', 'updated_at'].toSorted(),
    );
    const standing = await as(ines, '/api/places/standing');
    expect(standing.json).toMatchObject({ location: null, sharing: { position: snapToGrid(HERE) }, map: { provider: 'rings', key: null } });
    expect(standing.text).not.toContain('52.520008');
    // without consent nothing is stored, and the user stays invisible
    const shy = await givenPerson();
    expect((await as(shy, '/api/places/sharing', { method: 'PUT', body: HERE })).status).toBe(400);
    expect((await learners(shy)).json.code).toBe('places.no_consent');
    // off for minors, and for users of unknown age
    for (const young of [await givenPerson(new Date().getFullYear() - 18), await givenPerson(null)]) {
      const { location } = (await as(young, '/api/places/standing')).json;
      expect(location).toMatch(/^age\.(unknown|too_young)$/);
      for (const answer of [await share(young), await learners(young), await as(young, near(`/api/study-locations/${young.userId}`))])
        expect([answer.status, answer.json.code]).toEqual([403, location]);
    }
    // a block hides both users and their events from each other
    const [blocker, blocked] = [await givenPerson(), await givenPerson()];
    const hosted = uuidv7();
    for (const person of [blocker, blocked]) await share(person);
    await as(blocked, '/api/local-events', { body: eventOf(hosted, { title: 'Talks about roofs and rain' }) });
    expect((await learners(blocker)).text).toContain(blocked.userId);
    await as(blocker, `/api/blocks/${blocked.userId}`, { method: 'PUT', body: {} });
    expect((await learners(blocker)).text).not.toContain(blocked.userId);
    expect((await learners(blocked)).text).not.toContain(blocker.userId);
    expect((await as(blocker, near('/api/local-events'))).text).not.toContain(hosted);
    expect((await as(blocker, `/api/local-events/${hosted}`)).status).toBe(404);
    // consent ends: withdrawn, by a changed age, on deletion, and by expiry
    const gone = async (person: Person) => {
      expect(await api.database.knex('learner_position').where({ account_id: person.userId })).toEqual([]);
      expect((await learners(ines)).text).not.toContain(person.userId);
    };
    const [one, two, three, four] = [await givenPerson(), await givenPerson(), await givenPerson(), await givenPerson()];
    for (const person of [one, two, three, four]) expect((await share(person)).status).toBe(200);
    await as(one, '/api/places/sharing', { method: 'DELETE' });
    await api.database
      .knex('account')
      .where({ id: two.userId })
      .update({ birth_year: new Date().getFullYear() - 10 });
    await api.database.knex('account').where({ id: three.userId }).update({ deletion_due_at: new Date() });
    await api.database.knex('learner_position').where({ account_id: four.userId }).update({ updated_at: '2026-01-01' });
    expect(await deleteOldPositions()).toBe(1);
    for (const person of [one, two, three, four]) await gone(person);
    expect(
      await api.database
        .knex('audit_entry')
        .where({ subject: `account:${one.userId}` })
        .orderBy('id')
        .pluck('action'),
    ).toEqual(expect.arrayContaining(['location.share', 'location.withdraw']));
  });

  it('G26 users without consent appear in no answer that names people', async () => {
    const hidden = await givenPerson(1985, 'Hidden');
    const [hosted, added] = [uuidv7(), uuidv7()];
    await as(hidden, '/api/local-events', { body: eventOf(hosted) });
    await as(hidden, '/api/study-locations', { body: spotOf(added) });
    const ids: Record<string, string> = { user_id: ines.userId, event_id: hosted, location_id: added };
    const walked = ENDPOINTS.filter(({ method, auth, path }) => method === 'GET' && auth !== 'operator' && !path.endsWith('stream'));
    for (const { path, name, event, socket } of walked) {
      if (event || socket) continue;
      const target = path.replaceAll(/:(\w+)/g, (_, part: string) => ids[part] ?? uuidv7());
      const answer = await as(ines, near(target));
      // an event shows its organiser's name; nothing else identifies them or their position
      const text =
        name.endsWith('Event') || name.endsWith('Events') ? answer.text.replaceAll('"organiser":"Hidden Okafor"', '') : answer.text;
      expect(text, name).not.toContain('Hidden');
      expect(text, name).not.toContain(hidden.userId);
    }
  });
});

const eventOf = (event_id: string, more: object = {}) => ({
  event_id,
  title: 'Bees on roofs',
  description: 'Bring a veil.',
  starts_at: new Date(Date.now() + 86_400_000).toISOString(),
  time_zone: 'Europe/Berlin',
  duration: 90,
  location_name: 'Town library',
  address: '1 Main Street',
  ...HERE,
  event_type: 'Talk',
  max_attendees: 1,
  ...more,
});
const spotOf = (location_id: string, more: object = {}) => ({
  location_id,
  name: 'Town library',
  address: '1 Main Street',
  ...HERE,
  ...more,
});

describe('places to study', () => {
  it('LOC-09 LOC-13 are added by people, once, found by distance, and rated by others', async () => {
    const [adder, rater] = [await givenPerson(), await givenPerson()];
    const id = uuidv7();
    const spot = spotOf(id, { amenities: ['WiFi', 'Quiet'], ...north(3) });
    const added = await as(adder, '/api/study-locations', { body: spot });
    expect(added.json.location).toMatchObject({
      name: 'Town library',
      coordinates: { lat: snapToGrid(north(3)).latitude, lng: snapToGrid(north(3)).longitude },
      type: 'Study Location',
      hours: 'Check locally',
      amenities: ['WiFi', 'Quiet'],
      rating: null,
      is_mine: true,
    });
    expect((await as(adder, '/api/study-locations', { body: spot })).status).toBe(200);
    expect((await as(rater, '/api/study-locations', { body: spot })).status).toBe(404);
    expect(await api.database.knex('study_place').where({ id })).toHaveLength(1);
    const rate = (person: Person, stars: number) => as(person, `/api/study-locations/${id}/rating`, { method: 'PUT', body: { stars } });
    expect((await rate(adder, 5)).json.code).toBe('places.own');
    await rate(rater, 5);
    expect((await rate(rater, 4)).json.location).toMatchObject({ rating: 4, rating_count: 1, my_rating: 4, is_mine: false });
    expect((await rate(rater, 6)).status).toBe(400);
    const found = (await as(rater, near(`/api/study-locations/${rater.userId}`))).json;
    expect(found.study_locations.find((one: { location_id: string }) => one.location_id === id)).toMatchObject({ distance_km: 3 });
    const far = near(`/api/study-locations/${rater.userId}`, '', north(-3));
    expect([(await as(rater, far)).text, (await as(rater, `${far}&radius_km=7`)).text].map((text) => text.includes(id))).toEqual([
      false,
      true,
    ]);
    const plain = (await as(adder, '/api/study-locations', { body: spotOf(uuidv7()) })).json.location;
    expect(plain).toMatchObject({ description: '', address: '1 Main Street', amenities: ['WiFi', 'Study Space'] });
    expect((await as(rater, near(`/api/study-locations/${rater.userId}`, '&radius_km=2'))).text).not.toContain(id);
    expect((await as(rater, `/api/study-locations/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await as(adder, `/api/study-locations/${id}`, { method: 'DELETE' })).json).toEqual({ deleted: true });
  });
});

describe('events', () => {
  const join = (person: Person, event_id: string) => as(person, '/api/join-local-event', { body: { user_id: person.userId, event_id } });

  it('PROF-04 a 15-year-old whose parent agreed to coaching and events finds them without a location, and joins', async () => {
    const [host, young] = [await givenPerson(), await givenPerson(new Date().getUTCFullYear() - 16)];
    const [soon, later] = [uuidv7(), uuidv7()];
    await as(host, '/api/local-events', {
      body: eventOf(later, { title: 'Rain on roofs', starts_at: new Date(Date.now() + 9 * 86_400_000).toISOString() }),
    });
    await as(host, '/api/local-events', { body: eventOf(soon, { starts_at: new Date(Date.now() + 3_600_000).toISOString() }) });
    const find = (address: string) => as(young, address);
    const join = () => as(young, '/api/join-local-event', { body: { user_id: young.userId, event_id: soon } });
    for (const answer of [await find('/api/local-events'), await find(near('/api/local-events')), await find(`/api/local-events/${soon}`)])
      expect([answer.status, answer.json.code]).toEqual([403, 'age.parent_needed']);
    const consent = { account_id: young.userId, given_by: 'parent', parent_email: 'mum@example.com' };
    await api.database.knex('parental_consent').insert(consent);
    const { local_events: events, total } = (await find('/api/local-events')).json;
    const ids = events.map((one: { event_id: string }) => one.event_id);
    expect(ids.filter((id: string) => id === soon || id === later)).toEqual([soon, later]);
    expect([total, events[0].distance_km]).toEqual([events.length, null]);
    expect((await find(near('/api/local-events'))).text).toContain(soon);
    expect((await find('/api/local-events?latitude=10')).status).toBe(400);
    expect((await join()).json.status).toBe('joined');
    // location itself stays off
    expect((await as(young, '/api/places/standing')).json.location).toBe('age.too_young');
  });

  it('LOC-08 LOC-12 LOC-16 are arranged, found, joined with a confirmation code; latecomers wait and move up', async () => {
    const [host, first, second] = [await givenPerson(1970, 'Host'), await givenPerson(), await givenPerson()];
    const id = uuidv7();
    const made = await as(host, '/api/local-events', { body: eventOf(id, north(20)) });
    expect(made.json.event).toMatchObject({ title: 'Bees on roofs', cost: 0, attendees: 0, max_attendees: 1, duration: 90, is_mine: true });
    expect(made.json.event).toMatchObject({ date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), time: expect.stringMatching(/^\d\d:\d\d$/) });
    await as(host, '/api/local-events', { body: eventOf(id) });
    const listed = (await as(first, near('/api/local-events'))).json.local_events.find((one: { event_id: string }) => one.event_id === id);
    expect(listed).toMatchObject({ distance_km: expect.closeTo(20, 0), organiser: 'Host Okafor', location: { name: 'Town library' } });
    expect((await as(first, near('/api/local-events', '&radius_km=10'))).text).not.toContain(id);
    const far = near('/api/local-events', '', north(-7));
    expect([(await as(first, far)).text, (await as(first, `${far}&radius_km=30`)).text].map((text) => text.includes(id))).toEqual([
      false,
      true,
    ]);
    // two concurrent requests for one seat
    const both = await Promise.all([join(first, id), join(second, id)]);
    expect(both.map(({ json }) => json.status).toSorted()).toEqual(['joined', 'waiting']);
    const [winner, loser] = both[0]!.json.status === 'joined' ? [first, second] : [second, first];
    const { confirmation_code: code } = (await join(winner, id)).json;
    expect(code).toMatch(/^CW-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    expect((await join(host, id)).json.code).toBe('event.own');
    expect((await as(winner, `/api/local-events/${id}`)).json.event).toMatchObject({ attendees: 1, waiting: 1 });
    expect((await as(loser, `/api/local-events/${id}/attendees`)).status).toBe(404);
    expect((await as(host, `/api/local-events/${id}/attendees`)).json.attendees).toEqual([
      { name: 'Ines Okafor', confirmation_code: code },
    ]);
    await as(winner, `/api/local-events/${id}/attendance`, { method: 'DELETE' });
    expect((await as(loser, '/api/local-events/mine')).json.local_events[0].attendance.state).toBe('joined');
    expect(await api.database.knex('notification').where({ account_id: loser.userId }).pluck('kind')).toEqual(['event.seat']);
    // cancelled: everyone is notified, and nobody can join any more
    expect((await as(loser, `/api/local-events/${id}/cancel`, { method: 'POST' })).status).toBe(404);
    expect((await as(host, `/api/local-events/${id}/cancel`, { method: 'POST' })).json.event.state).toBe('cancelled');
    expect(await api.database.knex('notification').where({ account_id: loser.userId, kind: 'event.cancelled' })).toHaveLength(1);
    expect((await join(winner, id)).json.code).toBe('event.cancelled');
    expect((await as(first, near('/api/local-events'))).text).not.toContain(id);
  });

  it('the texts of events and places pass the gate: a held text is visible to its author alone', async () => {
    const [host, guest] = [await givenPerson(), await givenPerson()];
    const [event_id, location_id] = [uuidv7(), uuidv7()];
    const abuse = 'You are an idiot and everyone here knows it';
    await as(host, '/api/local-events', { body: eventOf(event_id, { description: abuse }) });
    await as(host, '/api/study-locations', { body: spotOf(location_id, { description: abuse }) });
    for (const path of ['/api/local-events', `/api/study-locations/${guest.userId}`])
      expect((await as(guest, near(path))).text).not.toContain('idiot');
    expect((await as(guest, `/api/local-events/${event_id}`)).status).toBe(404);
    expect((await as(host, near('/api/local-events'))).text).toContain(event_id);
  });

  it('has a calendar file that follows RFC 5545, and refuses impossible times', async () => {
    const host = await givenPerson();
    const id = uuidv7();
    const title = `Bees; hives, and honey ${'über alle Dächer '.repeat(8)}`.trim();
    await as(host, '/api/local-events', { body: eventOf(id, { title, starts_at: '2099-01-01T00:00:00Z' }) }).then(({ status }) =>
      expect(status).toBe(400),
    );
    expect((await as(host, '/api/local-events', { body: eventOf(id, { time_zone: 'Mars/Base' }) })).status).toBe(400);
    expect((await as(host, '/api/local-events', { body: eventOf(id, { price_cents: 700 }) })).status).toBe(400);
    for (const impossible of [{ duration: 14 }, { duration: 24 * 60 + 1 }, { max_attendees: 0 }, { max_attendees: 501 }])
      expect((await as(host, '/api/local-events', { body: eventOf(id, impossible) })).status).toBe(400);
    for (const bounds of [
      { title: 'A word between two', duration: 15, max_attendees: 1 },
      { title: 'A day and a night of honey', duration: 24 * 60, max_attendees: 500 },
    ])
      expect((await as(host, '/api/local-events', { body: eventOf(uuidv7(), bounds) })).status).toBe(200);
    await as(host, '/api/local-events', { body: eventOf(id, { title }) });
    const { text, headers } = await as(host, `/api/local-events/${id}/calendar`);
    expect(headers['content-type']).toContain('text/calendar');
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const whole = text.replaceAll('\r\n ', '');
    expect(whole).toContain(`SUMMARY:${title.replaceAll(/[;,]/g, String.raw`\$&`)}\r\n`);
    expect(whole).toMatch(/DTSTART:\d{8}T\d{6}Z\r\n/);
    expect(whole).toMatch(/METHOD:PUBLISH\r\n[^]*SEQUENCE:0\r\n[^]*STATUS:CONFIRMED\r\n/);
    const uid = /UID:.*\r\n/.exec(whole)![0];
    await as(host, `/api/local-events/${id}/cancel`, { method: 'POST' });
    const cancelled = (await as(host, `/api/local-events/${id}/calendar`)).text.replaceAll('\r\n ', '');
    expect(cancelled).toMatch(/METHOD:CANCEL\r\n[^]*SEQUENCE:1\r\n[^]*STATUS:CANCELLED\r\n/);
    expect(cancelled).toContain(uid);
    expect(whole.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n') && whole.endsWith('END:VCALENDAR\r\n')).toBe(true);
  });
});
