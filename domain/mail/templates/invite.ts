import type { Template } from '../mail-parts.ts';

/** Names of `organisation` and `inviter`; `link` accepts. */
export interface InviteData {
  readonly organisation: string;
  readonly inviter: string;
  readonly link: string;
}

/** Invites a person to join an organisation. */
export const invite: Template<InviteData> = ({ organisation, inviter, link }, { t }) => ({
  subject: t('{inviter} invites you to {organisation} on {product}', { inviter, organisation }),
  paragraphs: [
    t('{inviter} invites you to join {organisation} on {product}. Members share the tokens of the organisation.', {
      inviter,
      organisation,
    }),
    { label: t('See the invitation'), link },
    t('If you do not know the sender, you need do nothing.'),
  ],
});
