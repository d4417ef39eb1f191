import { deviceName } from '#contract/identity/device-name.ts';
import { t } from '#frontend/lib/text.ts';

/** `Firefox on Linux` from a user agent. Every browser's begins with `Mozilla/`; any other would mean nothing to its owner. */
export function deviceWords(userAgent: string): string {
  if (!userAgent.startsWith('Mozilla/')) return t('Unknown device');
  const { browser, system } = deviceName(userAgent);
  const name = browser ?? t('Unknown browser');
  return system ? t('{browser} on {system}', { browser: name, system }) : name;
}
