import type { LtiPlatform } from '#contract/lti/platforms.contract.ts';

/** Builds a registered platform. */
export const aPlatform = (changes: Partial<LtiPlatform> = {}): LtiPlatform => ({
  platform_id: '0193c1de-5c11-7a55-9c40-2f6f0c9e6110',
  name: 'Our Moodle',
  product: 'moodle',
  state: 'active',
  issuer: 'https://moodle.school.example',
  client_id: 'Nwz1cAbfHpYyXkB',
  auth_url: 'https://moodle.school.example/mod/lti/auth.php',
  token_url: 'https://moodle.school.example/mod/lti/token.php',
  token_audience: null,
  audience_used: 'https://moodle.school.example/mod/lti/token.php',
  jwks_url: 'https://moodle.school.example/mod/lti/certs.php',
  origins: ['https://moodle.school.example'],
  deployment_ids: ['2'],
  addresses: {
    login: 'https://courses.example/lti/0193c1de-5c11-7a55-9c40-2f6f0c9e6110/login',
    launch: 'https://courses.example/lti/0193c1de-5c11-7a55-9c40-2f6f0c9e6110/launch',
    jwks: 'https://courses.example/api/lti/jwks',
    configuration: 'https://courses.example/api/lti/configuration/0193c1de-5c11-7a55-9c40-2f6f0c9e6110',
  },
  created_at: '2026-11-20T10:00:00.000Z',
  last_launch_at: '2026-11-20T10:00:00.000Z',
  refusals: 2,
  grades_waiting: 1,
  grades_dropped: 0,
  ...changes,
});
