import { uuidv7 } from 'uuidv7';
import { AVATAR_COLORS, avatarColor, type AvatarColor } from '#contract/chat/chat-message.ts';
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
  'Amira Bence Chidi Dalia Enzo Farah Goran Hana Ilya Jun Kemal Linh',
  'Marek Nadia Osman Priya Quentin Rosa Samir Tove Umar Vera Wanda Ximena',
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

/** Returns a new account id whose face has that colour: about one in six has. */
function idOfColor(color: AvatarColor): string {
  for (;;) {
    const id = uuidv7();
    if (avatarColor(id) === color) return id;
  }
}

/** Creates the missing creators and students whose addresses nobody can sign in with. @returns ids of the students, in a fixed order */
export async function makeSamplePeople(): Promise<string[]> {
  // six colours by chance often repeat among a few people: those who write to each other differ, and so do neighbours in a list
  const taken = new Set([...(await accountIds(SIGN_IN_ACCOUNTS)).values()].map(avatarColor));
  const colors = [...AVATAR_COLORS].toSorted((a, b) => Number(taken.has(a)) - Number(taken.has(b)));
  await database()('account')
    .insert(
      [
        ...CREATORS.map((one) => ({ ...one, last_name: 'Sample', roles: ['learner', 'creator'] })),
        // lists that show them say once that they are samples
        ...STUDENTS.map((one) => ({ ...one, last_name: 'Sample', roles: ['learner'] })),
      ].map((person, at) => ({
        ...person,
        id: idOfColor(colors[at % colors.length]!),
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
