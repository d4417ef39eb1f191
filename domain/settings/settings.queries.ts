import { FREE_PLAN, organisationPlanById, planById } from '#contract/billing/catalogue.ts';
import type { User } from '#contract/identity/identity.contract.ts';
import type { Profile } from '#contract/settings/profile.contract.ts';
import { walletBalance } from '#domain/billing/wallet/wallet.queries.ts';
import { countCourses } from '#domain/courses/content/count-courses.queries.ts';
import { findUser, personalRecord } from '#domain/identity/accounts/account.queries.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import {
  DEFAULT_SETTINGS,
  USUAL_REMINDER_TIME,
  type Settings,
  type SettingLanguage,
  type SettingTheme,
} from '#contract/settings/settings.contract.ts';
import type { OpeningPlace } from '#contract/identity/opening-place.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { totalPoints } from '#domain/dashboard/points.queries.ts';

/** A row of `user_settings`, without its times. */
export interface SettingsRow {
  readonly language: SettingLanguage;
  /** BCP 47; null when never chosen. */
  readonly interface_language: string | null;
  readonly theme: SettingTheme;
  readonly opens_on: OpeningPlace | null;
  readonly notify_email: boolean;
  readonly notify_push: boolean;
  readonly notify_course_reminders: boolean;
  readonly high_contrast: boolean;
  readonly large_text: boolean;
  readonly reduced_motion: boolean;
  readonly screen_reader: boolean;
  readonly keyboard_navigation: boolean;
  readonly stay_on_lesson: boolean;
  readonly data_sharing: boolean;
  readonly operator_rewrites: boolean;
  readonly time_zone: string;
  /** `22:00:00`, or null without quiet hours. */
  readonly quiet_from: string | null;
  readonly quiet_until: string | null;
  /** `18:00:00`, or null for the usual time. */
  readonly reminder_time: string | null;
}

/** SQL expression: the time of day of an account's reminder. @param row of `user_settings` */
export const reminderTimeOf = (row: Sql): Sql => sql`coalesce(${row}.reminder_time, ${USUAL_REMINDER_TIME}::time)`;

/** The row of a user without saved settings. */
export const DEFAULT_ROW: SettingsRow = {
  language: DEFAULT_SETTINGS.language,
  interface_language: null,
  theme: DEFAULT_SETTINGS.theme,
  opens_on: null,
  notify_email: DEFAULT_SETTINGS.notifications.email,
  notify_push: DEFAULT_SETTINGS.notifications.push,
  notify_course_reminders: DEFAULT_SETTINGS.notifications.course_reminders,
  ...DEFAULT_SETTINGS.accessibility,
  data_sharing: DEFAULT_SETTINGS.privacy.data_sharing,
  operator_rewrites: DEFAULT_SETTINGS.privacy.operator_rewrites,
  time_zone: DEFAULT_SETTINGS.time_zone,
  quiet_from: null,
  quiet_until: null,
  reminder_time: null,
};

/**
 * Returns a user's settings under both spellings (SET-04, SET-05). Reading writes nothing: without saved settings the defaults apply.
 * @throws ProductError not_found when the account does not exist
 */
export async function readSettings(accountId: string, store: Knex = database()): Promise<Settings> {
  const [row] = await rowsOf<SettingsRow & { account_id: string | null; marketing_consent: boolean }>(
    store,
    sql`select account.marketing_consent, s.* from account left join user_settings s on s.account_id = account.id where account.id = ${accountId}`,
  );
  if (!row) throw notFound('account');
  return inWords(row.account_id === null ? DEFAULT_ROW : row, row.marketing_consent);
}

/** Tells whether an account opts its courses out of operators' batches. */
export async function declinesOperatorBatches(accountId: string): Promise<boolean> {
  const row = await database()('user_settings').where({ account_id: accountId, operator_rewrites: false }).first('account_id');
  return row !== undefined;
}

function inWords(row: SettingsRow, consent: boolean): Settings {
  const { language, interface_language, theme, opens_on, notify_course_reminders: reminders } = row;
  const { high_contrast, large_text, reduced_motion, screen_reader, keyboard_navigation, stay_on_lesson } = row;
  const { quiet_from: from, quiet_until: until, time_zone } = row;
  return {
    language,
    interface_language,
    theme,
    opens_on,
    notifications: { email: row.notify_email, push: row.notify_push, courseReminders: reminders, course_reminders: reminders },
    accessibility: { high_contrast, large_text, reduced_motion, screen_reader, keyboard_navigation, stay_on_lesson },
    privacy: { data_sharing: row.data_sharing, marketing_consent: consent, marketing: consent, operator_rewrites: row.operator_rewrites },
    quiet_hours: from === null || until === null ? null : { from: from.slice(0, 5), until: until.slice(0, 5) },
    time_zone,
    reminder_time: (row.reminder_time ?? USUAL_REMINDER_TIME).slice(0, 5),
  };
}

/**
 * Returns everything for the profile page (SHELL-09), from the features that own it. Does not call Stripe.
 * @throws ProductError not_found
 */
export async function findProfile(accountId: string): Promise<Profile> {
  const [user, record, tokens, { courses, completed }, points, settings] = await Promise.all([
    findUser(accountId),
    personalRecord(accountId),
    walletBalance(accountId),
    countCourses(accountId),
    totalPoints(accountId),
    readSettings(accountId),
  ]);
  const { user_id, email, first_name, last_name, roles } = user;
  return {
    user_id,
    email,
    first_name,
    last_name,
    roles,
    ...record,
    name: `${first_name} ${last_name}`.trim(),
    subscription: subscriptionOf(user),
    tokens,
    counts: { courses, completed_courses: completed, points },
    settings,
  };
}

function subscriptionOf({ subscription_plan: id, subscription_status: status, subscription_expires: expires, trial_used }: User) {
  const named = id === null ? FREE_PLAN : (planById(id) ?? organisationPlanById(id));
  return { plan: named?.name ?? id ?? FREE_PLAN.name, package_id: id, status, expires, trial_used };
}
