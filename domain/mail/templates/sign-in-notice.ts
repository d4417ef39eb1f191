import type { Template } from '../mail-parts.ts';

/** `domain`: '' for a certificate; `at`: when it ends, ended, or changed; `link` to the setup page. */
export interface SignInNotice {
  readonly change: 'certificate_ends' | 'domain_missing' | 'domain_lost' | 'relaxed';
  readonly organisation: string;
  readonly domain: string;
  readonly at: string;
  readonly link: string;
}

/** Tells an organisation's administrators of what will keep its people from signing in, and of an operator's help. */
export const signInNotice: Template<SignInNotice> = ({ change, organisation, domain, at, link }, { t, day }) => {
  const values = { organisation, domain, day: day(at) };
  const more = { label: t('Look at the sign-in of your organisation'), link };
  switch (change) {
    case 'certificate_ends':
      return {
        subject: t('A certificate of the sign-in of {organisation} ends', values),
        paragraphs: [
          t(
            'The certificate by which the identity provider of {organisation} signs ends on {day}. After that nobody can sign in by it.',
            values,
          ),
          t('Add the new certificate beside the old one, or let us read your metadata by its address.'),
          more,
        ],
      };
    case 'domain_missing':
      return {
        subject: t('The record of {domain} is missing', values),
        paragraphs: [
          t('The DNS record that shows that {domain} belongs to {organisation} is not there any more.', values),
          t(
            'If it is not back by {day}, the addresses of the domain count as nobody’s, and its people can no longer join by themselves.',
            values,
          ),
          more,
        ],
      };
    case 'relaxed':
      return {
        subject: t('{organisation} does not enforce its sign-in any more', values),
        paragraphs: [
          t(
            'An operator of {product} has made the sign-in of {organisation} an offer, so that its people get in by their own ways too.',
            values,
          ),
          t('If nobody of yours has asked for this, write to us. Once your provider works, test it and enforce it again.'),
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
