// Reads a list of people, in a restricted process that `roster.commands.ts` starts: the file is a stranger's.
import { fromSpreadsheet } from '#contract/platform/csv-field.ts';
import * as z from 'zod/mini';
import { ROSTER_LIMITS, type RosterColumn, type RosterReason } from '#contract/organisations/rosters.contract.ts';
import { ORGANISATION_ROLES, type OrganisationRole } from '#contract/organisations/roles.ts';
import { stripInvisible } from '#contract/platform/visible-text.ts';
import { decodeTable, isEmptyRecord, recordsOf, SEPARATORS, shapeOf } from '#domain/platform/prose/table-text.ts';
import { linesOf } from '#domain/platform/restricted/answer-lines.ts';
import type { RestrictedWork } from '#domain/platform/restricted/restricted-process.ts';

/** A line as it was read. */
export interface ReadRow {
  readonly line: number;
  readonly email: string;
  readonly given_name: string | null;
  readonly family_name: string | null;
  readonly role: OrganisationRole | null;
  readonly external_id: string | null;
  readonly birth_year: number | null;
  readonly groups: string[] | null;
  readonly reason: RosterReason | null;
}

/** What is written above the columns, without case, and with a blank for what joins words. */
const NAMES: Readonly<Record<RosterColumn, string>> = {
  email:
    'email|e mail|mail|email address|e mail address|work email|login email|e mail adresse|email adresse|correo|correo electrónico|correo electronico|courriel|adresse email|البريد الإلكتروني|البريد',
  given_name: 'given name|first name|firstname|givenname|forename|vorname|nombre|nombres|prénom|prenom|nome|الاسم الأول',
  family_name:
    'family name|last name|lastname|familyname|surname|nachname|familienname|apellido|apellidos|nom|cognome|sobrenome|اسم العائلة|اللقب',
  name: 'name|full name|fullname|display name|displayname|nombre completo|nom complet|الاسم|الاسم الكامل',
  role: 'role|rolle|rol|rôle|ruolo|papel|الدور',
  external_id:
    'external id|externalid|id|user id|userid|student id|employee id|sis id|sis user id|personalnummer|matrikelnummer|matrícula|matricule|رقم الهوية|الرقم',
  groups:
    'class|classes|group|groups|section|klasse|klassen|gruppe|gruppen|clase|clases|grupo|grupos|classe|groupe|الصف|المجموعة|المجموعات',
  birth_year: 'birth year|birthyear|year of birth|geburtsjahr|año de nacimiento|ano de nacimiento|année de naissance|سنة الميلاد',
};
const COLUMN_OF = new Map(
  Object.entries(NAMES).flatMap(([column, names]) => names.split('|').map((name) => [name, column as RosterColumn] as const)),
);
const ROLES: Readonly<Record<OrganisationRole, string>> = {
  owner: 'owner|inhaber|inhaberin|propietario|propietaria|المالك',
  administrator: 'administrator|admin|administratorin|administrador|administradora|مدير|مسؤول',
  teacher: 'teacher|instructor|lehrer|lehrerin|lehrkraft|profesor|profesora|docente|enseignant|معلم|مدرس',
  member: 'member|student|learner|pupil|mitglied|schüler|schülerin|miembro|alumno|alumna|estudiante|élève|عضو|طالب',
};
const ROLE_OF = new Map(ORGANISATION_ROLES.flatMap((role) => ROLES[role].split('|').map((name) => [name, role] as const)));

const NAME_LENGTH = 100;
const ID_LENGTH = 200;
const MOST_GROUPS = 20;
/** A file of more lines than this is read no further. */
const MOST_LINES = ROSTER_LIMITS.rows + 1_000;

const emailSchema = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email());
const refuse = (code: string): never => {
  throw Object.assign(new Error(code), { code });
};
const plain = (text: string): string => stripInvisible(text).replaceAll(/\s+/g, ' ').trim();

