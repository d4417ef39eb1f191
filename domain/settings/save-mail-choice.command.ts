import { MAIL_SCOPES, type MailChoiceShown, type MailScope } from '#contract/settings/unsubscribe.contract.ts';
import { saveCourseContact } from '#domain/market/students/student.commands.ts';
import { getCourseContact } from '#domain/market/students/course-contact.queries.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { readUnsubscribeToken } from '#domain/platform/links/unsubscribe-token.ts';
import { saveSettings } from './save-settings.command.ts';
import { readSettings } from './settings.queries.ts';

/**
 * Returns the mails that an unsubscribe link is about, and whether they are off.
 * @throws ProductError auth.link_invalid, also when nothing is left to turn off
 */
export const readMailChoice = (token: string): Promise<MailChoiceShown> => shown(choiceOf(token));

/** Turns the mails of an unsubscribe link off, or on again. Repeating it changes nothing. @throws ProductError auth.link_invalid */
export async function saveMailChoice({ token, isOff }: { token: string; isOff: boolean }): Promise<MailChoiceShown> {
  const choice = choiceOf(token);
  const { accountId, courseId } = choice;
  await known(async () => {
    if (choice.scope === 'course_messages') await saveCourseContact({ accountId, courseId, changes: { receives_messages: !isOff } });
    else if (choice.scope === 'reminders') await saveSettings({ accountId, changes: { notifications: { course_reminders: !isOff } } });
    else await saveSettings({ accountId, changes: { notifications: { email: !isOff } } });
  });
  return shown(choice);
}

interface MailChoice {
  readonly scope: MailScope;
  readonly accountId: string;
  /** Id in the market; empty when no course is meant. */
  readonly courseId: string;
}

function choiceOf(token: string): MailChoice {
  const changes = readUnsubscribeToken(token);
  const scope = MAIL_SCOPES.find((known) => known === changes?.scope);
  if (!changes || scope === undefined) throw invalid();
  return { ...changes, scope };
}

const shown = ({ scope, accountId, courseId }: MailChoice): Promise<MailChoiceShown> =>
  known(async () => {
    if (scope !== 'course_messages') {
      const { email, course_reminders } = (await readSettings(accountId)).notifications;
      return { scope, title: null, is_off: !(scope === 'email' ? email : course_reminders) };
    }
    const contact = await getCourseContact({ accountId, courseId });
    const course = await database()('creator_course').where({ id: courseId }).first('title');
    return { scope, title: course?.title ?? null, is_off: !contact.receives_messages };
  });

/** Maps a deleted account or course to the error of an invalid link. */
async function known<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    throw error instanceof ProductError && error.code === 'not_found' ? invalid() : error;
  });
}

const invalid = () => new ProductError('auth.link_invalid', 'This link is incomplete, or the page it led to no longer exists.');
