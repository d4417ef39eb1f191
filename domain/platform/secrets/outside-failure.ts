import { withoutSecrets } from './without-secrets.ts';

/**
 * Something outside (a service, a mail server, a provider, a platform) failed or refused. Its words become an error here and nowhere else: they are
 * stored, logged and shown to operators, and may repeat the request, so everything that looks like a secret is removed.
 */
export class OutsideFailure extends Error {
  constructor(words: string, options?: ErrorOptions) {
    super(withoutSecrets(words), options);
  }
}
