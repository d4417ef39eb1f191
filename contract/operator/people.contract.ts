import * as z from 'zod/mini';
import { birthYear } from '#contract/identity/birth-year.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

export const PERSON_ROLES = ['learner', 'creator', 'operator', 'admin'] as const;

/** Maximum number of people in an answer; a search finds the others. */
export const PEOPLE_SHOWN = 50;

const band = z.enum(['child', 'minor', 'adult', 'unknown']);
const ageChange = z.object({
  at: z.string(),
  /** `refused`: a person under 18 tried to make themselves older, which changed nothing. */
  by: z.enum(['refused', 'parent', 'operator']),
  from: band,
  to: band,
});
export type AgeChange = z.infer<typeof ageChange>;

const person = z.object({
  user_id: z.string(),
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(PERSON_ROLES)),
  created_at: z.string(),
  suspended_at: z.nullable(z.string()),
  deletion_due_at: z.nullable(z.string()),
  /** Spendable tokens. */
  tokens: z.number(),
  sessions: z.int(),
  courses: z.int(),
  runs: z.int(),
  birth_year: z.nullable(z.int()),
  /** Changes of the year of birth for moderators to know, newest first. */
  age_changes: z.array(ageChange),
});
export type ConsolePerson = z.infer<typeof person>;

export const findPeople = defineEndpoint({
  name: 'findPeople',
  method: 'GET',
  path: '/api/operator/people',
  summary: 'People whose name or email contains these words, or who have this id; without a query, the newest.',
  auth: 'operator',
  personOnly: 'installation',
  turns: ['q'],
  query: z.object({ q: z.optional(z.string().check(z.trim(), z.maxLength(200))) }),
  responses: { 200: z.object({ people: z.array(person) }) },
  errors: ['validation.failed', 'access.denied'],
});

export const PERSON_ACTS = ['give_role', 'take_role', 'give_tokens', 'end_sessions', 'suspend', 'unsuspend', 'set_birth_year'] as const;
export type PersonAct = (typeof PERSON_ACTS)[number];

/** Audited. Only administrators can change who is an operator or administrator; operators cannot suspend their own account. */
export const actOnPerson = defineEndpoint({
  name: 'actOnPerson',
  method: 'POST',
  path: '/api/operator/people/:person_id/acts',
  summary: 'Grant or revoke a role, grant tokens, end all sessions, suspend or reinstate the person, correct the year of birth.',
  auth: 'operator',
  personOnly: 'installation',
  params: z.object({ person_id: z.uuid() }),
  body: z.object({
    act: z.enum(PERSON_ACTS),
    role: z.optional(z.enum(PERSON_ROLES)),
    tokens: z.optional(z.int().check(z.gte(1), z.lte(1_000_000))),
    birth_year: z.optional(birthYear),
  }),
  example: { act: 'give_tokens', tokens: 100 },
  responses: { 200: person },
  errors: ['validation.failed', 'access.denied', 'not_found'],
});
