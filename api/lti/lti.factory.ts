import type { JWTPayload } from 'jose';
import { FROM_OUR_PAGE, type Person, type Received, type useTestApi } from '#api/testing/test-api.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { liveLessons } from '#domain/courses/content/live-lesson.queries.ts';
import { givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { INSTRUCTOR, startLtiPlatform, type Launching, type LtiPlatform, type Signing } from '#ops/testing/lti-platform.ts';

type Api = ReturnType<typeof useTestApi>;

/** Changes that a test makes to a launch: its claims, its signature, and the fields that the page sends. */
export interface Deviation {
  readonly claims?: (claims: JWTPayload) => JWTPayload;
  readonly signing?: Signing;
  readonly signedBy?: LtiPlatform;
  readonly sent?: (body: Record<string, string>) => Record<string, string>;
}

export interface School {
  readonly owner: Person;
  readonly organisationId: string;
  readonly platformId: string;
  readonly lms: LtiPlatform;
  /** A course offered by the owner. */
  readonly courseId: string;
  readonly lessonIds: readonly string[];
  /** Calls as the owner. */
  readonly asOwner: (method: string, target: string, body?: unknown) => Promise<Received>;
  /** Launches something as the given person. */
  readonly launch: (launching: Launching, deviation?: Deviation) => Promise<Received>;
  /** Calls with the token of a launch. */
  readonly inLaunch: (token: string, method: string, target: string, body?: unknown) => Promise<Received>;
  /** Has a teacher place content of the offered course or of the marketplace. @returns the address that opens it */
  readonly placed: (item?: {
    readonly source?: 'market';
    readonly course_id?: string;
    readonly lesson_id?: string;
    readonly simulation_id?: string;
  }) => Promise<string>;
}

/** Creates an organisation with a registered platform and an offered course. @param members of the only class of the platform */
export async function givenSchool(api: Api, email: string, { members = 3 } = {}): Promise<School> {
  const owner = await api.givenPerson(email, { proven: true, birthYear: 1980 });
  const { id: organisationId } = await givenOrganisation({ owner: { id: owner.userId, email } });
  const lms = await startLtiPlatform({ members });
  const asOwner: School['asOwner'] = (method, target, body) =>
    api.call(`/api/organisation/${target}`, { method, bearer: owner.accessToken, ...(body !== undefined && { body }) });
  const made = await asOwner('POST', 'lms', { name: 'Our Moodle', product: 'moodle', authorised: true });
  const { platform_id: platformId } = made.json.platform as { platform_id: string };
  lms.register({
    login: `${api.origin}/lti/${platformId}/login`,
    launch: `${api.origin}/lti/${platformId}/launch`,
    jwks: `${api.origin}/api/lti/jwks`,
  });
  await asOwner('PUT', `lms/${platformId}`, { name: 'Our Moodle', ...lms.registration });
  const courseId = await givenCourse(owner.userId);
  await asOwner('PUT', `lms-courses/${courseId}`);
  const post = (target: string, body: unknown) => api.call(`/api/lti/${target}`, { body, headers: FROM_OUR_PAGE });

  const launch: School['launch'] = async (launching, { claims, signing, signedBy = lms, sent } = {}) => {
    const target = launching.target ?? `${api.origin}/lti/${platformId}/launch`;
    const begun = await post('logins', { platform_id: platformId, iss: lms.origin, login_hint: 'hint', target_link_uri: target });
    const { url, state, browser } = begun.json as { url: string; state: string; browser: string };
    const nonce = new URL(url).searchParams.get('nonce')!;
    const right = lms.claims(launching, nonce);
    const body = { platform_id: platformId, state, browser, id_token: await signedBy.sign(claims?.(right) ?? right, signing) };
    return post('launches', sent?.(body) ?? body);
  };
  const inLaunch: School['inLaunch'] = (token, method, target, body) =>
    api.call(`/api/lti/${target}`, { method, bearer: token, ...(body !== undefined && { body }) });

  return {
    owner,
    organisationId,
    platformId,
    lms,
    courseId,
    lessonIds: (await liveLessons(courseId)).map(({ lesson_id }) => lesson_id),
    asOwner,
    launch,
    inLaunch,
    placed: async (item = {}) => {
      const { json } = await launch({ subject: 'teacher', roles: [INSTRUCTOR] });
      const answer = await inLaunch(json.token, 'POST', 'choice', { items: [{ source: 'offered', course_id: courseId, ...item }] });
      await fetch(answer.json.return_url, { method: 'POST', body: new URLSearchParams({ JWT: answer.json.jwt }) });
      return lms.placed.at(-1)!.url;
    },
  };
}
