import * as z from 'zod/mini';
import { scimLog, scimLogPage } from '#contract/organisations/provisioning.contract.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** Maximum number of organisations, and of people who wait for help, in an answer; a search finds the others. */
export const ORGANISATIONS_SHOWN = 100;

const organisation = z.object({
  organisation_id: z.string(),
  name: z.string(),
  plan: z.string(),
  owner_email: z.nullable(z.string()),
  seats: z.int(),
  seats_taken: z.int(),
  seats_invited: z.int(),
  /** Number of people whose invite has expired or could not be delivered. */
  stuck: z.int(),
  /** False once the paid year is over. */
  active: z.boolean(),
  ends_at: z.string(),
  /** When its directory last called; null if it has none, or if the call is older than the log. */
  scim_last_at: z.nullable(z.string()),
  /** Number of the directory's requests refused in the last day. */
  scim_refused: z.int(),
});
export type ConsoleOrganisation = z.infer<typeof organisation>;

/** Totals over all organisations, for the figures above the list. */
const figures = z.object({
  organisations: z.int(),
  /** Number of organisations with a paid plan. */
  seats: z.int(),
  seats_taken: z.int(),
  stuck: z.int(),
  scim_refused: z.int(),
});

export const listOrganisations = defineEndpoint({
  name: 'listOrganisations',
  method: 'GET',
  path: '/api/operator/organisations',
  summary:
    'Organisations with their seats, people who need help, and the state of their directories: those that end soonest, or whose name or owner matches a search.',
  auth: 'operator',
  personOnly: 'installation',
  turns: ['q'],
  query: z.object({ q: z.optional(z.string().check(z.trim(), z.maxLength(200))) }),
  responses: { 200: z.object({ figures, organisations: z.array(organisation) }) },
  errors: ['validation.failed', 'access.denied'],
});

const stuckPerson = z.object({
  person_id: z.string(),
  email: z.string(),
  name: z.string(),
  /** When the newest invite was sent; null if there was none. */
  sent_at: z.nullable(z.string()),
  problem: z.enum(['expired', 'undelivered', 'uninvited']),
});
const details = z.object({
  organisation,
  /** People who may need help. */
  stuck: z.array(stuckPerson),
  /** Paid years, newest first. */
  terms: z.array(z.object({ plan: z.string(), starts_at: z.string(), ends_at: z.string(), reference: z.nullable(z.string()) })),
});
export type OrganisationDetails = z.infer<typeof details>;

const oneOrganisation = z.object({ organisation_id: z.uuid() });

export const readConsoleOrganisation = defineEndpoint({
  name: 'readConsoleOrganisation',
  method: 'GET',
  path: '/api/operator/organisations/:organisation_id',
  summary: 'An organisation: its plan periods, its seats, and people who may need help.',
  auth: 'operator',
  personOnly: 'installation',
  params: oneOrganisation,
  responses: { 200: details },
  errors: ['validation.failed', 'access.denied', 'not_found'],
});

export const readScimLog = defineEndpoint({
  name: 'readScimLog',
  method: 'GET',
  path: '/api/operator/organisations/:organisation_id/scim-requests',
  summary: 'The requests of an organisation’s directory in the last 30 days and their responses, newest first.',
  auth: 'operator',
  personOnly: 'installation',
  params: oneOrganisation,
  query: scimLogPage,
  responses: { 200: scimLog },
  errors: ['validation.failed', 'access.denied', 'not_found'],
});

export const HELP_ACTS = ['resend_invite', 'free_seat'] as const;
export type HelpAct = (typeof HELP_ACTS)[number];

/** Audited. Only for people who have not joined yet: operators never act as another person and never remove members. */
export const helpOrganisation = defineEndpoint({
  name: 'helpOrganisation',
  method: 'POST',
  path: '/api/operator/organisations/:organisation_id/help',
  summary: 'Resend an invite, or free the seat that it holds.',
  auth: 'operator',
  personOnly: 'installation',
  params: oneOrganisation,
  body: z.object({ act: z.enum(HELP_ACTS), person_id: z.uuid() }),
  example: { act: 'free_seat', person_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a10' },
  responses: { 200: details },
  errors: ['validation.failed', 'access.denied', 'not_found', 'organisation.ended', 'organisation.seats_full'],
});
