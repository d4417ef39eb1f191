import { PRODUCT } from '#contract/product.ts';
import type { Template } from '../letter-parts.ts';

/** `organisation` and `inviter` by name; `link` accepts. */
export interface InviteData {
  readonly organisation: string;
  readonly inviter: string;
  readonly link: string;
}

/** Asks somebody to join an organisation. */
export const invite: Template<InviteData> = ({ organisation, inviter, link }) => ({
  subject: `${inviter} invites you to ${organisation} on ${PRODUCT}`,
  paragraphs: [
    `${inviter} invites you to join ${organisation} on ${PRODUCT}. Members share the tokens of the organisation.`,
    { label: 'See the invitation', link },
    'If you do not know the sender, you need do nothing.',
  ],
});
