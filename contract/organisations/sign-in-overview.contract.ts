import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { SIGN_IN_MODES, signInFailure } from './sign-in.contract.ts';

const overview = z.object({
  organisation_id: z.string(),
  name: z.string(),
  kind: z.enum(['oidc', 'saml']),
  mode: z.enum(SIGN_IN_MODES),
  issuer: z.string(),
  domains: z.array(z.string()),
  /** The first end of a certificate that is in use; null without any. */
  certificate_ends_at: z.nullable(z.string()),
  metadata_problem: z.nullable(z.string()),
  failures: z.array(signInFailure),
});
export type SignInOverview = z.infer<typeof overview>;

export const listOrganisationSignIns = defineEndpoint({
  name: 'listOrganisationSignIns',
  method: 'GET',
  path: '/api/operator/organisation-sign-ins',
  summary:
    'How organisations sign in, with their failures of 30 days and certificates that end; those that need a look first, at most 200.',
  auth: 'operator',
  personOnly: 'installation',
  responses: { 200: z.object({ sign_ins: z.array(overview) }) },
  errors: ['access.denied'],
});

/** The one press that helps an organisation whose provider fails: its members sign in by their own ways again. */
export const relaxOrganisationSignIn = defineEndpoint({
  name: 'relaxOrganisationSignIn',
  method: 'POST',
  path: '/api/operator/organisation-sign-ins/:organisation_id/relax',
  summary: 'Make what an organisation enforces an offer.',
  auth: 'operator',
  personOnly: 'installation',
  params: z.object({ organisation_id: z.string() }),
  responses: { 200: z.object({ mode: z.enum(SIGN_IN_MODES) }) },
  errors: ['access.denied', 'not_found'],
});
