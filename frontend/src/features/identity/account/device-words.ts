import { deviceName } from '#contract/identity/device-name.ts';
import { t } from '#frontend/lib/text.ts';

/** `Firefox on Linux` from a user agent; a program that is no browser is named by the start of its user agent. */
export function deviceWords(userAgent: string): string {
  const { browser, system } = deviceName(userAgent);
  if (browser && system) return t('{browser} on {system}', { browser, system });
  return browser ?? system ?? (userAgent.trim() === '' ? t('Unknown device') : userAgent.slice(0, 40));
}
