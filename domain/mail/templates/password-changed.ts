import type { Template } from '../mail-parts.ts';

/** Informs the owner that the password was changed, in case an attacker did it. */
export const passwordChanged: Template<{ first_name: string; at: string; link: string }> = ({ first_name, at, link }, { t, moment }) => ({
  subject: t('Your password for {product} was changed'),
  paragraphs: [
    t('Hello {name},', { name: first_name }),
    t('the password of your account was changed on {time}. Other devices have been signed out.', { time: moment(at) }),
    t('If that was not you, choose a new password at once:'),
    { label: t('I have lost my password'), link },
  ],
});
