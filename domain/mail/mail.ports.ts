import type { Settings } from '#contract/settings/settings.contract.ts';
import { definePorts } from '#domain/platform/ports.ts';

/** A person's mail settings. */
interface MailPorts {
  /** @throws ProductError not_found when the account does not exist */
  readSettings(accountId: string): Promise<Settings>;
  /** Returns the interface texts of a language; empty for English and for untranslated languages. */
  textsOf(language: string): Promise<Readonly<Record<string, string>>>;
}

export const mailPorts = definePorts<MailPorts>('mail');
