import { database, transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { sql, rowsOf } from '#domain/platform/sql.ts';
import { accountIds, ILSE, NOOR, studentAddress } from './sample-people.ts';

const GIVEN = { actor: 'script:seed', action: 'members.samples', subject: 'installation' } as const;

/** Who is on the leaderboard, with the points of the lessons they have read. */
const LISTED = ['Amira', 'Dalia', 'Emil', 'Farah', 'Ivo', 'Jun', 'Lucia', 'Oskar'];

/** Who shows a profile, and what it says. */
const PROFILES: readonly (readonly [email: string, bio: string])[] = [
  [NOOR, 'I write about the sea and the sky, and answer questions in the forums most evenings.'],
  [ILSE, 'Baker for eleven years. My starter is older than my oven.'],
  [studentAddress('Amira'), 'Reading the night sky from a balcony, between two street lamps.'],
  [studentAddress('Emil'), 'I sell ceramics on Saturdays and want prices that pay for the clay.'],
  [studentAddress('Farah'), 'Nurse. Statistics, so that I can judge a study myself.'],
  [studentAddress('Jun'), 'First program at 52: it renames my photos.'],
];

/** Lists some of the sample people on the leaderboard and among the people. Once. @returns a line for each thing it did */
export async function seedSampleMembers(): Promise<string[]> {
  if (await database()('audit_entry').where(GIVEN).first('id')) return [];
  const ids = await accountIds([...PROFILES.map(([email]) => email), ...LISTED.map(studentAddress)]);
  const { POINTS } = await import('#domain/progress/award-points.command.ts');
  const { saveSettings } = await import('#domain/settings/save-settings.command.ts');
  const profiles = PROFILES.flatMap(([email, bio]) => (ids.has(email) ? [{ id: ids.get(email)!, bio }] : []));
  for (const { id } of profiles) await saveSettings({ accountId: id, changes: { privacy: { data_sharing: true } } });
  return transact(async (trx) => {
    for (const { id, bio } of profiles) await trx('account').where({ id }).update({ bio });
    const listed = LISTED.flatMap((name) => {
      const id = ids.get(studentAddress(name));
      return id === undefined ? [] : [{ account_id: id, display_name: `${name} (sample)` }];
    });
    await trx('leaderboard_entry').insert(listed).onConflict('account_id').ignore();
    await rowsOf(
      trx,
      sql`insert into point_entry (account_id, cause, points, created_at)
          select account_id, 'lesson:' || course_id || ':' || lesson_id, ${POINTS.lesson_completed}::int, completed_at
            from lesson_completion where account_id = any(${listed.map(({ account_id: id }) => id)}::uuid[])
              on conflict do nothing`,
    );
    await recordAudit(GIVEN, trx);
    return [`${listed.length} sample people on the leaderboard, ${profiles.length} with a profile`];
  });
}
