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
  subject: speech.t('Signing in to {product} was changed for your account'),
  paragraphs: [
    speech.t('Hello {name},', { name: first_name }),
    sentence(change, { time: speech.moment(at), about }, speech),
    change === 'api_key_leaked'
      ? speech.t(
          'Nothing else of your account has changed. If a program needs a key, make a new one, and keep it where nobody else reads it:',
        )
      : speech.t('If that was not you, change your password at once and end the sessions you do not know:'),
    { label: speech.t('Look at your account'), link },
  ],
});

function sentence(change: SecurityChange, values: { time: string; about: string }, { t }: Speech): string {
  switch (change) {
    case 'second_factor_on':
      return t('two-step sign-in was turned on for your account on {time}.', values);
    case 'second_factor_off':
      return t('two-step sign-in was turned off for your account on {time}. The password alone is enough now.', values);
    case 'recovery_codes_new':
      return t('new recovery codes were made for your account on {time}. The old ones do not work any more.', values);
    case 'recovery_code_used':
      return t('a recovery code of your account was used on {time}. It does not work again.', values);
    case 'passkey_added':
      return t('the passkey “{about}” was added to your account on {time}.', values);
    case 'passkey_removed':
      return t('the passkey “{about}” was removed from your account on {time}.', values);
    case 'provider_linked':
      return t('signing in with {about} was added to your account on {time}.', values);
    case 'provider_unlinked':
      return t('signing in with {about} was removed from your account on {time}.', values);
    case 'app_connected':
      return t('the program “{about}” was let into your account on {time}. It acts for you, within what you allowed.', values);
    case 'api_key_leaked':
      return t(
        'the API key “{about}” was found where others can read it. We ended it on {time}; programs that use it are refused.',
        values,
      );
    case 'api_key_added':
      return t('the API key “{about}” was made on {time}. A program that has it acts for you, within what you allowed.', values);
  }
}
