import type { SignInFailureReason } from '#contract/organisations/sign-in.contract.ts';
import { t } from './text.ts';

/** Why an organisation's sign-in rejected somebody and what to check, for its administrators and for operators. */
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
      return t('The response was signed with an unsafe method. Choose RSA with SHA-256.');
    case 'issuer':
      return t('Another identity provider has answered. Compare the issuer or entity ID.');
    case 'audience':
      return t('The response was meant for another service. Compare our entity ID.');
    case 'recipient':
      return t('The response was meant for another address. Compare our address for responses (ACS).');
    case 'expired':
      return t('The response was too old, or the clocks differ by more than two minutes.');
    case 'not_asked':
      return t('The response did not belong to a sign-in started here, or came too late.');
    case 'replayed':
      return t('The response was already used.');
    case 'other_browser':
      return t('The response reached another browser, arrived twice, or came too late.');
    case 'token':
      return t('The ID token or the code exchange was invalid.');
    case 'client':
      return t('The provider refused our client id or secret.');
    case 'provider_away':
      return t('The identity provider could not be reached.');
    case 'no_subject':
      return t('The name ID is not permanent. Use a persistent name ID, or choose an attribute for the subject.');
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
      return t('An owner without two-step sign-in can only use the sign-in set up by an owner.');
  }
}
