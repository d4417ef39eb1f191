import { config } from '#domain/platform/config.ts';
import { greetingName } from '#domain/platform/greeting-name.ts';
import type { Letter } from '#domain/vendors/mail/mail.client.ts';
import { asHtml, asText, type LetterParts } from './letter-parts.ts';
import { isMailKind, TEMPLATES, type MailKind, UNSUBSCRIBED_BY } from './mail-kinds.ts';
import { ENGLISH, type Speech } from './words.ts';
import { tokenOf, type LinkKind } from '#domain/platform/links/secret-link.ts';
import { unsubscribeToken } from '#domain/platform/links/unsubscribe-token.ts';

const PAGES: Readonly<Record<LinkKind, string>> = {
  'verify-email': '/verify-email',
  'reset-password': '/reset-password',
  'parental-consent': '/parental-consent',
};
const isLinkKind = (kind: string): kind is LinkKind => Object.hasOwn(PAGES, kind);

/** A line break in a name must not start another header. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * Turns a stored mail into subject, text and HTML, in the words of its reader. Links become whole addresses of this installation. A mail that
 * its reader can do without ends with the link that stops such mails, which mail programs get as well.
 * @throws Error for a kind that this version does not know
 */
export function renderMail(
  kind: string,
  data: Record<string, unknown>,
  { speech = ENGLISH, accountId = null }: { speech?: Speech; accountId?: string | null } = {},
): Pick<Letter, 'subject' | 'text' | 'html' | 'unsubscribe'> {
  if (!isMailKind(kind)) throw new Error(`there is no mail of the kind ${kind}`);
  const write = TEMPLATES[kind] as (data: unknown, speech: Speech) => LetterParts;
  const parts = write({ ...withSafeNames(data, speech), ...linkOf(kind, data) }, speech);
  const unsubscribe = unsubscribeLink(kind, data, accountId);
  const paragraphs = unsubscribe === null ? parts.paragraphs : [...parts.paragraphs, { label: speech.t('Unsubscribe'), link: unsubscribe }];
  const whole = { ...parts, paragraphs };
  return { subject: oneLine(parts.subject), text: asText(whole), html: asHtml(whole, speech), unsubscribe };
}

function unsubscribeLink(kind: MailKind, data: Record<string, unknown>, accountId: string | null): string | null {
  const choice = UNSUBSCRIBED_BY[kind]?.(data);
  return choice === undefined || accountId === null
    ? null
    : `${config().publicOrigin}/unsubscribe?token=${unsubscribeToken({ ...choice, accountId })}`;
}

/** What stands in a mail for a name that may not be said there. */
const insteadOf = ({ t }: Speech): Readonly<Record<string, string>> => ({
  first_name: t('there'),
  inviter: t('Somebody'),
  organisation: t('an organisation'),
  name: t('your organisation'),
});

/** The data with names that were stored before the rule about them replaced, also those inside (`ends.organisation.name`). */
function withSafeNames(data: Record<string, unknown>, speech: Speech): Record<string, unknown> {
  const instead = insteadOf(speech);
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => {
      if (typeof value === 'string' && Object.hasOwn(instead, key)) return [key, greetingName(value, instead[key]!)];
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return [key, isObject ? withSafeNames(value as Record<string, unknown>, speech) : value];
    }),
  );
}

function linkOf(kind: string, data: Record<string, unknown>): { link?: string } {
  if (isLinkKind(kind)) {
    return { link: `${config().publicOrigin}${PAGES[kind]}?token=${tokenOf(kind, String(data['seed']))}` };
  }
  return typeof data['link'] === 'string' ? { link: new URL(data['link'], config().publicOrigin).href } : {};
}
