import { OWN, WITHHELD, type ExportPart } from '#domain/platform/export-part.ts';

/** Subjects of audit entries that belong to this user. */
const MY_SUBJECTS = `array(
  select 'account:' || cast(:me as text)
  union all select 'session:' || id from session where account_id = :me
  union all select 'order:' || id from billing_order where account_id = :me
  union all select 'payment:' || id from billing_payment where account_id = :me
  union all select 'refund:' || id from refund where account_id = :me
  union all select 'subscription:' || id from subscription where account_id = :me)`;
const IS_MINE = `t.subject = any(${MY_SUBJECTS})`;

const MY_WEBHOOK = 't.webhook_id in (select id from webhook where account_id = :me)';

/** Account, sessions, settings and notifications of the user. */
export const ACCOUNT_PARTS: readonly ExportPart[] = [
  {
    file: 'account',
    description: 'Your account: address, names, bio, roles, year of birth, consents.',
    table: 'account',
    condition: 't.id = :me',
    columns: [
      'id email first_name last_name bio roles terms_version terms_accepted_at marketing_consent',
      'created_at email_verified_at birth_year deletion_due_at suspended_at',
    ],
    withheld: { password_hash: WITHHELD.secret, deleted_at: 'never set for an account that is there' },
    key: { id: 'uuid' },
  },
  {
    file: 'parental-consents',
    description: 'Who agreed, a parent or a school, that you use what needs their consent, and when.',
    table: 'parental_consent',
    condition: OWN,
    columns: [
      'account_id given_by given_at parent_email organisation_id',
      ['recorded_by', 'case when t.recorded_by = :me then t.recorded_by end'],
      'reason',
    ],
    key: { account_id: 'uuid', given_by: 'text' },
  },
  {
    file: 'parental-requests',
    description: 'The parent you asked for consent last, when, and whether they refused.',
    table: 'parental_request',
    condition: OWN,
    columns: ['account_id parent_email asked_at refused_at'],
    key: { account_id: 'uuid' },
  },
  {
    file: 'settings',
    description: 'What you have set, once you have saved it.',
    table: 'user_settings',
    condition: OWN,
    columns: [
      'account_id language interface_language theme opens_on notify_email notify_push notify_course_reminders high_contrast large_text',
      'reduced_motion screen_reader keyboard_navigation stay_on_lesson data_sharing operator_rewrites time_zone quiet_from quiet_until created_at',
      'updated_at reminder_time reminder_asked_at',
    ],
    withheld: { next_reminder_at: WITHHELD.machine },
    key: { account_id: 'uuid' },
  },
  {
    file: 'sessions',
    description: 'Where you are signed in, and where you were until about a month ago.',
    table: 'session',
    condition: OWN,
    columns: [
      'id account_id user_agent created_at rotated_at last_seen_at expires_at revoked_at revoked_reason organisation_id ends_at provider_session',
    ],
    withheld: { cookie_hash: WITHHELD.secret, cookie_seen: WITHHELD.machine, generation: WITHHELD.machine },
    key: { id: 'uuid' },
  },
  {
    file: 'two-step-sign-in',
    description: 'Whether signing in asks for a code of an authenticator, and since when.',
    table: 'second_factor',
    condition: OWN,
    columns: ['account_id confirmed_at created_at'],
    withheld: { secret: WITHHELD.secret, failures: WITHHELD.machine, failing_since: WITHHELD.machine },
    key: { account_id: 'uuid' },
  },
  {
    file: 'recovery-codes',
    description: 'When your recovery codes were made and used.',
    table: 'recovery_code',
    condition: OWN,
    columns: ['account_id number created_at used_at'],
    withheld: { code_hash: WITHHELD.secret },
    key: { number: 'int' },
  },
  {
    file: 'passkeys',
    description: 'Your passkeys: what you call them, when they were added and last used.',
    table: 'passkey',
    condition: OWN,
    columns: ['id account_id name transports created_at last_used_at'],
    withheld: { credential_id: WITHHELD.secret, public_key: WITHHELD.secret, counter: WITHHELD.machine },
    key: { id: 'uuid' },
  },
  {
    file: 'api-keys',
    description: 'API keys and connected programs that act for you: what you allowed them, when they end, and how often they were used.',
    table: 'api_key',
    condition: OWN,
    columns: [
      'id account_id holder organisation_id name ending client_id app_host scopes day_budget networks created_at expires_at ended_at last_used_at calls sign_in_organisation_id',
    ],
    withheld: { secret_hash: WITHHELD.secret },
    key: { id: 'uuid' },
  },
  {
    file: 'webhooks',
    description: 'Addresses that are told of events, for you or for an organisation of yours.',
    table: 'webhook',
    condition: OWN,
    columns: ['id account_id holder organisation_id url events created_at ended_at ended_why failing_since'],
    withheld: {
      secret_sealed: WITHHELD.secret,
      old_secret_sealed: WITHHELD.secret,
      old_secret_until: WITHHELD.machine,
      failures: WITHHELD.machine,
      rests_until: WITHHELD.machine,
      is_quick: WITHHELD.machine,
    },
    key: { id: 'uuid' },
  },
  {
    file: 'webhook-events',
    description: 'What your webhooks were told in the last 30 days.',
    table: 'webhook_event',
    condition: OWN,
    columns: ['id seq account_id type object_id data created_at'],
    withheld: { organisation_id: 'never set for an event of a person' },
    key: { id: 'uuid' },
  },
  {
    file: 'webhook-deliveries',
    description: 'Which of these events was sent to which webhook, or waits for it.',
    table: 'webhook_delivery',
    condition: MY_WEBHOOK,
    columns: ['webhook_id event_id state attempts due_at created_at'],
    withheld: { tried_until: WITHHELD.machine, lease_until: WITHHELD.machine },
    key: { webhook_id: 'uuid', event_id: 'uuid' },
  },
  {
    file: 'webhook-tries',
    description: 'Every try to send one, with how the answer began.',
    table: 'webhook_try',
    condition: MY_WEBHOOK,
    columns: ['webhook_id event_id number at took_ms status answer error'],
    key: { webhook_id: 'uuid', event_id: 'uuid', number: 'int' },
  },
  {
    file: 'known-devices',
    description: 'Browsers you have signed in with, until a year after the last time.',
    table: 'known_device',
    condition: OWN,
    columns: ['id account_id user_agent first_seen_at last_seen_at'],
    withheld: { device_hash: WITHHELD.secret },
    key: { id: 'uuid' },
  },
  {
    file: 'sign-in-providers',
    description: 'Google and Apple accounts you can sign in with.',
    table: 'provider_identity',
    condition: OWN,
    columns: ['provider subject account_id email created_at last_used_at'],
    key: { provider: 'text' },
  },
  {
    file: 'organisation-identities',
    description: 'By which person of your organisation’s own sign-in you are known here.',
    table: 'organisation_identity',
    condition: OWN,
    columns: ['organisation_id issuer subject account_id email created_at last_used_at'],
    key: { organisation_id: 'uuid', issuer: 'text', subject: 'text' },
  },
  {
    file: 'mailed-links',
    description: 'Links that were mailed to you to verify your address or to choose a new password, and have not run out.',
    table: 'account_link',
    condition: OWN,
    columns: ['account_id kind expires_at created_at'],
    withheld: { token_hash: WITHHELD.secret },
    key: { kind: 'text', created_at: 'timestamptz' },
  },
  {
    file: 'mails',
    description:
      'Mails that were sent to you, or wait to be: which, where to and when. What is put into one stands here only while it waits, because it is erased once it is sent. A mail is kept for 180 days.',
    table: 'outgoing_mail',
    condition: `(${OWN} or (t.account_id is null and t.recipient = :address))`,
    columns: ['id', 'kind', 'account_id', 'recipient', ['data', `t.data - 'seed' - 'link'`], 'state', 'created_at', 'ended_at'],
    withheld: {
      cause: WITHHELD.machine,
      message_id: WITHHELD.machine,
      attempts: WITHHELD.machine,
      due_at: WITHHELD.machine,
      lease_until: WITHHELD.machine,
      last_error: WITHHELD.operator,
    },
    key: { id: 'bigint' },
  },
  {
    file: 'notifications',
    description: 'Your list of notifications.',
    table: 'notification',
    condition: OWN,
    columns: ['id account_id kind subject delivered planned task_id course_id created_at read_at held_until'],
    withheld: { cause: WITHHELD.machine },
    key: { id: 'bigint' },
  },
  {
    file: 'told-browsers',
    description: 'Browsers that are told of notifications while the product is closed.',
    table: 'push_subscription',
    condition: OWN,
    columns: ['id account_id session_id user_agent wants_runs wants_replies wants_reminders created_at'],
    withheld: { endpoint: WITHHELD.capability, p256dh: WITHHELD.secret, auth: WITHHELD.secret },
    key: { id: 'uuid' },
  },
  {
    file: 'views-of-runs',
    description: 'Lists of runs that you saved as an operator.',
    table: 'operator_run_view',
    condition: OWN,
    columns: ['account_id name find created_at'],
    key: { name: 'text' },
  },
  {
    file: 'audit',
    description: 'What was written down about your account, your plan and your payments, and what you did that is written down.',
    table: 'audit_entry',
    condition: `t.id in (select id from audit_entry where actor = 'account:' || cast(:me as text)
                  union select id from audit_entry where subject = any(${MY_SUBJECTS}))`,
    columns: [
      'id',
      'at',
      // other users stay anonymous
      [
        'actor',
        `case when t.actor = 'account:' || cast(:me as text) or t.actor ~ '^(system|schedule):' then t.actor else 'somebody who runs this installation' end`,
      ],
      'action',
      ['subject', `case when ${IS_MINE} then t.subject else split_part(t.subject, ':', 1) end`],
      ['detail', `case when ${IS_MINE} then t.detail else '{}' end`],
    ],
    key: { id: 'bigint' },
  },
];
