// Reads a list of people in a restricted process that `roster.commands.ts` starts, because the file is untrusted.
import * as z from 'zod/mini';
import {
  ROSTER_COLUMNS,
  ROSTER_LIMITS,
  type RosterColumn,
  type RosterReading,
  type RosterReason,
} from '#contract/organisations/rosters.contract.ts';
import { ORGANISATION_ROLES, type OrganisationRole } from '#contract/organisations/roles.ts';
import { TEXT_ENCODINGS } from '#contract/platform/text-encodings.ts';
import { readWholeName } from '#contract/platform/whole-name.ts';
import { decodeText } from '#domain/platform/encodings/decode-text.ts';
import { plainCell, SAMPLE_LENGTH, shownColumns } from '#domain/platform/tables/table-columns.ts';
import { openTable, type TableRecord } from '#domain/platform/tables/table-text.ts';
import { linesOf } from '#domain/platform/restricted/answer-lines.ts';
import type { RestrictedWork } from '#domain/platform/restricted/restricted-process.ts';
import { findColumns, type Placed, type RosterTable } from './roster-columns.ts';

/** A line as read from the file. */
export interface ReadRow {
  readonly line: number;
  readonly email: string;
  readonly given_name: string | null;
  readonly family_name: string | null;
  /** The whole name as written, if it came in one column; `given_name` and `family_name` are a best guess from it. */
  readonly whole_name: string | null;
  readonly role: OrganisationRole | null;
  readonly external_id: string | null;
  readonly birth_year: number | null;
  readonly groups: string[] | null;
  readonly reason: RosterReason | null;
}

const ROLES: Readonly<Record<OrganisationRole, string>> = {
  owner: 'owner|inhaber|inhaberin|propietario|propietaria|المالك',
  administrator:
    'administrator|admin|administratorin|administrador|administradora|مدير|مسؤول|администратор|адміністратор|správce|yönetici|管理者|관리자|管理员|管理員',
  teacher:
    'teacher|instructor|lehrer|lehrerin|lehrkraft|profesor|profesora|docente|enseignant|enseignante|professeur|professor|professora|insegnante|معلم|مدرس|nauczyciel|nauczycielka|učitel|učitelka|učiteľ|učiteľka|tanár|profesoară|öğretmen|leraar|docent|lärare|lærer|opettaja|учитель|вчитель|учител|nastavnik|učitelj|mokytojas|skolotājs|õpetaja|εκπαιδευτικός|καθηγητής|מורה|معلم|ครู|giáo viên|教師|教員|先生|교사|선생님|老师|教师|老師',
  member:
    'member|student|learner|pupil|mitglied|schüler|schülerin|miembro|alumno|alumna|estudiante|élève|étudiant|aluno|aluna|studente|alunno|عضو|طالب|طالبة|uczeń|uczennica|student|žák|žákyně|žiak|žiačka|diák|tanuló|elev|öğrenci|leerling|oppilas|ученик|ученица|учень|учениця|učenik|učenec|mokinys|skolēns|õpilane|μαθητής|μαθήτρια|תלמיד|תלמידה|دانش آموز|นักเรียน|học sinh|生徒|学生|児童|학생|學生',
};
const ROLE_OF = new Map(ORGANISATION_ROLES.flatMap((role) => ROLES[role].split('|').map((name) => [name, role] as const)));

const NAME_LENGTH = 100;
const ID_LENGTH = 200;
const MOST_GROUPS = 20;
/** Lines after this number are not read. */
const MOST_LINES = ROSTER_LIMITS.rows + 1_000;

const emailSchema = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email());
const refuse = (code: string): never => {
  throw Object.assign(new Error(code), { code });
};
const columnSchema = z.nullable(z.enum(ROSTER_COLUMNS));
/** How to read a list. */
const askedSchema = z.object({
  /** Return only how the file would be read, not its lines. */
  isLook: z.boolean(),
  languages: z.array(z.string()),
  /** Encodings that the organisation chose before. */
  encodings: z.array(z.string()),
  remembered: z.array(z.object({ head: z.string(), columns: z.array(columnSchema) })),
  encoding: z.optional(z.enum(TEXT_ENCODINGS)),
  columns: z.optional(z.array(columnSchema)),
});
export type RosterAsked = z.infer<typeof askedSchema>;

/** Number of rows from the beginning that are examined to find the columns. */
const LOOKED_AT = 200;
const FIELD_CHARACTERS = 1_000;

/**
 * Returns the lines of a list; `value` tells how it was read.
 * @throws Error with the code roster.no_email or roster.too_many
 */
export const work: RestrictedWork = (value, bytes) => {
  const { isLook, encoding, columns, remembered, ...hints } = z.parse(askedSchema, value);
  const decoded = decodeText(bytes, { ...hints, encoding });
  const { records } = openTable(decoded.text, { mostRows: LOOKED_AT, mostCharacters: FIELD_CHARACTERS });
  const table = findColumns(firstOf(records(), LOOKED_AT), { chosen: columns, remembered });
  const people = firstOf(below(records(), table), ROSTER_LIMITS.rows + 1);
  const reading: RosterReading = {
    encoding: decoded.encoding,
    is_sure: decoded.isSure,
    names: namesIn(people, table),
    columns: shownColumns(table.columns.slice(0, ROSTER_LIMITS.columns), table.head, people),
    head_line: table.head?.line ?? null,
  };
  if (isLook) return { value: { reading, key: table.key } };
  if (!table.columns.includes('email')) refuse('roster.no_email');
  if (people.length > ROSTER_LIMITS.rows || (people.at(-1)?.line ?? 0) > MOST_LINES) refuse('roster.too_many');
  const rows = withoutRepeated(people.map(({ line, cells }) => rowOf(cells, table.columns, line)));
  return { value: { reading, key: table.key }, bytes: Buffer.concat([...linesOf(rows)]) };
};

