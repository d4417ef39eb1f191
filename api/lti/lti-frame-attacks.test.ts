import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { FROM_OUR_PAGE, useTestApi, type Received } from '#api/testing/test-api.ts';
import { givenCourse, buildLesson } from '#domain/courses/content/course.factory.ts';
import { liveLessons } from '#domain/courses/content/live-lesson.queries.ts';
import { readRosters } from '#domain/lti/read-rosters.command.ts';
import { sendScores } from '#domain/lti/send-scores.command.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';
import { startLtiPlatform, type LtiPlatform } from '#ops/testing/lti-platform.ts';
import { givenSchool, type School } from './lti.factory.ts';

allowLogged(/The platform|lti (rosters|scores): given up/);

const api = useTestApi();
const knex = (table: string) => api.database.knex(table);
let school: School;
let target: string;
let courseId: string;
let lessonId: string;
let otherLessonId: string;

const option = (id: string, feedback?: string) => ({ id, text: `Option ${id}`, ...(feedback && { feedback }) });
/** A question of each kind whose answer can be chosen. Its key, explanation and feedback contain words that nothing else does. */
const QUIZ = [
  { id: 'one', question: 'One?', options: [option('p'), option('q', 'FEEDBACK-one')], answer_id: 'p', explanation: 'BECAUSE-one' },
  {
    id: 'true',
    kind: 'true_false',
    question: 'True?',
    options: [option('t'), option('f', 'FEEDBACK-true')],
    answer_id: 't',
    explanation: 'BECAUSE-true',
  },
  {
    id: 'many',
    kind: 'multiple',
    question: 'Many?',
    options: [option('x'), option('y'), option('z', 'FEEDBACK-many')],
    answer_ids: ['x', 'y'],
    explanation: 'BECAUSE-many',
  },
  {
    id: 'order',
    kind: 'order',
    question: 'Order?',
    options: [option('n'), option('m')],
    answer_ids: ['m', 'n'],
    explanation: 'BECAUSE-order',
  },
  { id: 'short', kind: 'short', question: 'Why?', explanation: 'BECAUSE-short', rubric: ['RUBRIC-short'] },
] as const;
const RIGHT: Record<string, readonly string[]> = { one: ['p'], true: ['t'], many: ['x', 'y'], order: ['m', 'n'] };

beforeAll(async () => {
  school = await givenSchool(api, 'head@framed.example');
  courseId = await givenCourse(school.owner.userId, {
    document: {
      modules: [
        {
          title: 'M',
          summary: 'S',
          lessons: [buildLesson({ quiz: structuredClone(QUIZ) as never }), buildLesson({ title: 'Other' })],
        },
      ],
    },
  });
  [lessonId = '', otherLessonId = ''] = (await liveLessons(courseId)).map(({ lesson_id }) => lesson_id);
  await school.asOwner('PUT', `lms-courses/${courseId}`);
  target = await school.placed({ course_id: courseId, lesson_id: lessonId });
});
afterAll(() => school.lms.close());

const opened = async (subject: string, at = target) => {
  const { json } = await school.launch({ subject, target: at });
  const call = (method: string, path: string, body?: unknown) => school.inLaunch(json.token, method, path, body);
  const answer = (question_id: string, chosen_ids: readonly string[], answer_id: string = uuidv7()) =>
    call('POST', 'answers', { answer_id, lesson_id: lessonId, question_id, chosen_ids });
  return { token: json.token as string, call, answer };
};

