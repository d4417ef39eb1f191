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
  /** The earliest expiry of a certificate in use; null without one. */
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
    'The organisations’ sign-ins, with failures of the last 30 days and expiring certificates; those that need attention first, at most 200.',
  auth: 'operator',
  personOnly: 'installation',
  responses: { 200: z.object({ sign_ins: z.array(overview) }) },
  errors: ['access.denied'],
});

/** The emergency switch for an organisation whose provider fails: its members can again sign in by other methods. */
export const relaxOrganisationSignIn = defineEndpoint({
  name: 'relaxOrganisationSignIn',
  method: 'POST',
  path: '/api/operator/organisation-sign-ins/:organisation_id/relax',
  summary: 'Change an organisation’s sign-in from enforced to offered.',
  auth: 'operator',
  personOnly: 'installation',
  params: z.object({ organisation_id: z.string() }),
  responses: { 200: z.object({ mode: z.enum(SIGN_IN_MODES) }) },
  errors: ['access.denied', 'not_found'],
});
