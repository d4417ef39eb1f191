import type { SignInFailureReason } from '#contract/organisations/sign-in.contract.ts';
import { t } from './text.ts';

/** Why an organisation's sign-in let somebody not in, and what to look at: for its administrators and for operators. */
export function failureWords(reason: SignInFailureReason): string {
  switch (reason) {
    case 'unreadable':
      return t('The answer could not be read.');
    case 'provider_error':
      return t('The identity provider refused the sign-in.');
    case 'login_needed':
      return t('The provider needs to show its sign-in page, but was asked silently.');
    case 'unsigned':
      return t('The assertion was not signed. Let the provider sign assertions.');
    case 'assertion_unsigned':
      return t(
        'The response was signed, and the assertion in it was not. Let the provider sign assertions; at Google, turn “Signed response” off.',
      );
    case 'signature':
      return t('The signature does not match the certificates. Check whether there is a new certificate.');
    case 'algorithm':
      return t('It was signed by a method that is not safe. Choose RSA with SHA-256.');
    case 'issuer':
      return t('Another identity provider has answered. Compare the issuer or entity id.');
    case 'audience':
      return t('It was meant for another service. Compare our entity id.');
    case 'recipient':
      return t('It was meant for another address. Compare our address for responses (ACS).');
    case 'expired':
      return t('It was too old, or the clocks differ by more than two minutes.');
    case 'not_asked':
      return t('It did not answer a sign-in that began here, or came too late.');
    case 'replayed':
      return t('It was used before.');
    case 'other_browser':
      return t('The response reached another browser, arrived twice, or came too late.');
    case 'token':
      return t('The ID token or the code exchange was invalid.');
    case 'client':
      return t('The provider refused our client id or secret.');
    case 'provider_away':
      return t('The identity provider could not be reached.');
    case 'no_subject':
      return t('It names nobody for good. Use a persistent name, or name an attribute for the subject.');
    case 'not_member':
      return t('The person is not a member and does not become one by signing in.');
    case 'other_person':
      return t('The account is connected to a different person at the provider, or has a different address.');
    case 'other_organisation':
      return t('The person belongs to another organisation.');
    case 'seats_full':
      return t('All seats are taken.');
    case 'ended':
      return t('The plan has ended.');
    case 'owner_at_risk':
      return t('An owner without two-step sign-in can only use a sign-in that an owner has set up.');
  }
}