/** Answers the lines of a list. Its `value` has the columns that were understood. @throws with the code roster.no_email or roster.too_many */
export const work: RestrictedWork = (_, bytes) => {
  const text = decodeTable(bytes).replace(/^\ufeff/, '');
  const [shape] = SEPARATORS.map((separator) => shapeOf(text, { separator, mostRows: 200 })).toSorted((a, b) => b.score - a.score);
  const rows: ReadRow[] = [];
  let columns: (RosterColumn | undefined)[] | null = null;
  let line = 0;
  // a list of nothing but addresses has one column, which a sign separates that no text has
  for (const record of recordsOf(text, shape!.columns > 1 ? shape!.separator : '\0', 1_000)) {
    line += 1;
    if (line > MOST_LINES) refuse('roster.too_many');
    if (isEmptyRecord(record)) continue;
    if (!columns) {
      columns = columnsOf(record);
      if (!columns.includes('email')) refuse('roster.no_email');
      continue;
    }
    rows.push(rowOf(record, columns, line));
    if (rows.length > ROSTER_LIMITS.rows) refuse('roster.too_many');
  }
  if (!columns) refuse('roster.no_email');
  const known = new Set(columns!.filter((column) => column !== undefined));
  return { value: { columns: [...known] }, bytes: Buffer.concat([...linesOf(withoutRepeated(rows))]) };
};

/** Of equal columns the first counts. */
function columnsOf(record: readonly string[]): (RosterColumn | undefined)[] {
  const seen = new Set<RosterColumn>();
  return record.map((name) => {
    const column = COLUMN_OF.get(plain(name.replaceAll(/[_\-.*:]/g, ' ')).toLowerCase());
    if (column === undefined || seen.has(column)) return undefined;
    seen.add(column);
    return column;
  });
}

function rowOf(record: readonly string[], columns: readonly (RosterColumn | undefined)[], line: number): ReadRow {
  const cell = (column: RosterColumn): string | null => {
    const at = columns.indexOf(column);
    // our own files, and others, keep spreadsheets from taking a text for a formula
    return at < 0 ? null : plain(fromSpreadsheet(record[at] ?? ''));
  };
  const { given, family } = namesOf({ given: cell('given_name'), family: cell('family_name'), whole: cell('name') });
  const role = cell('role');
  const externalId = cell('external_id');
  const year = cell('birth_year');
  const groups = cell('groups');
  const email = cell('email') ?? '';
  const parsed = emailSchema.safeParse(email);
  const named =
    groups === null
      ? null
      : [
          ...new Set(
            groups
              .split(/[;,|/]/)
              .map(plain)
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
            : isYear
              ? isLong
                ? 'too_long'
                : null
              : 'bad_birth_year';
  return {
    line,
    email: parsed.success ? parsed.data : email.slice(0, 254),
    given_name: given?.slice(0, NAME_LENGTH) ?? null,
    family_name: family?.slice(0, NAME_LENGTH) ?? null,
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

/** Splits a whole name where the parts have no columns: `Family, Given`, or at the last blank. */
function namesOf({ given, family, whole }: Names): { given: string | null; family: string | null } {
  if (given !== null || family !== null || whole === null) return { given: given || null, family: family || null };
  const [before = '', ...after] = whole.split(',').map((part) => part.trim());
  if (after.length > 0) return { given: after.join(' ') || null, family: before || null };
  const at = whole.lastIndexOf(' ');
  return at < 0 ? { given: whole || null, family: null } : { given: whole.slice(0, at), family: whole.slice(at + 1) };
}

/** Of an address that is there twice the first line counts. */
function withoutRepeated(rows: readonly ReadRow[]): ReadRow[] {
  const seen = new Set<string>();
  return rows.map((row) => {
    if (row.reason !== null) return row;
    if (seen.has(row.email)) return { ...row, reason: 'twice' as const };
    seen.add(row.email);
    return row;
  });
}
