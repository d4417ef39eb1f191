import { withoutSecrets } from './without-secrets.ts';

/**
 * A failure or refusal of an outside system (a service, a mail server, a provider, a platform). Only here do its words become an error:
 * they are stored, logged and shown to operators, and may repeat the request, so everything that looks like a secret is removed.
 */
export class OutsideFailure extends Error {
  constructor(words: string, options?: ErrorOptions) {
    super(withoutSecrets(words), options);
  }
}
