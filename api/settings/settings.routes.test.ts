import { listConnections } from '#domain/people/people.queries.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApi, type Person, type Received } from '#api/testing/test-api.ts';
import { BIO_LIMIT, countCharacters } from '#contract/settings/profile.contract.ts';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { DEFAULT_SETTINGS } from '#contract/settings/settings.contract.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { completeLesson } from '#domain/progress/lesson-progress.commands.ts';

const api = useTestApi();
let number = 0;
let ada: Person;
beforeEach(async () => {
  ada = await api.givenPerson(`ada-${(number += 1)}@example.com`);
});

const read = async (person = ada): Promise<any> =>
  (await api.call(`/api/settings/${person.userId}`, { bearer: person.accessToken })).json.settings;
const save = (body: unknown, person = ada): Promise<Received> => api.call('/api/user/settings', { body, bearer: person.accessToken });
const patch = (body: unknown, person = ada): Promise<Received> =>
  api.call('/api/user/profile', { method: 'PATCH', body, bearer: person.accessToken });
const profile = async (person = ada): Promise<any> =>
  (await api.call('/api/user/profile/complete', { bearer: person.accessToken })).json.profile;
const rows = () => api.database.knex('user_settings').where({ account_id: ada.userId });

describe('settings', () => {
  it('SET-04 SET-05 are the defaults until some are saved, under both spellings; reading stores nothing', async () => {
    expect(await read()).toEqual(DEFAULT_SETTINGS);
    expect(await rows()).toEqual([]);
  });

  it('SET-06 SET-07 saves the named ones, keeps the rest, and confirms in the specified words', async () => {
    const first = await save({ user_id: ada.userId, language: 'spanish', theme: 'dark', notifications: { email: false } });
    expect(first.status).toBe(200);
    expect(first.json.message).toBe('All settings have been saved successfully!');
    await save({ accessibility: { large_text: true }, privacy: { data_sharing: true } });
    const now = await read();
    expect(now).toEqual({
      language: 'spanish',
      interface_language: 'es',
      theme: 'dark',
      opens_on: null,
      notifications: { ...DEFAULT_SETTINGS.notifications, email: false },
      accessibility: { ...DEFAULT_SETTINGS.accessibility, large_text: true },
      privacy: { ...DEFAULT_SETTINGS.privacy, data_sharing: true },
      quiet_hours: null,
      time_zone: 'UTC',
      reminder_time: '18:00',
    });
    expect((await save({ reminder_time: '20:15' })).json.settings).toEqual({ ...now, reminder_time: '20:15' });
    expect((await save({ reminder_time: '24:00' })).status).toBe(400);
    await save({ reminder_time: '18:00' });
    const quiet = { quiet_hours: { from: '22:00', until: '06:30' }, time_zone: 'Asia/Tokyo' };
    expect((await save(quiet)).json.settings).toEqual({ ...now, ...quiet });
    expect((await save({ quiet_hours: null, time_zone: 'UTC' })).json.settings).toEqual(now);
    expect((await save({})).json.settings).toEqual(now);
    // a language that the settings have no name for
    expect((await save({ interface_language: 'pl' })).json.settings).toEqual({ ...now, interface_language: 'pl' });
    expect((await save({ interface_language: 'fr' })).json.settings).toMatchObject({ language: 'french', interface_language: 'fr' });
    expect((await save({ interface_language: 'tlh' })).status).toBe(400);
  });

  it('ROLE-01 the start screen is known to every device that signs in', async () => {
    expect((await save({ opens_on: 'console' })).json.settings.opens_on).toBe('console');
    const user = async () => (await api.call('/api/auth/me', { bearer: ada.accessToken })).json.user;
    expect((await user()).opens_on).toBe('console');
    await save({ opens_on: null });
    expect(await user()).not.toHaveProperty('opens_on');
    expect((await save({ opens_on: 'elsewhere' })).status).toBe(400);
  });

  it('a device sets its time zone if none is known yet', async () => {
    const user = async () => (await api.call('/api/auth/me', { bearer: ada.accessToken })).json.user;
    const tell = (time_zone: string) => api.call('/api/user/time-zone', { method: 'PUT', body: { time_zone }, bearer: ada.accessToken });
    await save({ time_zone: 'UTC' });
    expect((await user()).lacks_time_zone).toBe(true);
    expect((await tell('Elsewhere')).status).toBe(400);
    expect((await tell('Europe/Warsaw')).json).toEqual({ time_zone: 'Europe/Warsaw' });
    expect(await user()).not.toHaveProperty('lacks_time_zone');
    expect((await tell('Asia/Tokyo')).json).toEqual({ time_zone: 'Europe/Warsaw' });
    expect((await read()).time_zone).toBe('Europe/Warsaw');
  });

  it('A24 every device that signs in knows that there is a course', async () => {
    const user = async () => (await api.call('/api/auth/me', { bearer: ada.accessToken })).json.user;
    expect(await user()).not.toHaveProperty('has_courses');
    await givenCourse(ada.userId);
    expect((await user()).has_courses).toBe(true);
  });

  it('the first save stores the defaults for the settings it does not name', async () => {
    expect((await save({ theme: 'light' })).json.settings).toEqual(DEFAULT_SETTINGS);
    expect(await rows()).toHaveLength(1);
  });

  it('SET-05 G50 accepts either spelling, and every answer as a request', async () => {
    await save({
      notifications: { courseReminders: true },
      privacy: { marketing: true },
      accessibility: { highContrast: true, keyboardNavigation: false },
    });
    const now = await read();
    expect(now.notifications).toMatchObject({ courseReminders: true, course_reminders: true });
    expect(now.privacy).toMatchObject({ marketing: true, marketing_consent: true });
    expect(now.accessibility).toMatchObject({ high_contrast: true, keyboard_navigation: false });
    expect((await save({ ...now, user_id: ada.userId })).json.settings).toEqual(now);
    await save({ notifications: { course_reminders: false }, privacy: { marketing_consent: false } });
    expect(await read()).toMatchObject({ notifications: { courseReminders: false }, privacy: { marketing: false } });
  });

  it('G50 accepts a language by name or code, and system for auto', async () => {
    for (const [name, code] of Object.entries(LANGUAGE_CODES)) {
      expect((await save({ language: code })).json.settings.language).toBe(name);
      expect((await save({ language: name })).json.settings.language).toBe(name);
    }
    expect((await save({ theme: 'system' })).json.settings.theme).toBe('auto');
  });

  it.each([
    ['language', { language: 'klingon' }],
    ['theme', { theme: 'purple' }],
    ['theme', { theme: null }],
    ['notifications.email', { notifications: { email: 'yes' } }],
    ['accessibility.largeText', { accessibility: { largeText: 1 } }],
    ['privacy', { privacy: 'none' }],
    ['time_zone', { time_zone: 'Mars/Olympus' }],
    ['quiet_hours', { quiet_hours: { from: '22:00', until: '22:00' } }],
    ['quiet_hours.from', { quiet_hours: { from: '25:00', until: '06:00' } }],
    ['notifications.courseReminders', { notifications: { courseReminders: true, course_reminders: false } }],
    ['privacy.marketing', { privacy: { marketing: false, marketing_consent: true } }],
    ['accessibility.screenReader', { accessibility: { screen_reader: true, screenReader: false } }],
  ])('names %s when it is invalid, and saves nothing', async (path, body) => {
    const answer = await save({ language: 'french', ...body });
    expect([answer.status, answer.json.code]).toEqual([400, 'validation.failed']);
    expect(answer.json.errors.map((error: { path: string }) => error.path)).toEqual([path]);
    expect(await rows()).toEqual([]);
  });

  it('several devices that save different things at once lose none of them', async () => {
    const parts = [
      { language: 'german' },
      { theme: 'dark' },
      { notifications: { email: false } },
      { notifications: { push: false } },
      { accessibility: { high_contrast: true } },
      { accessibility: { reducedMotion: true } },
      { privacy: { data_sharing: true } },
      { privacy: { marketing: true } },
    ];
    const answers = await Promise.all(parts.map((part) => save(part)));
    expect(answers.map(({ status }) => status)).toEqual(parts.map(() => 200));
    expect(await read()).toMatchObject({
      language: 'german',
      theme: 'dark',
      notifications: { email: false, push: false },
      accessibility: { high_contrast: true, reduced_motion: true },
      privacy: { data_sharing: true, marketing_consent: true },
    });
  });

  it('marketing consent is the value from registration until it is changed here', async () => {
    const register = { email: `keen-${number}@example.com`, password: 'correct horse battery', first_name: 'K', last_name: 'N' };
    const { json } = await api.call('/api/auth/register', { body: { ...register, terms_accepted: true, marketing_consent: true } });
    const keen = { ...ada, userId: json.user.user_id, accessToken: json.access_token };
    expect((await read(keen)).privacy.marketing_consent).toBe(true);
    expect((await save({ privacy: { marketing: false } }, keen)).json.settings.privacy.marketing).toBe(false);
    expect(await api.database.knex('account').where({ id: keen.userId }).first()).toMatchObject({ marketing_consent: false });
  });
});

