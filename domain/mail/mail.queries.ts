import type { Knex } from 'knex';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { UNKNOWN_TIME_ZONE } from '#contract/platform/time-zone.ts';
import { database } from '#domain/platform/database.ts';
import { mailPorts } from './mail.ports.ts';
import { ENGLISH, speechIn, type Speech } from './words.ts';

/** Returns the mails that were given up, by cause: refused addresses, or servers unreachable for hours. */
export async function undeliveredOf(causes: readonly string[], store: Knex = database()): Promise<ReadonlySet<string>> {
  if (causes.length === 0) return new Set();
  return new Set(await store('outgoing_mail').whereIn('cause', causes).where({ state: 'dead' }).pluck('cause'));
}

/**
 * Returns language and formats for an account's owner: the interface language, if it has texts, and the time zone, once a device has
 * reported it. English without an account.
 */
export async function speechFor(accountId: string | null): Promise<Speech> {
  const settings =
    accountId === null
      ? null
      : await mailPorts()
          .readSettings(accountId)
          .catch(() => null);
  const language = settings === null ? 'en' : (settings.interface_language ?? LANGUAGE_CODES[settings.language]);
  const zone = settings === null || settings.time_zone === UNKNOWN_TIME_ZONE ? null : settings.time_zone;
  const english = () => (zone === null ? ENGLISH : speechIn('en', {}, zone));
  if (language === 'en') return english();
  const texts = await mailPorts().textsOf(language);
  return Object.keys(texts).length === 0 ? english() : speechIn(language, texts, zone);
}
