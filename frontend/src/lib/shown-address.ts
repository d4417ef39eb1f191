import { isPlatformAddress } from '#contract/lti/platform-address.ts';
import { t } from '#frontend/lib/text.ts';

export interface Addressed {
  readonly email: string;
  /** The learning platform that names the person; null after it was removed, and for everybody else. */
  readonly platform: string | null;
}

/** The address to show for a member. Members from a learning platform have no address of their own: the platform is named instead. */
export const shownAddress = ({ email, platform }: Addressed): string => {
  if (!isPlatformAddress(email)) return email;
  return platform === null ? t('From a learning platform') : t('From {platform}', { platform });
};
