import { AGE_REFUSALS } from '#contract/platform/age-rules.ts';
import * as z from 'zod/mini';
import { identifier } from '#contract/platform/bounded.ts';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { OPENING_PLACES } from '#contract/identity/opening-place.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { timeZoneName, UNKNOWN_TIME_ZONE } from '#contract/platform/time-zone.ts';
import { LANGUAGE_KEYS } from '#contract/translation/interface-languages.ts';

type Flags = Readonly<Record<string, boolean | undefined>>;

/** Returns the value of a flag with two spellings; undefined if neither is present. */
const flagOf = (changes: Flags, name: string, other: string): boolean | undefined => changes[name] ?? changes[other];

/** Returns a check that rejects an object in which two spellings of a flag differ; the problem names the second. */
const agreeing =
  (pairs: readonly (readonly [name: string, other: string])[]) =>
  (payload: { readonly value: Flags; readonly issues: object[] }): void => {
    for (const [name, other] of pairs) {
      const [one, two] = [payload.value[name], payload.value[other]];
      if (one === undefined || two === undefined || one === two) continue;
      payload.issues.push({ code: 'custom', path: [other], input: payload.value, message: `Says something else than ${name}.` });
    }
  };

/** The twelve languages of the specification; their codes are accepted as well (G50). */
export const SETTING_LANGUAGES = FORM_OPTIONS.language_preference;
export type SettingLanguage = (typeof SETTING_LANGUAGES)[number];
/** `auto` is displayed as 'System' (G50). */
export const SETTING_THEMES = ['light', 'dark', 'auto'] as const;
export type SettingTheme = (typeof SETTING_THEMES)[number];

const clock = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 22:00.'));
const quietHours = z.object({ from: clock, until: clock }).check(
  z.refine(({ from, until }) => from !== until, 'Must begin and end at different times.'),
  z.meta({ examples: [{ from: '22:00', until: '07:00' }] }),
);

/** SET-04, SET-05: flags with two spellings are returned under both, always with the same value. */
export const settingsSchema = z.object({
  language: z.enum(SETTING_LANGUAGES),
  /** Language of the interface and of mails, including languages that `language` has no name for; null if never chosen. */
  interface_language: z.nullable(z.enum(LANGUAGE_KEYS as [string, ...string[]])),
  theme: z.enum(SETTING_THEMES),
  /** The first screen after sign-in; null for the default, which depends on their roles and courses. */
  opens_on: z.nullable(z.enum(OPENING_PLACES)),
  notifications: z.object({ email: z.boolean(), push: z.boolean(), courseReminders: z.boolean(), course_reminders: z.boolean() }),
  accessibility: z.object({
    high_contrast: z.boolean(),
    large_text: z.boolean(),
    reduced_motion: z.boolean(),
    screen_reader: z.boolean(),
    keyboard_navigation: z.boolean(),
    /** After a lesson is completed, the next one opens only on a click, not by itself. */
    stay_on_lesson: z.boolean(),
  }),
  privacy: z.object({
    data_sharing: z.boolean(),
    marketing_consent: z.boolean(),
    marketing: z.boolean(),
    /** Operators can rewrite, translate and illustrate the owner's courses in batches. */
    operator_rewrites: z.boolean(),
  }),
  /** Hours in the learner's time zone during which deferrable notifications are held, possibly across midnight; null for none. */
  quiet_hours: z.nullable(quietHours),
  /** Time zone of the quiet hours and of the days for reminders. */
  time_zone: z.string(),
  /** When a course reminder is due, if reminders are on: `18:00` in the time zone. */
  reminder_time: z.string(),
});
export type Settings = z.infer<typeof settingsSchema>;

/** The time of a reminder that was never chosen. */
export const USUAL_REMINDER_TIME = '18:00';

/**
 * Defaults until settings are saved. `privacy.marketing_consent` is the choice at registration, or else false. Mail and browser
 * notifications are on, but the latter still need 'Notify me' and the browser's permission. The profile is not listed for other users.
 */
export const DEFAULT_SETTINGS: Settings = {
  language: 'english',
  interface_language: null,
  theme: 'light',
  opens_on: null,
  notifications: { email: true, push: true, courseReminders: false, course_reminders: false },
  accessibility: {
    high_contrast: false,
    large_text: false,
    reduced_motion: false,
    screen_reader: false,
    keyboard_navigation: true,
    stay_on_lesson: false,
  },
  privacy: { data_sharing: false, marketing_consent: false, marketing: false, operator_rewrites: true },
  quiet_hours: null,
  time_zone: UNKNOWN_TIME_ZONE,
  reminder_time: USUAL_REMINDER_TIME,
};

/** Shown after saving (SET-07), and after a failure (SET-08). */
export const SETTINGS_SAVED = 'All settings have been saved successfully!';
export const SETTINGS_NOT_SAVED = 'Failed to save settings';

