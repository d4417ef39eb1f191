import type { Template } from '../mail-parts.ts';

/** `domain`: '' for a certificate; `at`: when it ends, ended, or changed; `link` to the setup page. */
export interface SignInNotice {
  readonly change: 'certificate_ends' | 'domain_missing' | 'domain_lost' | 'relaxed';
  readonly organisation: string;
  readonly domain: string;
  readonly at: string;
  readonly link: string;
}

/** Informs an organisation's administrators of anything that will stop its people from signing in, and of help by an operator. */
export const signInNotice: Template<SignInNotice> = ({ change, organisation, domain, at, link }, { t, day }) => {
  const values = { organisation, domain, day: day(at) };
  const more = { label: t('Review your organisation’s sign-in'), link };
  switch (change) {
    case 'certificate_ends':
      return {
        subject: t('A signing certificate of {organisation} is about to expire', values),
        paragraphs: [
          t(
            'The signing certificate of {organisation}’s identity provider expires on {day}. After that, nobody can sign in with it.',
            values,
          ),
          t('Add the new certificate next to the old one, or give us the address of your metadata.'),
          more,
        ],
      };
    case 'domain_missing':
      return {
        subject: t('The DNS record of {domain} is missing', values),
        paragraphs: [
          t('The DNS record that proves {domain} belongs to {organisation} is missing.', values),
          t(
            'If it is not restored by {day}, the domain will no longer be verified, and people with addresses there will no longer be able to join on their own.',
            values,
          ),
          more,
        ],
      };
    case 'relaxed':
      return {
        subject: t('{organisation} no longer enforces its sign-in', values),
        paragraphs: [
          t('A {product} operator has made {organisation}’s sign-in optional, so that its members can also sign in another way.', values),
          t('If nobody in your organisation asked for this, please contact us. Once your provider works again, test it and enforce it.'),
          more,
        ],
      };
    case 'domain_lost':
      return {
        subject: t('The domain {domain} is no longer verified', values),
        paragraphs: [t('The DNS record of {domain} was missing for too long. {organisation} can verify the domain again.', values), more],
      };
  }
};
