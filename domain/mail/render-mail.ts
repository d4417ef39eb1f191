import { config } from '#domain/platform/config.ts';
import { greetingName } from '#domain/platform/greeting-name.ts';
import type { Letter } from '#domain/vendors/mail/mail.client.ts';
import { asHtml, asText, type MailParts } from './mail-parts.ts';
import { isMailKind, isNameKey, TEMPLATES, type MailKind, UNSUBSCRIBED_BY } from './mail-kinds.ts';
import { ENGLISH, type Speech } from './words.ts';
import { tokenOf, type LinkKind } from '#domain/platform/links/secret-link.ts';
import { unsubscribeToken } from '#domain/platform/links/unsubscribe-token.ts';

const PAGES: Readonly<Record<LinkKind, string>> = {
  'verify-email': '/verify-email',
  'reset-password': '/reset-password',
  'parental-consent': '/parental-consent',
};
const isLinkKind = (kind: string): kind is LinkKind => Object.hasOwn(PAGES, kind);

/** Joins lines, because a line break in a name must not start another header. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * Renders a stored mail as subject, text and HTML, in its reader's language. Links become absolute URLs of this installation. A
 * non-essential mail ends with its unsubscribe link, which mail programs get too.
 * @throws Error for a kind that this version does not know
 */
export function renderMail(
  kind: string,
  data: Record<string, unknown>,
  { speech = ENGLISH, accountId = null }: { speech?: Speech; accountId?: string | null } = {},
): Pick<Letter, 'subject' | 'text' | 'html' | 'unsubscribe'> {
  if (!isMailKind(kind)) throw new Error(`there is no mail of the kind ${kind}`);
  const write = TEMPLATES[kind] as (data: unknown, speech: Speech) => MailParts;
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

/** Replacements for names that are not allowed in emails; names without a replacement are left out. */
const insteadOf = ({ t }: Speech): Readonly<Record<string, string>> => ({
  first_name: t('there'),
  inviter: t('Somebody'),
  organisation: t('an organisation'),
  name: t('your organisation'),
  title: t('a course'),
});

/** Replaces texts that people wrote as names but that are none (`WRITTEN_BY`), also nested ones (`ends.organisation.name`). */
function withSafeNames(data: Record<string, unknown>, speech: Speech): Record<string, unknown> {
  const instead = insteadOf(speech);
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => {
      if (typeof value === 'string' && isNameKey(key)) return [key, greetingName(value, instead[key] ?? '…')];
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return [key, isObject ? withSafeNames(value as Record<string, unknown>, speech) : value];
    }),
  );
}

function linkOf(kind: string, data: Record<string, unknown>): { link?: string } {
  if (isLinkKind(kind)) {
    const next = typeof data['next'] === 'string' ? `&next=${encodeURIComponent(data['next'])}` : '';
    return { link: `${config().publicOrigin}${PAGES[kind]}?token=${tokenOf(kind, String(data['seed']))}${next}` };
  }
  return typeof data['link'] === 'string' ? { link: new URL(data['link'], config().publicOrigin).href } : {};
}
