import * as z from 'zod/mini';
import { consentReason } from '#contract/organisations/organisation.contract.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { wholeText } from '#contract/platform/numbers.ts';
import { sentColumns, tableColumn } from '#contract/platform/table-columns.ts';
import { TEXT_ENCODINGS } from '#contract/platform/text-encodings.ts';

export const ROSTER_LIMITS = {
  /** Of the file. */
  bytes: 4_000_000,
  rows: 20_000,
  columns: 50,
  /** Days after which a list is deleted, and can no longer be undone. */
  keptDays: 90,
} as const;

/** The effect of a line of a list on its person. */
export const ROSTER_KINDS = ['added', 'changed', 'removed', 'same', 'refused'] as const;
export type RosterKind = (typeof ROSTER_KINDS)[number];

/** Why a line is refused, or was not done. */
export const ROSTER_REASONS = [
  'no_email',
  'bad_email',
  'twice',
  'bad_role',
  'bad_birth_year',
  'rounded_id',
  'lost_letters',
  'too_long',
  'owner_by_hand',
  'above_role',
  'self',
  'external_id_taken',
  'seats',
  'too_young',
  'changed_since',
] as const;
export type RosterReason = (typeof ROSTER_REASONS)[number];

export const ROSTER_STATES = ['ready', 'applying', 'applied', 'undoing', 'undone'] as const;

/** Columns that a list may have, beside the address, which it must. */
export const ROSTER_COLUMNS = ['email', 'given_name', 'family_name', 'name', 'role', 'external_id', 'groups', 'birth_year'] as const;
export type RosterColumn = (typeof ROSTER_COLUMNS)[number];

/** How a file is read: shown before anything is done, and changed by sending the file again with `encoding` and `columns`. */
const reading = z.object({
  encoding: z.enum(TEXT_ENCODINGS),
  /** The file itself says so, or it was chosen; else somebody should look at the names. */
  is_sure: z.boolean(),
  /** Up to three of the file, as they were decoded: those with letters that another encoding would spoil come first. */
  names: z.array(z.string()),
  /** All of them, in their order. */
  columns: z.array(tableColumn(ROSTER_COLUMNS)),
  /** The line that names the columns; null: none does. */
  head_line: z.nullable(z.int()),
});
export type RosterReading = z.infer<typeof reading>;

const count = z.object({ added: z.int(), changed: z.int(), removed: z.int(), same: z.int(), refused: z.int() });

const roster = z.object({
  roster_id: z.string(),
  file_name: z.string(),
  state: z.enum(ROSTER_STATES),
  /** Columns that were recognised. */
  columns: z.array(z.enum(ROSTER_COLUMNS)),
  /** How its file was read; null for lists of before. */
  reading: z.nullable(reading),
  /** People who are not in the list are removed. */
  removes: z.boolean(),
  /** On what grounds the school answers for the people under 13 in it; null: it does not. */
  authorise_reason: z.nullable(z.string()),
  /** Lines by what they mean. */
  counts: count,
  /** Lines by what became of them: done; not done, because something had changed; undone; kept when the list was undone, because changed since. */
  outcomes: z.object({ done: z.int(), not_done: z.int(), undone: z.int(), kept: z.int() }),
  /** The work that applies or undoes it; null: none does. */
  task_id: z.nullable(z.string()),
  created_at: z.string(),
  applied_at: z.nullable(z.string()),
  undone_at: z.nullable(z.string()),
});
export type Roster = z.infer<typeof roster>;

const fields = z.object({
  name: z.string(),
  role: z.string(),
  external_id: z.nullable(z.string()),
  birth_year: z.nullable(z.int()),
  groups: z.nullable(z.array(z.string())),
});

const row = z.object({
  /** Of the file; people who are not in it come after its last. */
  line: z.int(),
  kind: z.enum(ROSTER_KINDS),
  email: z.string(),
  /** The learning platform that names this person, who has no address then; null for others, and once it was removed. */
  platform: z.nullable(z.string()),
  name: z.string(),
  /** The current value and the value in the list; null: none. */
  before: z.nullable(fields),
  wanted: z.nullable(fields),
  reason: z.nullable(z.enum(ROSTER_REASONS)),
  outcome: z.nullable(z.enum(['done', 'not_done', 'undone', 'kept'])),
});
export type RosterRow = z.infer<typeof row>;

const oneRoster = z.object({ roster_id: z.string() });
const NOT_THEIRS = ['organisation.none', 'organisation.not_allowed'] as const;

