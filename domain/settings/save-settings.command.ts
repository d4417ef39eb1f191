import type { Knex } from 'knex';
import type { BodyOf } from '#contract/platform/endpoint.ts';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { UNKNOWN_TIME_ZONE } from '#contract/platform/time-zone.ts';
import { SETTING_LANGUAGES, type saveSettings as endpoint, type Settings } from '#contract/settings/settings.contract.ts';
import { setMarketingConsent } from '#domain/identity/accounts/set-marketing-consent.command.ts';
import { assertAge } from '#domain/identity/age/age-eligibility.queries.ts';
import { transact } from '#domain/platform/database.ts';
import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import { DEFAULT_ROW, readSettings, reminderTimeOf, type SettingsRow } from './settings.queries.ts';

type Body = BodyOf<typeof endpoint>;
type Group = 'notifications' | 'accessibility' | 'privacy';
/** Any subset of the settings. */
type SettingsChanges = Pick<
  Body,
  'language' | 'interface_language' | 'theme' | 'opens_on' | 'quiet_hours' | 'time_zone' | 'reminder_time'
> & {
  readonly [G in Group]?: Partial<NonNullable<Body[G]>> | undefined;
};

/**
 * Saves the given settings and leaves the rest unchanged, even when another device saves at the same time: one statement writes only the
 * named columns.
 * @returns all current settings
 * @throws ProductError not_found when the account does not exist; age.too_young for mail that minors do not get
 */
export function saveSettings({ accountId, changes }: { accountId: string; changes: SettingsChanges }): Promise<Settings> {
  const named = namedColumns(changes);
  return transact(async (trx) => {
    if (Object.keys(named).length > 0) await mergeRow(trx, accountId, named);
    if (REMINDED_BY.some((name) => named[name] !== undefined)) await setReminder(trx, accountId);
    const consent = changes.privacy?.marketing_consent;
    if (consent) await assertAge(accountId, 'marketing_mail', trx);
    if (consent !== undefined) await setMarketingConsent(trx, accountId, consent);
    return readSettings(accountId, trx);
  });
}

/**
 * Stores the time zone of a device as the account's, by which mails, reminders and quiet hours go from then on. A zone already stored
 * stays.
 * @returns the stored zone
 */
export const tellTimeZone = ({ accountId, timeZone }: { readonly accountId: string; readonly timeZone: string }): Promise<string> =>
  transact(async (trx) => {
    const told = await trx('user_settings')
      .insert({ account_id: accountId, ...DEFAULT_ROW, time_zone: timeZone })
      .onConflict('account_id')
      .merge(['time_zone'])
      .where('user_settings.time_zone', UNKNOWN_TIME_ZONE)
      .returning('account_id');
    if (told.length > 0) await setReminder(trx, accountId);
    return (await readSettings(accountId, trx)).time_zone;
  });

/**
 * Asks for the one question whether the account wants a reminder: once, after its first completed lesson, and not while reminders are on.
 * @returns whether the caller is to ask it now; false for everybody else who asks
 */
export const takeReminderQuestion = (accountId: string): Promise<boolean> =>
  transact(async (trx) => {
    await trx('user_settings')
      .insert({ account_id: accountId, ...DEFAULT_ROW })
      .onConflict('account_id')
      .ignore();
    const taken = await rowsOf(
      trx,
      sql`update user_settings set reminder_asked_at = now()
           where account_id = ${accountId} and reminder_asked_at is null and not notify_course_reminders
             and exists (select from lesson_completion done where done.account_id = ${accountId})
          returning account_id`,
    );
    return taken.length > 0;
  });

/** Stores the language of a new account's owner, in the caller's transaction. */
export const storeAccountLanguage = (trx: Knex.Transaction, accountId: string, language: string): Promise<unknown> =>
  mergeRow(trx, accountId, namedColumns({ interface_language: language }));

/** Maps the given settings to columns; undefined settings are omitted. */
function namedColumns({
  language,
  interface_language,
  theme,
  opens_on,
  notifications,
  accessibility,
  privacy,
  quiet_hours: quiet,
  time_zone,
  reminder_time,
}: SettingsChanges): Partial<SettingsRow> {
  const columns: { [K in keyof SettingsRow]: SettingsRow[K] | undefined } = {
    ...languagesOf({ language, interface_language }),
    theme,
    opens_on,
    notify_email: notifications?.email,
    notify_push: notifications?.push,
    notify_course_reminders: notifications?.course_reminders,
    high_contrast: accessibility?.high_contrast,
    large_text: accessibility?.large_text,
    reduced_motion: accessibility?.reduced_motion,
    screen_reader: accessibility?.screen_reader,
    keyboard_navigation: accessibility?.keyboard_navigation,
    stay_on_lesson: accessibility?.stay_on_lesson,
    data_sharing: privacy?.data_sharing,
    operator_rewrites: privacy?.operator_rewrites,
    time_zone,
    reminder_time,
    quiet_from: quiet === undefined ? undefined : (quiet?.from ?? null),
    quiet_until: quiet === undefined ? undefined : (quiet?.until ?? null),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** Derives each of the two language settings from the other, if there is a name for the language. */
const languagesOf = ({ language, interface_language: code }: Pick<SettingsChanges, 'language' | 'interface_language'>) => ({
  language: language ?? SETTING_LANGUAGES.find((name) => LANGUAGE_CODES[name] === code),
  interface_language: code === undefined && language !== undefined ? LANGUAGE_CODES[language] : code,
});

/** Columns that determine the time of the next reminder. */
const REMINDED_BY = ['notify_course_reminders', 'time_zone', 'quiet_from', 'reminder_time'] as const;

const setReminder = (trx: Knex.Transaction, accountId: string) =>
  trx('user_settings')
    .where({ account_id: accountId })
    .update({
      next_reminder_at: expression(
        trx,
        sql`next_reminder(now(), time_zone, quiet_from, quiet_until, ${reminderTimeOf(sql`user_settings`)})`,
      ),
    });

const mergeRow = (trx: Knex.Transaction, accountId: string, named: Partial<SettingsRow>) =>
  trx('user_settings')
    .insert({ account_id: accountId, ...DEFAULT_ROW, ...named, updated_at: trx.fn.now() })
    .onConflict('account_id')
    .merge([...(Object.keys(named) as (keyof SettingsRow)[]), 'updated_at']);
