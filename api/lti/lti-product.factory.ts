import { decodeJwt } from 'jose';
import { uuidv7 } from 'uuidv7';
import { FROM_OUR_PAGE, type Received, type useTestApi } from '#api/testing/test-api.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { liveLessons } from '#domain/courses/content/live-lesson.queries.ts';
import { givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { DL, type VendorLaunch, type VendorPlatform } from '#ops/testing/lti/vendor-server.ts';

export const MEMBERSHIP = 'http://purl.imsglobal.org/vocab/lis/v2/membership#';

type Launching = Omit<VendorLaunch, 'nonce' | 'roles'> & { readonly roles?: readonly string[] };

export interface Connected {
  readonly platformId: string;
  readonly courseId: string;
  readonly lessonIds: readonly string[];
  readonly asOwner: (method: string, target: string, body?: unknown) => Promise<Received>;
  readonly launch: (launching: Launching) => Promise<Received>;
  /** Launches as a learner. @returns a client that uses the launch token */
  readonly learns: (subject: string, target: string, course?: string) => Promise<Learning>;
  /** Has a teacher place a lesson of the course. @returns the address that opens it */
  readonly placed: (lesson: number, course?: string) => Promise<string>;
}

export interface Learning {
  readonly call: (method: string, target: string, body?: unknown) => Promise<Received>;
  readonly answers: (lesson: number, chosen: 'a' | 'b') => Promise<Received>;
  readonly completes: (lesson: number) => Promise<Received>;
}

/**
 * Registers a product with an organisation by LTI Dynamic Registration; the organisation offers a course of three lessons with a question
 * each.
 */
export async function connectedTo(api: ReturnType<typeof useTestApi>, email: string, vendor: VendorPlatform): Promise<Connected> {
  vendor.reached.at = api.origin;
  const owner = await api.givenPerson(email, { proven: true, birthYear: 1980 });
  await givenOrganisation({ owner: { id: owner.userId, email } });
  const asOwner: Connected['asOwner'] = (method, target, body) =>
    api.call(`/api/organisation/${target}`, { method, bearer: owner.accessToken, ...(body !== undefined && { body }) });
  const post = (target: string, body: unknown) => api.call(`/api/lti/${target}`, { body, headers: FROM_OUR_PAGE });
  const { json } = await asOwner('POST', 'lms', { name: 'Our platform', product: 'other', authorised: true });
  const platformId = json.platform.platform_id as string;
  const code = new URL(json.registration_url).searchParams.get('code')!;
  const registered = await post('registrations', { platform_id: platformId, code, ...vendor.registering });
  if (registered.status !== 201) throw new Error(registered.text);
  const courseId = await givenCourse(owner.userId);
  await asOwner('PUT', `lms-courses/${courseId}`);
  const lessonIds = (await liveLessons(courseId)).map(({ lesson_id }) => lesson_id);

  const launch: Connected['launch'] = async ({ roles = [`${MEMBERSHIP}Learner`], ...launching }) => {
    const login = { platform_id: platformId, iss: vendor.origin, login_hint: 'h', target_link_uri: launching.target ?? api.origin };
    const { url, state, browser } = (await post('logins', login)).json as { url: string; state: string; browser: string };
    const claims = vendor.claims({ ...launching, roles, nonce: new URL(url).searchParams.get('nonce')! });
    return post('launches', { platform_id: platformId, state, browser, id_token: await vendor.sign(claims) });
  };
  const inLaunch = (token: string, method: string, target: string, body?: unknown) =>
    api.call(`/api/lti/${target}`, { method, bearer: token, ...(body !== undefined && { body }) });
  return {
    platformId,
    courseId,
    lessonIds,
    asOwner,
    launch,
    learns: async (subject, target, course) => {
      const { json: opened, text } = await launch({ subject, target, ...(course && { course }) });
      if (!opened.token) throw new Error(text);
      const call: Learning['call'] = (method, at, body) => inLaunch(opened.token as string, method, at, body);
      return {
        call,
        answers: (lesson, chosen) =>
          call('POST', 'answers', { answer_id: uuidv7(), lesson_id: lessonIds[lesson], question_id: 'q1', chosen_ids: [chosen] }),
        completes: (lesson) => call('POST', 'completions', { lesson_id: lessonIds[lesson] }),
      };
    },
    placed: async (lesson, course) => {
      const { json: teacher } = await launch({ subject: 'teacher', roles: [`${MEMBERSHIP}Instructor`], ...(course && { course }) });
      const items = [{ source: 'offered', course_id: courseId, lesson_id: lessonIds[lesson] }];
      const { json: chosen } = await inLaunch(teacher.token as string, 'POST', 'choice', { items });
      return (decodeJwt(chosen.jwt as string)[`${DL}content_items`] as { url: string }[])[0]!.url;
    },
  };
}
