import { PASSWORD } from '#contract/identity/identity.contract.ts';
import { VISIBLE } from '#contract/platform/visible-text.ts';
import { t } from '#frontend/lib/text.ts';

export const required = () => ({ required: t('Please fill in this field.') });

/** A name needs at least one visible character. */
export const nameRule = () => ({ validate: (name: string) => VISIBLE.test(name) || t('Please fill in this field.') });

/** react-hook-form's rule for an email address. */
export const emailRule = () => ({
  ...required(),
  pattern: { value: /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/, message: t('An email address looks like name@example.com.') },
});

/** The rule for a new password. */
export const newPasswordRule = () => ({
  ...required(),
  minLength: { value: PASSWORD.min, message: t('Use at least {n} characters.', { n: PASSWORD.min }) },
  maxLength: { value: PASSWORD.max, message: t('A password can have up to {n} characters.', { n: PASSWORD.max }) },
});
