import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { loggedPath } from './request-log.ts';

const ID = '0192f0c1-2d3e-7f40-8a5b-6c7d8e9f0a1b';

it.each([
  ['/api/course-audio/:course_id', `/api/course-audio/${ID}`, 'courseAudio', `/api/course-audio/${ID}`],
  ['a lesson’s old index', `/api/course-shares/0_1`, 'getShare', '/api/course-shares/0_1'],
  ['an id that is none', '/api/course-shares/Not-An-Id', 'getShare', '/api/course-shares/:course_id'],
  ['an id that opens something', `/api/certificates/${ID}`, 'getCertificate', '/api/certificates/:certificate_id'],
  ['a feed', '/api/audio-feeds/SecretSecret/lessons/x.mp3', 'audioFeedFile', '/api/audio-feeds/:token/lessons/:lesson_id'],
  ['a page', '/shared/SecretSecretSecret', undefined, '/shared/…'],
  ['a mistyped address', `/api/audio-feeds/${ID}.Signature/cover`, undefined, '/api/audio-feeds/…/cover'],
  ['a file', '/assets/start-Dqt_dd8F.js', undefined, '/assets/…'],
  ['the root', '/', undefined, '/'],
  ['a screen', '/sign-in', undefined, '/sign-in'],
  ['a file’s name', '/robots.txt', undefined, '/robots.txt'],
])('the log shows only those parts of %s that grant no access', (_, path, route, shown) => {
  expect(loggedPath(path, route)).toBe(shown);
});

/** Secrets as this installation creates them: links, tokens, keys, hashes. */
const SECRETS: readonly (() => string)[] = [
  () => randomBytes(16).toString('base64url'),
  () => randomBytes(32).toString('base64url'),
  () => randomBytes(20).toString('hex'),
  () => `cwk_live_${randomBytes(30).toString('hex')}`,
  () => `${randomBytes(8).toString('hex')}.${randomBytes(32).toString('base64url')}`,
];
const SAMPLES = 200;

it('no secret is logged, neither in an endpoint’s address nor in an unknown one', () => {
  const secrets = SECRETS.flatMap((make) => Array.from({ length: SAMPLES }, make));
  for (const secret of secrets) {
    for (const { name, path } of ENDPOINTS.filter((one) => one.path.includes(':')))
      expect(loggedPath(path.replaceAll(/:\w+/g, secret), name), name).not.toContain(secret);
    for (const path of [
      `/${secret}`,
      `/join/${secret}`,
      `/oauth/interaction/${secret}`,
      `/lti/${secret}/launch`,
      `/api/shared/${secret}/x`,
      `/SCIM/v2/${secret}`,
    ])
      expect(loggedPath(path, undefined)).not.toContain(secret);
  }
});