function firstOf(records: Iterable<TableRecord>, most: number): TableRecord[] {
  const first: TableRecord[] = [];
  for (const record of records) {
    first.push(record);
    if (first.length === most) break;
  }
  return first;
}

/** The rows of people, that is, those below the column names. */
function* below(records: Iterable<TableRecord>, { head }: RosterTable): Generator<TableRecord> {
  for (const record of records) if (record.line > (head?.line ?? 0)) yield record;
}

const NAMES_SHOWN = 3;

/** A guess for when no column is known to hold names: words that are no addresses, classes or numbers. */
const isNameLike = (cell: string): boolean => /\p{L}/u.test(cell) && !/[\d@]/.test(cell);

/** Three decoded names, preferring those with letters that a wrong encoding would spoil. */
function namesIn(people: readonly TableRecord[], { columns }: RosterTable): string[] {
  const [special, others] = [new Set<string>(), new Set<string>()];
  for (const { cells } of people) {
    const at = (column: RosterColumn) => plainCell(cells[columns.indexOf(column)]);
    const parts = [at('name'), at('given_name'), at('family_name')].filter(Boolean);
    const name = (parts.length > 0 ? parts : cells.map(plainCell).filter(isNameLike)).join(' ').slice(0, SAMPLE_LENGTH);
    const names = /\P{ASCII}/u.test(name) ? special : others;
    if (name !== '' && names.size < NAMES_SHOWN) names.add(name);
    if (special.size === NAMES_SHOWN) break;
  }
  return [...special, ...others].slice(0, NAMES_SHOWN);
}

/** A number with more digits than a spreadsheet shows: it was rounded, and the other digits are lost. */
const ROUNDED = /^[+-]?\d+(?:[.,٫]\d+)?e\+?\d+$/i;
/** The replacement character, which stands for undecodable bytes. */
const LOST = '\ufffd';

function rowOf(record: readonly string[], columns: Placed, line: number): ReadRow {
  const cell = (column: RosterColumn): string | null => {
    const at = columns.indexOf(column);
    return at < 0 ? null : plainCell(record[at]);
  };
  const whole = cell('given_name') === null && cell('family_name') === null ? cell('name') : null;
  const { given, family } = namesOf({ given: cell('given_name'), family: cell('family_name'), whole });
  const role = cell('role');
  const externalId = cell('external_id');
  const year = cell('birth_year');
  // a cell may hold several, one per line
  const groups = columns.includes('groups') ? (record[columns.indexOf('groups')] ?? '') : null;
  const email = cell('email') ?? '';
  const parsed = emailSchema.safeParse(email);
  const named =
    groups === null
      ? null
      : [
          ...new Set(
            groups
              .split(/[;,|\n]/)
              .map(plainCell)
              .filter((name) => name !== ''),
          ),
        ];
  const knownRole = role === null || role === '' ? null : ROLE_OF.get(role.toLowerCase());
  const birthYear = year === null || year === '' ? null : Number(year);
  const isYear = birthYear === null || (Number.isInteger(birthYear) && birthYear >= 1900 && birthYear <= new Date().getUTCFullYear());
  const isLong =
    [given, family].some((name) => (name?.length ?? 0) > NAME_LENGTH) ||
    (externalId?.length ?? 0) > ID_LENGTH ||
    (named !== null && (named.length > MOST_GROUPS || named.some((name) => name.length > NAME_LENGTH)));
  const reason: RosterReason | null =
    email === ''
      ? 'no_email'
      : !parsed.success
        ? 'bad_email'
        : knownRole === undefined
          ? 'bad_role'
          : knownRole === 'owner'
            ? 'owner_by_hand'
            : !isYear
              ? 'bad_birth_year'
              : ROUNDED.test(externalId ?? '')
                ? 'rounded_id'
                : record.some((one) => one.includes(LOST))
                  ? 'lost_letters'
                  : isLong
                    ? 'too_long'
                    : null;
  return {
    line,
    email: parsed.success ? parsed.data : email.slice(0, 254),
    given_name: given?.slice(0, NAME_LENGTH) ?? null,
    family_name: family?.slice(0, NAME_LENGTH) ?? null,
    whole_name: whole === null || whole === '' ? null : whole.slice(0, 2 * NAME_LENGTH),
    role: knownRole ?? null,
    external_id: externalId === null || externalId === '' ? null : externalId.slice(0, ID_LENGTH),
    birth_year: isYear ? birthYear : null,
    groups: named?.slice(0, MOST_GROUPS).map((name) => name.slice(0, NAME_LENGTH)) ?? null,
    reason,
  };
}

interface Names {
  readonly given: string | null;
  readonly family: string | null;
  readonly whole: string | null;
}

/** Returns the parts of a name; a full name replaces both. */
function namesOf({ given, family, whole }: Names): { given: string | null; family: string | null } {
  return whole === null || whole === '' ? { given: given || null, family: family || null } : readWholeName(whole);
}

/** Refuses repeated addresses: the first line with an address counts. */
function withoutRepeated(rows: readonly ReadRow[]): ReadRow[] {
  const seen = new Set<string>();
  return rows.map((row) => {
    if (row.reason !== null) return row;
    if (seen.has(row.email)) return { ...row, reason: 'twice' as const };
    seen.add(row.email);
    return row;
  });
}
