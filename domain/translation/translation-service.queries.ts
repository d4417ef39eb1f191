import { config } from '#domain/platform/config.ts';
import { ProductError } from '#domain/platform/errors.ts';

/** Tells whether this installation has a service that translates. */
export const hasTranslationService = (): boolean => config().services.translation;

/** @throws ProductError translation.not_configured */
export function assertTranslationService(): void {
  if (!hasTranslationService()) throw new ProductError('translation.not_configured');
}
