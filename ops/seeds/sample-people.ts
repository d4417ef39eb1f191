import { uuidv7 } from 'uuidv7';
import { SAMPLE_STUDENTS_DOMAIN } from '#contract/platform/sample-data.ts';
import { database } from '#domain/platform/database.ts';

export const LEARNER = 'learner@example.com';
export const CREATOR = 'creator@example.com';
export const OPERATOR = 'operator@example.com';
/** The accounts to sign in as. All other samples have addresses with which nobody can sign in (`SAMPLE_STUDENTS_DOMAIN`). */
export const SIGN_IN_ACCOUNTS = [LEARNER, CREATOR, OPERATOR] as const;

export const NOOR = `sample-creator-1@${SAMPLE_STUDENTS_DOMAIN}`;
export const ILSE = `sample-creator-2@${SAMPLE_STUDENTS_DOMAIN}`;

const CREATORS = [
  { email: NOOR, first_name: 'Noor' },
  { email: ILSE, first_name: 'Ilse' },
];
/** Distinct names, because reviews and lists show people by their first names. */
const STUDENT_NAMES = [
  'Amira Bence Chidi Dalia Emil Farah Goran Hana Ivo Jun Kemal Lucia',
  'Marek Nadia Oskar Priya Quentin Rosa Samir Tove Umar Vera Wanda Ximena',
  'Yusuf Zofia Anton Brigid Ciro Dunja Eero Fatou Gita Hugo Ines Jakub',
].flatMap((names) => names.split(' '));
const STUDENTS = STUDENT_NAMES.map((name, n) => ({ email: `sample-student-${n + 1}@${SAMPLE_STUDENTS_DOMAIN}`, first_name: name }));

/** Returns the address of the sample student with that first name. */
export const studentAddress = (name: string): string => STUDENTS.find(({ first_name: known }) => known === name)!.email;

/** Returns the ids of accounts by address; missing accounts are absent. */
export async function accountIds(emails: readonly string[]): Promise<Map<string, string>> {
  const rows: { id: string; email: string }[] = await database()('account').whereIn('email', emails).select('id', 'email');
  return new Map(rows.map(({ id, email }) => [email, id]));
}

/** Creates the missing creators and students whose addresses nobody can sign in with. @returns ids of the students, in a fixed order */
export async function makeSamplePeople(): Promise<string[]> {
  await database()('account')
    .insert(
      [
        ...CREATORS.map((one) => ({ ...one, last_name: 'Sample', roles: ['learner', 'creator'] })),
        // lists that show them say once that they are samples
        ...STUDENTS.map((one) => ({ ...one, last_name: 'Sample', roles: ['learner'] })),
      ].map((person) => ({
        ...person,
        id: uuidv7(),
        terms_version: 'sample',
        terms_accepted_at: database().fn.now(),
        birth_year: 1990,
      })),
    )
    .onConflict('email')
    .ignore();
  const ids = await accountIds(STUDENTS.map(({ email }) => email));
  return STUDENTS.flatMap(({ email }) => ids.get(email) ?? []);
}