describe('the profile', () => {
  it('SET-10 G52 names are saved, and the user record has them at once', async () => {
    const answer = await patch({ first_name: ' Grace ', last_name: 'Hopper' });
    expect(answer.json).toMatchObject({ user: { user_id: ada.userId, first_name: 'Grace', last_name: 'Hopper' }, bio: '' });
    const { json } = await api.call('/api/auth/me', { bearer: ada.accessToken });
    expect(json.user).toEqual(answer.json.user);
    await patch({ last_name: 'Murray Hopper' });
    expect(await profile()).toMatchObject({ first_name: 'Grace', name: 'Grace Murray Hopper' });
  });

  it('names and bio are moderated: held texts are hidden from others, and abusive names are rejected', async () => {
    const other = await api.givenPerson(`reader-${number}@example.com`);
    const { knex } = api.database;
    await knex('account').whereIn('id', [ada.userId, other.userId]).update({ birth_year: 1990 });
    await knex('connection').insert({ requester_id: ada.userId, addressee_id: other.userId, state: 'accepted', answered_at: new Date() });
    const seen = async () => (await listConnections(other.userId)).map(({ bio }) => bio);
    await patch({ bio: 'Bees, mostly.' });
    expect(await seen()).toEqual(['Bees, mostly.']);
    const advert = 'Earn money at bit.ly/x1 and https://casino.example.com today';
    expect((await patch({ bio: advert })).json.bio).toBe(advert);
    expect((await profile()).bio).toBe(advert);
    expect(await seen()).toEqual(['']);
    expect(await knex('public_text').where({ subject_type: 'profile', subject_id: ada.userId }).first('state')).toEqual({ state: 'held' });
    await patch({ bio: 'Bees, still.' });
    expect(await seen()).toEqual(['Bees, still.']);
    const abusive = await patch({ first_name: 'Fucking cunt' });
    expect([abusive.status, abusive.json.errors?.[0].path]).toEqual([400, 'first_name']);
  });

  it('SET-09 the email cannot be changed', async () => {
    for (const email of ['new@example.com', ada.email, null]) {
      const answer = await patch({ first_name: 'Grace', email });
      expect([answer.status, answer.json.detail]).toEqual([400, 'Email cannot be changed']);
      expect(answer.json.errors).toMatchObject([{ path: 'email', message: 'Email cannot be changed' }]);
    }
    expect(await profile()).toMatchObject({ email: ada.email, first_name: 'Ada' });
  });

  it('PROF-01 G52 a bio has at most 300 characters as readers count them, and is stored without blanks around it', async () => {
    const family = '👩‍👩‍👧‍👦';
    expect([countCharacters('é'), countCharacters('e\u0301'), countCharacters(family), countCharacters('')]).toEqual([1, 1, 1, 0]);
    for (const bio of ['Bees, mostly.', family.repeat(200), 'x'.repeat(BIO_LIMIT), 'é'.repeat(BIO_LIMIT), '']) {
      const answer = await patch({ bio });
      expect([answer.status, answer.json.bio]).toEqual([200, bio]);
      expect((await profile()).bio).toBe(bio);
    }
    expect((await patch({ bio: '  Two\nlines ' })).json.bio).toBe('Two\nlines');
    for (const bio of ['x'.repeat(BIO_LIMIT + 1), family.repeat(BIO_LIMIT + 1), `a${'\u0301'.repeat(5_000)}`, 7]) {
      const answer = await patch({ bio });
      expect(answer.status).toBe(400);
      expect(answer.json.errors.map((error: { path: string }) => error.path)).toEqual(['bio']);
    }
    expect((await profile()).bio).toBe('Two\nlines');
  });

  it.each([{ first_name: '' }, { first_name: '   ' }, { last_name: 'x'.repeat(101) }, { first_name: null }])(
    'refuses %j, as registration does',
    async (body) => {
      expect((await patch(body)).status).toBe(400);
      expect(await profile()).toMatchObject({ first_name: 'Ada', last_name: 'Okafor' });
    },
  );

  it('changes nothing if nothing is named', async () => {
    expect((await patch({})).json).toMatchObject({ user: { first_name: 'Ada' }, bio: '' });
  });

  it('SHELL-09 is complete in one call', async () => {
    const courseId = await givenCourse(ada.userId);
    await givenCourse(ada.userId);
    // 25 for each lesson, plus the resulting achievements
    for (const lessonId of ['0_0', '0_1', '1_0']) await completeLesson({ accountId: ada.userId, courseId, lessonId });
    await patch({ bio: 'Bees' });
    await save({ theme: 'dark' });
    const tokens = (await api.call(`/api/user-tokens/${ada.userId}`, { bearer: ada.accessToken })).json;
    expect(await profile()).toEqual({
      user_id: ada.userId,
      email: ada.email,
      first_name: 'Ada',
      last_name: 'Okafor',
      name: 'Ada Okafor',
      bio: 'Bees',
      roles: ['learner'],
      email_verified: false,
      birth_year: null,
      age_verification: { verified: false, age: null, parentalConsent: false, requiresParentalConsent: false },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      subscription: { plan: 'Free Plan', package_id: null, status: 'free', expires: null, trial_used: false },
      tokens,
      counts: { courses: 2, completed_courses: 1, points: 185 },
      settings: { ...DEFAULT_SETTINGS, theme: 'dark' },
    });
  });
});

