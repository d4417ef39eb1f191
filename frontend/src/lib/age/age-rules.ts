import { queryOptions, useQuery } from '@tanstack/react-query';
import { getAgePage } from '#contract/identity/age.contract.ts';
import type { AgeRefusal, AgeRule } from '#contract/platform/age-rules.ts';
import { call } from '#frontend/lib/api-client.ts';
import { t } from '#frontend/lib/text.ts';

/** Which features the user's age switches off, and which consents exist. */
export const agePage = (userId: string) =>
  queryOptions({ queryKey: ['account', userId, 'age'], queryFn: ({ signal }) => call(getAgePage, { signal }) });

/** Why an age rule blocks the signed-in user; null when it does not, or as long as that is unknown. */
export function useAgeRefusal(userId: string, rule: AgeRule): AgeRefusal | null {
  const { data } = useQuery(agePage(userId));
  return data?.rules.find((row) => row.rule === rule)?.refusal ?? null;
}

/** The sentence for a refusal, in the server's wording. */
export function refusalWords(refusal: AgeRefusal): string {
  if (refusal === 'age.unknown') return t('This requires your year of birth. You can enter it on your account page.');
  if (refusal === 'age.parent_needed') return t('Under 18 this needs a parent’s consent. You can ask for it on your account page.');
  if (refusal === 'age.consent_needed')
    return t('Under 13 this needs the consent of a parent or of your school. You can ask for it on your account page.');
  return t('This is not available at your age.');
}

/** The heading where a feature only needs the user's year of birth. */
export function openingWords(rule: AgeRule): string {
  const words: Record<AgeRule, string> = {
    location: t('Enter your year of birth to use the map'),
    community_visibility: t('Enter your year of birth to use the list of people'),
    leaderboard: t('Enter your year of birth to use the leaderboard'),
    voice: t('Enter your year of birth to use the study rooms'),
    chat_with_strangers: t('Enter your year of birth to use forums, groups and chat'),
    coaching: t('Enter your year of birth to use coaching and events'),
    purchase: t('Enter your year of birth to make purchases'),
    organisation_owner: t('Enter your year of birth to buy plans for organisations'),
    marketing_mail: t('Enter your year of birth to get news and offers by email'),
    voice_notes: t('Enter your year of birth to use voice notes'),
    secret_address: t('Enter your year of birth to share by link'),
  };
  return words[rule];
}

/** The name of the feature that a rule switches off. */
export function ruleName(rule: AgeRule): string {
  const names: Record<AgeRule, string> = {
    location: t('Location'),
    community_visibility: t('Visibility to others'),
    leaderboard: t('Leaderboard'),
    voice: t('Speaking with others'),
    chat_with_strangers: t('Writing in forums, groups and chat'),
    coaching: t('Coaching and events'),
    purchase: t('Purchases'),
    organisation_owner: t('Owning an organisation'),
    marketing_mail: t('News and offers by email'),
    voice_notes: t('Voice notes'),
    secret_address: t('Certificates, shared links and apps'),
  };
  return names[rule];
}