describe('results before answering, in a frame', () => {
  it('a lesson shows no key, explanation or feedback of a question that its learner has not answered', async () => {
    const { call, answer } = await opened('reader');
    const before = await call('GET', `lessons/${lessonId}`);
    expect(before.status).toBe(200);
    for (const word of ['BECAUSE-', 'FEEDBACK-', 'RUBRIC-', '"answer_id":"p"', '"answer_id":"t"', '["x","y"]', '["m","n"]'])
      expect(before.text, word).not.toContain(word);
    for (const target of ['activity', 'simulation', 'contents'])
      expect((await call('GET', target)).text, target).not.toMatch(/BECAUSE|FEEDBACK|answer_id/);
    // a wrong answer shows what was right, of this question alone
    const wrong = await answer('one', ['q']);
    expect(wrong.json).toMatchObject({ is_right: false, question: { answer_id: 'p', explanation: 'BECAUSE-one' } });
    const after = await call('GET', `lessons/${lessonId}`);
    expect(after.text.match(/BECAUSE-\w+/g)).toEqual(['BECAUSE-one']);
    expect(after.text.match(/FEEDBACK-\w+/g)).toEqual(['FEEDBACK-one']);
    // completing a lesson answers nothing
    await call('POST', 'completions', { lesson_id: lessonId });
    expect((await call('GET', `lessons/${lessonId}`)).text.match(/BECAUSE-\w+/g)).toEqual(['BECAUSE-one']);
  });

  it('no answer that is none of the question shows or grades anything', async () => {
    const { call, answer } = await opened('guesser');
    const tried = [
      ['one', ['p', 'q']],
      ['one', ['p', 'p']],
      ['one', ['x']],
      ['one', ['']],
      ['one', ['__proto__']],
      ['true', ['T']],
      ['many', ['x', 'x', 'y']],
      ['many', ['x y']],
      ['order', ['m']],
      ['order', ['m', 'n', 'm']],
      ['order', ['m n']],
      ['short', ['p']],
      ['none', ['p']],
      ['one\0', ['p']],
      ['one ', ['p']],
    ] as const;
    for (const [question, chosen] of tried) {
      const { status, text } = await answer(question, chosen);
      expect([400, 404, 422], `${question} ${chosen}: ${text}`).toContain(status);
      expect(text).not.toMatch(/BECAUSE|FEEDBACK/);
    }
    for (const body of [
      {},
      { chosen_ids: 'p' },
      { chosen_ids: [] },
      { chosen_ids: [7] },
      { chosen_ids: Array(9).fill('p') },
      { answer_id: 'x' },
    ])
      expect(
        (
          await call('POST', 'answers', {
            answer_id: uuidv7(),
            lesson_id: lessonId,
            question_id: 'one',
            chosen_ids: ['p'],
            ...body,
            ...(Object.keys(body).length === 0 && { lesson_id: '' }),
          })
        ).status,
      ).toBeGreaterThanOrEqual(400);
    expect(
      await knex('question_answer').join('lti_user', 'lti_user.account_id', 'question_answer.account_id').where({ subject: 'guesser' }),
    ).toEqual([]);
  });

  it('an answer of others or of another lesson neither shows nor counts; twenty at once count once each', async () => {
    const [mine, theirs] = [await opened('mine'), await opened('theirs')];
    const id = uuidv7();
    await mine.answer('one', ['p'], id);
    const replayed = await theirs.answer('one', ['q'], id);
    expect([replayed.status, replayed.json.is_right]).toEqual([200, false]);
    expect((await theirs.call('GET', `lessons/${lessonId}`)).text.match(/BECAUSE-\w+/g)).toEqual(['BECAUSE-one']);
    for (const lesson_id of [otherLessonId, school.lessonIds[0]!, '0_0', '0_1', uuidv7()])
      for (const path of ['answers', 'completions'])
        expect(
          (await mine.call('POST', path, { answer_id: uuidv7(), lesson_id, question_id: 'q1', chosen_ids: ['a'] })).status,
          lesson_id,
        ).toBe(404);
    const storm = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 ? mine.call('POST', 'completions', { lesson_id: lessonId }) : mine.answer('many', ['x', 'y'], id),
      ),
    );
    expect(storm.filter(({ status }) => status >= 500)).toEqual([]);
  });

  it('ten questions answered at once, and a completion, are one grade, of the answers alone', async () => {
    const { call, answer } = await opened('quick');
    await Promise.all([
      call('POST', 'completions', { lesson_id: lessonId }),
      ...Object.entries(RIGHT).flatMap(([id, chosen]) => [answer(id, chosen), answer(id, chosen)]),
    ]);
    await sendScores();
    const sent = school.lms.scores.filter(({ userId }) => userId === 'quick');
    expect(sent.at(-1)).toMatchObject({ scoreGiven: 100, activityProgress: 'Completed' });
    expect(sent.every(({ scoreGiven }) => scoreGiven === undefined || (scoreGiven >= 0 && scoreGiven <= 100))).toBe(true);
    expect(sent.filter(({ scoreGiven }) => scoreGiven === 100)).toHaveLength(1);
  });
});

