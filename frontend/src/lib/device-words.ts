import { deviceName } from '#contract/identity/device-name.ts';
import { t } from '#frontend/lib/text.ts';

/** `Firefox on Linux` from a user agent. Every browser's begins with `Mozilla/`: another is that of a program that uses the API. */
export function deviceWords(userAgent: string): string {
  if (!userAgent.startsWith('Mozilla/')) return userAgent.trim() === '' ? t('Unknown device') : t('API client');
  const { browser, system } = deviceName(userAgent);
  const name = browser ?? t('Unknown browser');
  return system ? t('{browser} on {system}', { browser: name, system }) : name;
}
