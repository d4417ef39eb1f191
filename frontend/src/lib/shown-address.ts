import { isPlatformAddress } from '#contract/lti/platform-address.ts';
import { t } from '#frontend/lib/text.ts';

export interface Addressed {
  readonly email: string;
  /** The learning platform that names the person; null once it was removed, and for everybody else. */
  readonly platform: string | null;
}

/** What stands where the address of a member is shown: of whom a learning platform names, where they are from. */
export const shownAddress = ({ email, platform }: Addressed): string => {
  if (!isPlatformAddress(email)) return email;
  return platform === null ? t('From a learning platform') : t('From {platform}', { platform });
};
