import { deviceName } from '#contract/identity/device-name.ts';
import { t } from '#frontend/lib/text.ts';

/** `Firefox on Linux` from what a browser says of itself; a program that is no browser is called by the start of its own words. */
export function deviceWords(userAgent: string): string {
  const { browser, system } = deviceName(userAgent);
  if (browser && system) return t('{browser} on {system}', { browser, system });
  return browser ?? system ?? (userAgent.trim() === '' ? t('Unknown device') : userAgent.slice(0, 40));
}