/** Changes nothing: it says what the list would change. The same file again is another list. */
export const createRoster = defineEndpoint({
  name: 'createRoster',
  method: 'POST',
  path: '/api/organisation/rosters',
  summary:
    'Upload a list of people as CSV or another table, and see what it would change, or with `look` only how it is read; for owners and administrators.',
  auth: 'user',
  personOnly: 'access',
  readBy: 'roster_administrators',
  upload: {
    file: {
      types: ['text/csv', 'text/plain', 'text/tab-separated-values', 'application/vnd.ms-excel', 'application/octet-stream'],
      bytes: ROSTER_LIMITS.bytes,
    },
  },
  body: z.object({
    /** Whether members and teachers who are not in the list are removed. */
    removes: z._default(z.stringbool(), false),
    /** Answers for everybody under 13 in the list, as their school. Absent: for nobody. */
    authorise_reason: z.optional(consentReason),
    /** Stores nothing: it answers how the file is read. */
    look: z._default(z.stringbool(), false),
    /** In which the file is; absent: it is found out. */
    encoding: z.optional(z.enum(TEXT_ENCODINGS)),
    /** The meaning of the columns, set manually and kept for the organisation's next file with the same ones. Absent: detected. */
    columns: z.optional(sentColumns(ROSTER_COLUMNS, 'email,name,,groups')),
  }),
  example: {},
  responses: { 200: z.object({ roster: z.null(), reading }), 201: z.object({ roster, reading }) },
  errors: [
    'validation.failed',
    ...NOT_THEIRS,
    'organisation.ended',
    'age.unknown',
    'age.too_young',
    'roster.bad_file',
    'file.bad_encoding',
    'roster.no_email',
    'roster.too_many',
    'body.too_large',
    'body.unsupported_type',
    'limits.rate',
  ],
  limit: 'make-export',
});

export const listRosters = defineEndpoint({
  name: 'listRosters',
  method: 'GET',
  path: '/api/organisation/rosters',
  summary: 'The newest 20 lists of people, newest first.',
  auth: 'user',
  personOnly: 'access',
  responses: { 200: z.object({ rosters: z.array(roster) }) },
  errors: [...NOT_THEIRS],
});

export const getRoster = defineEndpoint({
  name: 'getRoster',
  method: 'GET',
  path: '/api/organisation/rosters/:roster_id',
  summary: 'A roster: its changes and its state.',
  auth: 'user',
  personOnly: 'access',
  params: oneRoster,
  responses: { 200: z.object({ roster }) },
  errors: ['not_found', 'organisation.not_allowed'],
  limit: 'poll',
});

export const listRosterRows = defineEndpoint({
  name: 'listRosterRows',
  method: 'GET',
  path: '/api/organisation/rosters/:roster_id/rows',
  summary: 'The rows of a roster, all or of one kind, a page at a time.',
  auth: 'user',
  personOnly: 'access',
  params: oneRoster,
  query: z.object({
    kind: z.optional(z.enum(ROSTER_KINDS)),
    /** The last line of the page before. */
    after_line: z._default(wholeText(0, 10_000_000), 0),
    limit: z._default(wholeText(1, 200), 100),
  }),
  responses: { 200: z.object({ rows: z.array(row), next_line: z.nullable(z.int()) }) },
  errors: ['validation.failed', 'not_found', 'organisation.not_allowed'],
});

/** Repeating it changes nothing. */
export const applyRoster = defineEndpoint({
  name: 'applyRoster',
  method: 'POST',
  path: '/api/organisation/rosters/:roster_id/apply',
  summary: 'Apply a roster, as one run.',
  auth: 'user',
  personOnly: 'access',
  params: oneRoster,
  responses: { 202: z.object({ roster }) },
  errors: [
    'not_found',
    'organisation.not_allowed',
    'organisation.ended',
    'age.unknown',
    'age.too_young',
    'roster.not_now',
    'queue.full',
    'spend.user_cap',
    'spend.install_cap',
    'limits.rate',
  ],
  limit: 'make-export',
});

/** Changes made since are kept. Repeating the call changes nothing. */
export const undoRoster = defineEndpoint({
  name: 'undoRoster',
  method: 'POST',
  path: '/api/organisation/rosters/:roster_id/undo',
  summary: 'Undo the changes of a roster, as one run.',
  auth: 'user',
  personOnly: 'access',
  params: oneRoster,
  responses: { 202: z.object({ roster }) },
  errors: ['not_found', 'organisation.not_allowed', 'roster.not_now', 'queue.full', 'spend.user_cap', 'spend.install_cap', 'limits.rate'],
  limit: 'make-export',
});
