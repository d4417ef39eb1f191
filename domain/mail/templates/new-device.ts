import type { Template } from '../mail-parts.ts';

/** Browser and system, where known; `link` to the page where sessions are ended. */
export interface NewDeviceData {
  readonly first_name: string;
  readonly at: string;
  readonly browser: string | null;
  readonly system: string | null;
  readonly link: string;
}

/** Informs the owner of a sign-in with a new browser. */
export const newDevice: Template<NewDeviceData> = ({ first_name, at, browser, system, link }, { t, moment }) => {
  const device = browser && system ? t('{browser} on {system}', { browser, system }) : (browser ?? system ?? t('an unknown device'));
  return {
    subject: t('Somebody signed in to your {product} account with a new device'),
    paragraphs: [
      t('Hello {name},', { name: first_name }),
      t('your account was signed in to with a device it was not seen with before:'),
      {
        rows: [
          [t('When'), moment(at)],
          [t('Device'), device],
        ],
      },
      t('If that was you, you need do nothing. If not, end that session and change your password at once:'),
      { label: t('End sessions of your account'), link },
    ],
  };
};
