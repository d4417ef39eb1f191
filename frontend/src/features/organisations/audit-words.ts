import type { AuditTopic, OrganisationAuditEntry } from '#contract/organisations/audit.contract.ts';
import { deviceWords } from '#frontend/lib/device-words.ts';
import { formatList } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { roleName } from './organisation-words.ts';

export const topicName = (topic: AuditTopic): string =>
  ({
    people: () => t('People'),
    roles: () => t('Roles'),
    sign_in: () => t('Sign-in and domains'),
    directory: () => t('Directory tokens'),
    programs: () => t('Apps, keys and platforms'),
  })[topic]();

const personOf = ({ person }: OrganisationAuditEntry): string => person?.name || person?.email || t('someone we no longer know');
const roleOf = (role: OrganisationAuditEntry['facts']['to_role']): string => (role === undefined ? '' : roleName(role));

/** An act as a sentence, without the actor. */
export function actWords(entry: OrganisationAuditEntry): string {
  const { act, facts } = entry;
  const person = personOf(entry);
  const domain = facts.domain ?? '';
  switch (act) {
    case 'organisation.invited':
      return t('{person} was invited. Role: {role}', { person, role: roleOf(facts.to_role) });
    case 'organisation.invite_withdrawn':
      return t('The invite of {person} was withdrawn', { person });
    case 'organisation.directory_added':
      return t('The directory added {person}. Role: {role}', { person, role: roleOf(facts.to_role) });
    case 'organisation.member_removed':
      return t('{person} was removed', { person });
    case 'organisation.left':
      return t('{person} left', { person });
    case 'organisation.joined_by_sign_in':
      return t('{person} joined by signing in. Role: {role}', { person, role: roleOf(facts.to_role) });
    case 'organisation.joined_by_domain':
      return t('{person} joined with an address of a verified domain', { person });
    case 'organisation.roster_apply':
      return t('A list of people was applied');
    case 'organisation.roster_undo':
      return t('A list of people was undone');
    case 'organisation.role':
      return t('{person} became {role}. Before: {before}', { person, role: roleOf(facts.to_role), before: roleOf(facts.from_role) });
    case 'organisation.sign_in_saved':
      return t('The sign-in was saved');
    case 'organisation.sign_in_mode':
      return t('The sign-in was changed from {before} to {now}', { before: modeName(facts.from_mode), now: modeName(facts.to_mode) });
    case 'organisation.sign_in_lifetime':
      return t('How long a sign-in lasts was changed');
    case 'organisation.sign_in_removed':
      return t('The sign-in was removed');
    case 'organisation.sign_in_relaxed':
      return t('The sign-in is no longer enforced');
    case 'organisation.certificates_read':
      return t('The provider changed its certificates');
    case 'organisation.signed_out_by_provider':
      return t('The provider ended {n, plural, one {# session} other {# sessions}}', { n: facts.sessions ?? 1 });
    case 'organisation.domain_added':
      return t('The domain {domain} was added', { domain });
    case 'organisation.domain_verified':
      return t('The domain {domain} was verified', { domain });
    case 'organisation.domain_opened':
      return t('People with addresses at {domain} can now join on their own', { domain });
    case 'organisation.domain_closed':
      return t('People with addresses at {domain} can no longer join on their own', { domain });
    case 'organisation.domain_removed':
      return t('The domain {domain} was removed', { domain });
    case 'organisation.domain_lost':
      return t('The domain {domain} is no longer verified: its record is gone', { domain });
    case 'organisation.scim_token_made':
      return t('A directory token was created: {token}', { token: `…${facts.token ?? ''}` });
    case 'organisation.scim_token_ended':
      return t('A directory token was revoked: {token}', { token: `…${facts.token ?? ''}` });
    case 'api_key.create':
      return t('An API key was created: {name}', { name: facts.token ?? '' });
    case 'api_key.end':
      return t('An API key was revoked: {name}', { name: facts.token ?? '' });
    case 'webhook.create':
      return t('A webhook was created');
    case 'webhook.change':
      return t('A webhook was changed');
    case 'webhook.rotate':
      return t('A webhook got a new secret');
    case 'webhook.delete':
      return t('A webhook was removed');
    case 'lti.platform_added':
      return t('A learning platform was added');
    case 'lti.platform_changed':
      return t('A learning platform was changed');
    case 'lti.platform_removed':
      return t('A learning platform was removed');
    case 'lti.platform_registered':
      return t('A learning platform registered itself');
  }
}

function modeName(mode: OrganisationAuditEntry['facts']['to_mode']): string {
  if (mode === undefined) return '';
  return { off: () => t('Off'), offered: () => t('Offered'), enforced: () => t('Enforced') }[mode]();
}

/** The actor, and where the act came from. */
export function actorWords({ actor, actor_name: name, actor_email: email, device, api_key: key }: OrganisationAuditEntry): string {
  const who = {
    person: () => name || (email ?? ''),
    gone: () => t('An account that was deleted'),
    operators: () => t('Coursewright’s operators'),
    directory: () => t('The directory, with the token {token}', { token: `…${name ?? ''}` }),
    provider: () => t('Your identity provider'),
    platform: () => t('A learning platform'),
    system: () => t('Automatically'),
  }[actor]();
  if (key !== null) return t('{who}, with the API key {key}', { who, key });
  return device === null ? who : t('{who}, from {device}', { who, device: deviceWords(device) });
}

/** The parts of a change that its sentence leaves out. */
export function factLines({ facts }: OrganisationAuditEntry): string[] {
  const list = (values: readonly string[] | undefined, words: (names: string) => string): string[] =>
    values === undefined || values.length === 0 ? [] : [words(formatList(values))];
  const short = (prints: readonly string[] | undefined) => prints?.map((print) => `${print.slice(0, 16)}…`);
  return [
    ...(facts.role_by === 'directory'
      ? [t('Given by the directory')]
      : facts.role_by === 'sign_in'
        ? [t('Given by the rules of the sign-in')]
        : []),
    ...list(facts.changed?.map(fieldName), (names) => t('Changed: {names}', { names })),
    ...list(facts.rules_added, (names) => t('Rules added: {names}', { names })),
    ...list(facts.rules_removed, (names) => t('Rules removed: {names}', { names })),
    ...list(short(facts.certificates_added), (names) => t('Certificates added: {names}', { names })),
    ...list(short(facts.certificates_removed), (names) => t('Certificates removed: {names}', { names })),
  ];
}

function fieldName(field: string): string {
  const names: Readonly<Record<string, () => string>> = {
    kind: () => t('Kind'),
    slug: () => t('Short name'),
    issuer: () => t('Issuer'),
    client_id: () => t('Client id'),
    client_secret: () => t('Client secret'),
    sso_address: () => t('Sign-in address'),
    metadata_address: () => t('Metadata URL'),
    allows_unsolicited: () => t('Sign-ins started at the provider'),
    joins: () => t('Membership rule'),
    attributes: () => t('Names of attributes'),
  };
  return Object.hasOwn(names, field) ? names[field]!() : field;
}