describe('public profiles', () => {
  const grownUp = new Date().getUTCFullYear() - 30;
  const share = async (person: Person, birth_year: number | null, data_sharing = true) => {
    await save({ privacy: { data_sharing } }, person);
    await api.database.knex('account').where({ id: person.userId }).update({ birth_year });
  };
  const list = async (query = '', person = ada) => api.call(`/api/user-profiles${query}`, { bearer: person.accessToken });
  const ids = async () => (await list('?limit=100')).json.profiles.map((one: { user_id: string }) => one.user_id);

  it('COM-13 G26 show adults who share theirs, and nothing but name and bio', async () => {
    await patch({ bio: 'Bees' });
    await share(ada, grownUp);
    const found = (await list('?limit=100')).json.profiles.find((one: { user_id: string }) => one.user_id === ada.userId);
    expect(found).toEqual({ user_id: ada.userId, name: 'Ada Okafor', bio: 'Bees' });
    expect((await api.call('/api/user-profiles')).status).toBe(401);
  });

  it('G26 leave out users who share nothing, who are or may be minors, and who are being deleted', async () => {
    const year = new Date().getUTCFullYear();
    expect(await ids()).not.toContain(ada.userId);
    for (const [birthYear, sharing, shown] of [
      [grownUp, true, true],
      [grownUp, false, false],
      [null, true, false],
      [year - 10, true, false],
      [year - 18, true, false],
      [year - 19, true, true],
    ] as const) {
      await share(ada, birthYear, sharing);
      expect((await ids()).includes(ada.userId), `${birthYear} ${sharing}`).toBe(shown);
    }
    const wish = { deletion_due_at: new Date(Date.now() + 86_400_000) };
    await api.database.knex('account').where({ id: ada.userId }).update(wish);
    expect(await ids()).not.toContain(ada.userId);
  });

  it('come in pages that neither repeat nor miss anybody', async () => {
    const others = await Promise.all([1, 2, 3].map((n) => api.givenPerson(`page-${n}-${number}@example.com`)));
    for (const person of others) await share(person, grownUp);
    const all = await ids();
    const seen: string[] = [];
    for (let after = ''; ;) {
      const { json } = await list(`?limit=2${after}`);
      seen.push(...json.profiles.map((one: { user_id: string }) => one.user_id));
      if (json.next === null) break;
      after = `&after=${json.next}`;
    }
    expect(seen).toEqual(all);
    expect(seen).toEqual(expect.arrayContaining(others.map(({ userId }) => userId)));
    expect((await list('?after=nonsense')).status).toBe(400);
    expect((await list('?limit=101')).status).toBe(400);
  });
});

describe('the languages of the interface', () => {
  it('I18N-04 I18N-05 are listed by name, and texts come back with their translations, in order', async () => {
    const { json: list } = await api.call('/api/translate/languages', {});
    expect([list.success, list.languages.length]).toEqual([true, 47]);
    expect(list.languages).toEqual(expect.arrayContaining([expect.objectContaining({ language: 'es', name: 'Español' })]));
    const body = { texts: ['My Courses', '', 'My Courses'], target_language: 'es', source_language: 'en' };
    const sent = await api.call('/api/translate/bulk', { body, bearer: ada.accessToken });
    const courses = { original_text: 'My Courses', translated_text: 'Mis cursos' };
    expect([sent.status, sent.json]).toEqual([
      200,
      { success: true, translations: [courses, { original_text: '', translated_text: '' }, courses] },
    ]);
  });
});