describe('pages in a frame', () => {
  const ancestors = ({ headers }: Received) =>
    /frame-ancestors ([^;]+)/.exec(String(headers['content-security-policy'] ?? "frame-ancestors 'none'"))?.[1];

  it('are shown by the platform alone, in whatever way they are asked for; none sets a cookie', async () => {
    const id = school.platformId;
    const forms = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'cross-site' };
    const own = [`/lti/${id}/login`, `/lti/${id}/launch`, `/lti/${id}/open`, `/lti/${id}/open/${uuidv7()}`];
    const none = [
      `/lti/${id.toUpperCase()}/launch`,
      `/lti/${id}/launch/`,
      `/lti/${id}//launch`,
      `/lti/${id}/launch%00`,
      `/lti/${id}/register`,
      `/lti/${id}/admin`,
      `/lti//launch`,
      `/lti/${uuidv7()}/launch`,
      `/LTI/${id}/launch`,
      `/courses?lti=${id}`,
      '/sign-in',
    ];
    for (const path of [...own, ...none])
      for (const method of ['GET', 'POST', 'HEAD', 'PUT']) {
        const page = await api.call(path, { method, headers: forms, ...(method === 'POST' && { rawBody: `iss=x&state=${'"><script>'}` }) });
        expect([page.status === 500, page.headers['set-cookie']], `${method} ${path}`).toEqual([false, undefined]);
        expect(page.text, `${method} ${path}`).not.toContain('"><script>');
        const may = own.includes(path) && (method === 'GET' || (method === 'POST' && /login|launch/.test(path)));
        if (!may) expect(["'none'", undefined], `${method} ${path}`).toContain(ancestors(page));
        else expect(ancestors(page), `${method} ${path}`).toBe(school.lms.origin);
      }
  });

  it('for a registration are shown by one origin, and by the schools of Canvas for its own hosts alone', async () => {
    const made = await school.asOwner('POST', 'lms', { name: 'Canvas', product: 'canvas', authorised: true });
    const { platform_id: id } = made.json.platform;
    const code = new URL(made.json.registration_url).searchParams.get('code')!;
    const asked = async (at: string, given = code) =>
      ancestors(await api.call(`/lti/${id}/register?code=${given}&openid_configuration=${encodeURIComponent(at)}`));
    expect(await asked('https://sso.canvaslms.com/x')).toBe('https://sso.canvaslms.com https://*.instructure.com');
    for (const [at, shown] of [
      ['https://instructure.com.evil.example/', 'https://instructure.com.evil.example'],
      ['https://notinstructure.com/', 'https://notinstructure.com'],
      ['https://evil-canvaslms.com/', 'https://evil-canvaslms.com'],
      ['https://evil.example/instructure.com', 'https://evil.example'],
      ['https://evil.example#.instructure.com', 'https://evil.example'],
      ['https://evil.example?.instructure.com', 'https://evil.example'],
    ] as const)
      expect(await asked(at), at).toBe(shown);
    for (const at of [
      'https://x@sso.canvaslms.com/',
      'http://sso.canvaslms.com/',
      'https://sso.canvaslms.com:8443/',
      'javascript:alert(1)',
      '//sso.canvaslms.com/',
      '',
    ])
      expect(await asked(at), at).toBe("'none'");
    expect(await asked('https://sso.canvaslms.com/x', `${code}x`)).toBe("'none'");
  });
});

