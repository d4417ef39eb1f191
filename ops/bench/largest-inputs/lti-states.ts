import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { QUIZ_LIMITS } from '#contract/courses/quiz.contract.ts';
import { CHOICE_AT_MOST } from '#contract/lti/launch.contract.ts';
import { buildLesson, givenCourse } from '#domain/courses/content/course.factory.ts';
import { sceneFor } from '../../sandbox/simulations/library.ts';
import { INSTRUCTOR, startLtiPlatform, type Launching, type LtiPlatform } from '../../testing/lti-platform.ts';
import { ownOrganisation } from './business-states.ts';
import { words, type Given, type Owner, type State } from './state.ts';

/** The largest class that an import reads. */
const MEMBERS = 300;

/** A learning platform registered with an organisation of the account, and a course offered to it. */
interface School {
  readonly lms: LtiPlatform;
  readonly platformId: string;
  readonly courseId: string;
  readonly contextId: () => Promise<string>;
}

/** One platform for all operations, because creating a stand-in's key takes a while. */
let platform: Promise<LtiPlatform> | null = null;

/** Closes the stand-in, if one was started. */
export async function closeLtiPlatform(): Promise<void> {
  (await platform)?.close();
  platform = null;
}

const quiz = Array.from({ length: QUIZ_LIMITS.questions }, (_, at) => ({
  kind: 'single' as const,
  id: `q${at}`,
  question: words(QUIZ_LIMITS.text),
  explanation: words(QUIZ_LIMITS.explanation),
  options: Array.from({ length: QUIZ_LIMITS.options }, (__, option) => ({ id: `o${option}`, text: `${option} ${words(100)}` })),
  answer_id: 'o0',
}));

async function givenSchool(owner: Owner): Promise<School> {
  const { session, accountId, knex } = owner;
  await ownOrganisation(owner);
  const lms = await (platform ??= startLtiPlatform({ members: MEMBERS }));
  const { platform: made } = await session.json<{ platform: { platform_id: string } }>('POST', '/api/organisation/lms', {
    name: 'Our Moodle',
    product: 'moodle',
    authorised: true,
  });
  const platformId = made.platform_id;
  await session.json('PUT', `/api/organisation/lms/${platformId}`, { name: 'Our Moodle', ...lms.registration });
  const courseId = await givenCourse(accountId, {
    document: { modules: [{ title: 'Spring', summary: '', lessons: [buildLesson({ content: words(60_000), quiz })] }] },
  });
  await session.json('PUT', `/api/organisation/lms-courses/${courseId}`);
  return {
    lms,
    platformId,
    courseId,
    contextId: async () => (await knex('lti_context').where({ platform_id: platformId }).first('id'))!.id,
  };
}

/** Begins a sign-in at the platform, as its page does. */
async function begun({ lms, platformId }: School, { session, outside }: Owner, launching: Launching) {
  const target = launching.target ?? `${outside.origin}/lti/${platformId}/launch`;
  const login = { platform_id: platformId, iss: lms.registration.issuer, login_hint: 'hint', target_link_uri: target };
  const { url, state, browser } = await session.json<{ url: string; state: string; browser: string }>('POST', '/api/lti/logins', login);
  const idToken = await lms.sign(lms.claims(launching, new URL(url).searchParams.get('nonce')!));
  return { platform_id: platformId, state, browser, id_token: idToken };
}

async function launch(school: School, owner: Owner, launching: Launching): Promise<string> {
  const body = await begun(school, owner, launching);
  return (await owner.session.json<{ token: string }>('POST', '/api/lti/launches', body)).token;
}

const teacher: Launching = { subject: 'teacher', roles: [INSTRUCTOR] };

/** Lets a teacher place content of the offered course. @returns the address that opens it */
async function placed(school: School, owner: Owner, item: object): Promise<string> {
  const headers = { authorization: `Bearer ${await launch(school, owner, teacher)}` };
  const body = JSON.stringify({ items: [{ source: 'offered', course_id: school.courseId, ...item }] });
  const answer = await owner.session.send({ method: 'POST', address: '/api/lti/choice', body, type: 'application/json', headers });
  if (answer.status !== 200) throw new Error(`choice: ${answer.status} ${answer.text()}`);
  const { jwt } = JSON.parse(answer.text()) as { jwt: string };
  return (decodeJwt(jwt)['https://purl.imsglobal.org/spec/lti-dl/claim/content_items'] as { url: string }[])[0]!.url;
}

/** What a learner has launched. @param more returns what the operation needs besides the token */
const launched =
  (more: (school: School) => Given = () => ({}), item: (school: School, owner: Owner) => Promise<object> = async () => ({})): State =>
  async (owner) => {
    const school = await givenSchool(owner);
    const target = await placed(school, owner, await item(school, owner));
    return { bearer: await launch(school, owner, { subject: randomUUID(), target }), ...more(school) };
  };

const simulation = async ({ courseId }: School, { knex, accountId }: Owner): Promise<object> => {
  const home = (await knex('course').where({ id: courseId }).first('id', 'run_id'))!;
  const row = { id: randomUUID(), home_id: home.run_id ?? home.id, place: 1, account_id: accountId, wish: 'Lenses' };
  await knex('simulation').insert({ ...row, scene: JSON.stringify(sceneFor('lenses', 'english')) });
  return { simulation_id: row.id };
};

const choosing =
  (more: (school: School) => Given = () => ({})): State =>
  async (owner) => {
    const school = await givenSchool(owner);
    return { bearer: await launch(school, owner, teacher), ...more(school) };
  };

const registered: State = async (owner) => {
  const school = await givenSchool(owner);
  await launch(school, owner, { subject: 'somebody', target: await placed(school, owner, {}) });
  return { platform_id: school.platformId, course_id: school.courseId, context_id: await school.contextId() };
};

const LESSON = { lesson_id: '0_0' };

/** What must exist for operations on learning platforms to be accepted. */
export const LTI_STATES: Readonly<Record<string, State>> = {
  startLtiLogin: async (owner) => {
    const { lms, platformId } = await givenSchool(owner);
    return { platform_id: platformId, iss: lms.registration.issuer, lti_deployment_id: undefined, client_id: undefined };
  },
  openLtiLaunch: async (owner) => {
    const school = await givenSchool(owner);
    return begun(school, owner, { subject: randomUUID(), target: await placed(school, owner, {}) });
  },
  getLtiActivity: launched(),
  getLtiLesson: launched(() => LESSON),
  answerLtiQuestion: launched(() => ({ ...LESSON, answer_id: randomUUID(), question_id: 'q0', chosen_ids: ['o0'] })),
  completeLtiLesson: launched(() => LESSON),
  getLtiSimulation: launched(() => ({}), simulation),
  solveLtiTasks: launched(() => ({ tasks: [0] }), simulation),
  listLtiContents: choosing(),
  chooseLtiContents: choosing(({ courseId }) => ({
    items: Array.from({ length: CHOICE_AT_MOST }, () => ({ source: 'offered', course_id: courseId })),
  })),
  changeLtiPlatform: registered,
  removeLtiPlatform: registered,
  listLtiRefusals: registered,
  renewLtiRegistration: registered,
  ltiConfiguration: registered,
  readLtiRoster: registered,
  listLtiContexts: registered,
  listLtiMembers: registered,
};
