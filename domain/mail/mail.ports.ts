import type { Settings } from '#contract/settings/settings.contract.ts';
import { definePorts } from '#domain/platform/ports.ts';

/** How somebody is written to. */
interface MailPorts {
  /** @throws ProductError not_found when there is no such account */
  readSettings(accountId: string): Promise<Settings>;
  /** Returns the texts of a language of the interface; none for English, and for a language that has not been translated. */
  textsOf(language: string): Promise<Readonly<Record<string, string>>>;
}

export const mailPorts = definePorts<MailPorts>('mail');