describe('what changes while a frame is open', () => {
  const worked = async (subject: string) => {
    const frame = await opened(subject);
    for (const [id, chosen] of Object.entries(RIGHT)) await frame.answer(id, chosen);
    return frame;
  };
  const sentOf = (subject: string) => school.lms.scores.filter(({ userId }) => userId === subject);

  it.each<[string, (accountId: string) => Promise<() => Promise<unknown>>]>([
    [
      'the person leaves the organisation',
      async (account_id) => {
        const [row] = await knex('organisation_member').where({ account_id }).delete().returning('*');
        return () => knex('organisation_member').insert(row);
      },
    ],
    [
      'the account is suspended',
      async (id) => {
        await knex('account').where({ id }).update({ suspended_at: new Date() });
        return () => knex('account').where({ id }).update({ suspended_at: null });
      },
    ],
    [
      'the plan of the organisation ends',
      async () => {
        const { ends_at } = (await knex('organisation').where({ id: school.organisationId }).first('ends_at'))!;
        await knex('organisation')
          .where({ id: school.organisationId })
          .update({ ends_at: new Date(Date.now() - 1_000) });
        return () => knex('organisation').where({ id: school.organisationId }).update({ ends_at });
      },
    ],
    [
      'the platform is paused',
      async () => {
        await knex('lti_platform').where({ id: school.platformId }).update({ state: 'paused' });
        return () => knex('lti_platform').where({ id: school.platformId }).update({ state: 'active' });
      },
    ],
    [
      'the launch expires',
      async (account_id) => {
        await knex('lti_session')
          .where({ account_id })
          .update({ expires_at: new Date(0) });
        return async () => undefined;
      },
    ],
  ])('%s: nothing is shown, answered, completed or solved any more', async (what, change) => {
    const subject = `leaver ${what.slice(0, 20)}`;
    const { call, answer } = await worked(subject);
    const { account_id: accountId } = (await knex('lti_user').where({ subject }).first('account_id'))!;
    const back = await change(accountId);
    try {
      const answers = [
        await call('GET', 'activity'),
        await call('GET', `lessons/${lessonId}`),
        await call('GET', 'simulation'),
        await call('GET', 'contents'),
        await answer('one', ['p']),
        await call('POST', 'completions', { lesson_id: lessonId }),
        await call('POST', 'solved', { solutions: [{ task: 0, parameters: [1], t: 0 }] }),
        await call('POST', 'choice', { items: [] }),
      ];
      expect(answers.map(({ json }) => json.code)).toEqual(Array(8).fill('lti.session_ended'));
      await sendScores();
      expect(sentOf(subject)).toEqual([]);
    } finally {
      await back();
    }
  });

  it('another platform takes the place of one: it gets nobody’s account, and the old one none of its tokens', async () => {
    const own = await givenSchool(api, 'head@moved.example');
    const next = await startLtiPlatform();
    const asked: string[] = [];
    const note = (platform: LtiPlatform) => async () => {
      const before = platform.tokens.count;
      await sendScores();
      asked.push(`${platform.scores.length} scores, ${platform.tokens.count - before} tokens`);
    };
    const at = await own.placed({ lesson_id: own.lessonIds[0]! });
    const { json } = await own.launch({ subject: '2', target: at });
    const call = (path: string, body: object) => own.inLaunch(json.token, 'POST', path, body);
    await call('answers', { answer_id: uuidv7(), lesson_id: own.lessonIds[0]!, question_id: 'q1', chosen_ids: ['a'] });
    await call('completions', { lesson_id: own.lessonIds[0]! });
    // by itself, with the same ids of people
    const renewed = await own.asOwner('POST', `lms/${own.platformId}/registration`);
    const code = new URL(renewed.json.registration_url).searchParams.get('code')!;
    const registered = await api.call('/api/lti/registrations', {
      body: {
        platform_id: own.platformId,
        code,
        openid_configuration: `${next.origin}/openid-configuration`,
        registration_token: 'registration-token',
      },
      headers: FROM_OUR_PAGE,
    });
    expect(registered.json.code).toBe('lti.registration_refused');
    expect(await knex('lti_platform').where({ id: own.platformId }).first('issuer')).toEqual({ issuer: own.lms.origin });
    // by hand: the platform has moved
    expect((await own.asOwner('PUT', `lms/${own.platformId}`, { name: 'Moved', ...next.registration })).status).toBe(200);
    expect((await own.inLaunch(json.token, 'GET', 'activity')).json.code).toBe('lti.session_ended');
    await note(own.lms)();
    await note(next)();
    await knex('lti_context')
      .where({ platform_id: own.platformId })
      .update({ due_at: new Date(0) });
    await readRosters();
    expect(asked).toEqual(['0 scores, 0 tokens', '0 scores, 0 tokens']);
    own.lms.close();
    next.close();
  });

  it('the platform is removed with waiting grades: they are sent nowhere', async () => {
    const own = await givenSchool(api, 'head@removed.example');
    const at = await own.placed({ lesson_id: own.lessonIds[0]! });
    const { json } = await own.launch({ subject: 'gone', target: at });
    const call = (path: string, body: object) => own.inLaunch(json.token, 'POST', path, body);
    await call('answers', { answer_id: uuidv7(), lesson_id: own.lessonIds[0]!, question_id: 'q1', chosen_ids: ['a'] });
    await call('completions', { lesson_id: own.lessonIds[0]! });
    expect((await own.asOwner('DELETE', `lms/${own.platformId}`)).status).toBe(200);
    await sendScores();
    expect(own.lms.scores).toEqual([]);
    expect((await call('completions', { lesson_id: own.lessonIds[0]! })).json.code).toBe('lti.session_ended');
    own.lms.close();
  });
});
