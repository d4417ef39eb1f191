import type { Template } from '../mail-parts.ts';
import type { Speech } from '../words.ts';

export type SecurityChange =
  | 'second_factor_on'
  | 'second_factor_off'
  | 'recovery_codes_new'
  | 'recovery_code_used'
  | 'passkey_added'
  | 'passkey_removed'
  | 'provider_linked'
  | 'provider_unlinked'
  | 'api_key_added'
  | 'api_key_leaked'
  | 'app_connected';

/** `about`: name of the passkey, provider, API key or program. `link` to the account's sign-in methods. */
export interface SecurityChangedData {
  readonly first_name: string;
  readonly change: SecurityChange;
  readonly at: string;
  readonly about?: string;
  readonly link: string;
}

/** Informs the owner that a sign-in method was added or removed, in case an attacker did it. */
export const securityChanged: Template<SecurityChangedData> = ({ first_name, change, at, about = '', link }, speech) => ({
  subject: speech.t('The way you sign in to {product} has changed'),
  paragraphs: [
    speech.t('Hello {name},', { name: first_name }),
    sentence(change, { time: speech.moment(at), about }, speech),
    change === 'api_key_leaked'
      ? speech.t(
          'Nothing else in your account has changed. If an app needs a key, create a new one and keep it where nobody else can read it:',
        )
      : speech.t('If it was not you, change your password right away and end any sessions you do not recognise:'),
    { label: speech.t('Review your account'), link },
  ],
});

function sentence(change: SecurityChange, values: { time: string; about: string }, { t }: Speech): string {
  switch (change) {
    case 'second_factor_on':
      return t('two-step sign-in was turned on for your account on {time}.', values);
    case 'second_factor_off':
      return t('two-step sign-in was turned off for your account on {time}. Your password alone is now enough to sign in.', values);
    case 'recovery_codes_new':
      return t('new recovery codes were created for your account on {time}. The old ones no longer work.', values);
    case 'recovery_code_used':
      return t('a recovery code was used to sign in to your account on {time}. It cannot be used again.', values);
    case 'passkey_added':
      return t('the passkey “{about}” was added to your account on {time}.', values);
    case 'passkey_removed':
      return t('the passkey “{about}” was removed from your account on {time}.', values);
    case 'provider_linked':
      return t('sign-in with {about} was added to your account on {time}.', values);
    case 'provider_unlinked':
      return t('sign-in with {about} was removed from your account on {time}.', values);
    case 'app_connected':
      return t(
        'the app “{about}” was given access to your account on {time}. It can act for you within the permissions you granted.',
        values,
      );
    case 'api_key_leaked':
      return t('the API key “{about}” was found in a public place. We revoked it on {time}; apps that use it are refused.', values);
    case 'api_key_added':
      return t(
        'the API key “{about}” was created on {time}. An app that has it can act for you within the permissions you granted.',
        values,
      );
  }
}