const flag = z.optional(z.boolean());
const codes = Object.values(LANGUAGE_CODES) as [string, ...string[]];
const language = z.pipe(
  z.enum([...SETTING_LANGUAGES, ...codes]),
  z.transform((changes): SettingLanguage => SETTING_LANGUAGES.find((name) => name === changes || LANGUAGE_CODES[name] === changes)!),
);
const theme = z.pipe(
  z.enum([...SETTING_THEMES, 'system']),
  z.transform((changes): SettingTheme => (changes === 'system' ? 'auto' : changes)),
);
const notifications = z.pipe(
  z
    .object({ email: flag, push: flag, courseReminders: flag, course_reminders: flag })
    .check(agreeing([['course_reminders', 'courseReminders']])),
  z.transform((changes) => ({
    email: changes.email,
    push: changes.push,
    course_reminders: flagOf(changes, 'course_reminders', 'courseReminders'),
  })),
);
const accessibility = z.pipe(
  z
    .object({
      high_contrast: flag,
      highContrast: flag,
      large_text: flag,
      largeText: flag,
      reduced_motion: flag,
      reducedMotion: flag,
      screen_reader: flag,
      screenReader: flag,
      keyboard_navigation: flag,
      keyboardNavigation: flag,
      stay_on_lesson: flag,
      stayOnLesson: flag,
    })
    .check(
      agreeing([
        ['high_contrast', 'highContrast'],
        ['large_text', 'largeText'],
        ['reduced_motion', 'reducedMotion'],
        ['screen_reader', 'screenReader'],
        ['keyboard_navigation', 'keyboardNavigation'],
        ['stay_on_lesson', 'stayOnLesson'],
      ]),
    ),
  z.transform((changes) => ({
    high_contrast: flagOf(changes, 'high_contrast', 'highContrast'),
    large_text: flagOf(changes, 'large_text', 'largeText'),
    reduced_motion: flagOf(changes, 'reduced_motion', 'reducedMotion'),
    screen_reader: flagOf(changes, 'screen_reader', 'screenReader'),
    keyboard_navigation: flagOf(changes, 'keyboard_navigation', 'keyboardNavigation'),
    stay_on_lesson: flagOf(changes, 'stay_on_lesson', 'stayOnLesson'),
  })),
);
const privacy = z.pipe(
  z
    .object({ data_sharing: flag, marketing_consent: flag, marketing: flag, operator_rewrites: flag })
    .check(agreeing([['marketing_consent', 'marketing']])),
  z.transform((changes) => ({
    data_sharing: changes.data_sharing,
    marketing_consent: flagOf(changes, 'marketing_consent', 'marketing'),
    operator_rewrites: changes.operator_rewrites,
  })),
);

export const getSettings = defineEndpoint({
  name: 'getSettings',
  method: 'GET',
  path: '/api/settings/:user_id',
  summary: 'The caller’s settings, with defaults for settings that were never saved.',
  auth: 'user',
  scopes: ['account:read'],
  params: z.object({ user_id: z.string() }),
  responses: { 200: z.object({ settings: settingsSchema }) },
  errors: [],
});

/**
 * G50, G51: omitted settings do not change. Names, codes and both spellings of a flag are accepted; contradicting spellings are refused.
 */
export const saveSettings = defineEndpoint({
  name: 'saveSettings',
  method: 'POST',
  path: '/api/user/settings',
  summary: 'Save some or all settings; omitted settings do not change.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  readBy: 'sender',
  body: z.object({
    user_id: z.optional(identifier),
    language: z.optional(language),
    interface_language: z.optional(z.nullable(z.enum(LANGUAGE_KEYS as [string, ...string[]]))),
    theme: z.optional(theme),
    opens_on: z.optional(z.nullable(z.enum(OPENING_PLACES))),
    notifications: z.optional(notifications),
    accessibility: z.optional(accessibility),
    privacy: z.optional(privacy),
    quiet_hours: z.optional(z.nullable(quietHours)),
    time_zone: z.optional(timeZoneName),
    reminder_time: z.optional(clock),
  }),
  example: { theme: 'dark', privacy: { marketing: true } },
  responses: { 200: z.object({ message: z.string(), settings: settingsSchema }) },
  errors: [...AGE_REFUSALS, 'validation.failed'],
});

/** A command: of all who ask at once, one is told to show the question. What is answered is saved with `saveSettings`; a no needs nothing. */
export const takeReminderQuestion = defineEndpoint({
  name: 'takeReminderQuestion',
  offline: 'never',
  method: 'POST',
  path: '/api/user/reminder-question',
  summary: 'Whether to ask the caller now if they want a daily reminder: once per account, after its first completed lesson.',
  auth: 'user',
  personOnly: 'own_word',
  responses: { 200: z.object({ is_asked: z.boolean() }) },
  errors: [],
});
