import * as z from 'zod/mini';
import { consentReason } from '#contract/organisations/organisation.contract.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { wholeText } from '#contract/platform/numbers.ts';
import { sentColumns, tableColumn } from '#contract/platform/table-columns.ts';
import { TEXT_ENCODINGS } from '#contract/platform/text-encodings.ts';

export const ROSTER_LIMITS = {
  /** Maximum size of the file. */
  bytes: 4_000_000,
  rows: 20_000,
  columns: 50,
  /** Days after which a list is deleted, and can no longer be undone. */
  keptDays: 90,
} as const;

/** The effect of a list's line on its person. */
export const ROSTER_KINDS = ['added', 'changed', 'removed', 'same', 'refused'] as const;
export type RosterKind = (typeof ROSTER_KINDS)[number];

/** Why a line is refused, or was not applied. */
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

/** Columns that a list can have; only `email` is required. */
export const ROSTER_COLUMNS = ['email', 'given_name', 'family_name', 'name', 'role', 'external_id', 'groups', 'birth_year'] as const;
export type RosterColumn = (typeof ROSTER_COLUMNS)[number];

/** How a file is read: shown before anything is applied, and changed by sending the file again with `encoding` and `columns`. */
const reading = z.object({
  encoding: z.enum(TEXT_ENCODINGS),
  /** The file declares its encoding, or a person chose it; otherwise somebody should check the names. */
  is_sure: z.boolean(),
  /** Up to three names of the file, as decoded: names with letters that another encoding would garble come first. */
  names: z.array(z.string()),
  /** All columns, in the file's order. */
  columns: z.array(tableColumn(ROSTER_COLUMNS)),
  /** The line with the column names; null if there is none. */
  head_line: z.nullable(z.int()),
});
export type RosterReading = z.infer<typeof reading>;

const count = z.object({ added: z.int(), changed: z.int(), removed: z.int(), same: z.int(), refused: z.int() });

const roster = z.object({
  roster_id: z.string(),
  file_name: z.string(),
  state: z.enum(ROSTER_STATES),
  /** The columns that were recognised. */
  columns: z.array(z.enum(ROSTER_COLUMNS)),
  /** How the file was read; null for lists older than this field. */
  reading: z.nullable(reading),
  /** People who are missing from the list are removed. */
  removes: z.boolean(),
  /** The grounds on which the school consents for people under 13 in the list; null if it does not. */
  authorise_reason: z.nullable(z.string()),
  /** Number of lines by their effect. */
  counts: count,
  /**
   * Number of lines by outcome: applied; not applied, because something had changed; undone; kept when the list was undone, because changed
   * since.
   */
  outcomes: z.object({ done: z.int(), not_done: z.int(), undone: z.int(), kept: z.int() }),
  /** The run that is applying or undoing the list; null if there is none. */
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
  /** The line of the file; people missing from the file come after its last line. */
  line: z.int(),
  kind: z.enum(ROSTER_KINDS),
  email: z.string(),
  /**
   * The learning platform that identifies this person, who then has no email address; null for others, and after the platform was removed.
   */
  platform: z.nullable(z.string()),
  name: z.string(),
  /** The person's current data and the data in the list; null if there is none. */
  before: z.nullable(fields),
  wanted: z.nullable(fields),
  reason: z.nullable(z.enum(ROSTER_REASONS)),
  outcome: z.nullable(z.enum(['done', 'not_done', 'undone', 'kept'])),
});
export type RosterRow = z.infer<typeof row>;

const oneRoster = z.object({ roster_id: z.string() });
const NOT_THEIRS = ['organisation.none', 'organisation.not_allowed'] as const;

/** Changes nothing yet: returns what the list would change. Sending the same file again creates another list. */
export const createRoster = defineEndpoint({
  name: 'createRoster',
  method: 'POST',
  path: '/api/organisation/rosters',
  summary:
    'Upload a list of people as CSV or another table; returns what it would change, or with `look` only how it is read; for owners and administrators.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  readBy: 'roster_administrators',
  upload: {
    file: {
      types: ['text/csv', 'text/plain', 'text/tab-separated-values', 'application/vnd.ms-excel', 'application/octet-stream'],
      bytes: ROSTER_LIMITS.bytes,
    },
  },
  body: z.object({
    /** Whether members and teachers who are missing from the list are removed. */
    removes: z._default(z.stringbool(), false),
    /** The grounds for consenting for everybody under 13 in the list, as their school. Absent to consent for nobody. */
    authorise_reason: z.optional(consentReason),
    /** Stores nothing: only returns how the file is read. */
    look: z._default(z.stringbool(), false),
    /** The file's encoding; detected if absent. */
    encoding: z.optional(z.enum(TEXT_ENCODINGS)),
    /** The meaning of the columns, set manually, and stored for the organisation's next file with the same columns. Detected if absent. */
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
    /** The previous page's last line. */
    after_line: z._default(wholeText(0, 10_000_000), 0),
    limit: z._default(wholeText(1, 200), 100),
  }),
  responses: { 200: z.object({ rows: z.array(row), next_line: z.nullable(z.int()) }) },
  errors: ['validation.failed', 'not_found', 'organisation.not_allowed'],
});

/** Repeating the call changes nothing. */
export const applyRoster = defineEndpoint({
  name: 'applyRoster',
  method: 'POST',
  path: '/api/organisation/rosters/:roster_id/apply',
  summary: 'Apply a roster, as one run.',
  auth: 'user',
  offline: 'never',
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

/** Changes made since then are kept. Repeating the call changes nothing. */
export const undoRoster = defineEndpoint({
  name: 'undoRoster',
  method: 'POST',
  path: '/api/organisation/rosters/:roster_id/undo',
  summary: 'Undo the changes of a roster, as one run.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  params: oneRoster,
  responses: { 202: z.object({ roster }) },
  errors: ['not_found', 'organisation.not_allowed', 'roster.not_now', 'queue.full', 'spend.user_cap', 'spend.install_cap', 'limits.rate'],
  limit: 'make-export',
});
