import type { Knex } from 'knex';

// Ways to sign in besides a password: providers, passkeys, second factors; and the devices an account is used on.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table provider_identity (
      provider text not null check (provider in ('google', 'apple')),
      subject text not null,
      account_id uuid not null references account on delete cascade,
      email text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      primary key (provider, subject),
      unique (account_id, provider)
    );

    create table provider_attempt (
      state_hash bytea primary key,
      browser_hash bytea not null,
      provider text not null,
      nonce text not null,
      code_verifier text not null,
      account_id uuid references account on delete cascade,
      terms_accepted boolean not null default false,
      expires_at timestamptz not null
    );
    create index provider_attempt_of_account on provider_attempt (account_id) where account_id is not null;
    create index provider_attempt_old on provider_attempt (expires_at);

    create table used_id_token (
      token_hash bytea primary key,
      expires_at timestamptz not null
    );
    create index used_id_token_old on used_id_token (expires_at);

    create table passkey (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null default '{}',
      name text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    );
    create index passkey_of_account on passkey (account_id, created_at);

    create table passkey_challenge (
      challenge_hash bytea primary key,
      account_id uuid references account on delete cascade,
      expires_at timestamptz not null
    );
    create index passkey_challenge_of_account on passkey_challenge (account_id) where account_id is not null;
    create index passkey_challenge_old on passkey_challenge (expires_at);

    create table second_factor (
      account_id uuid primary key references account on delete cascade,
      secret bytea not null,
      confirmed_at timestamptz,
      failures smallint not null default 0,
      failing_since timestamptz,
      created_at timestamptz not null default now()
    );

    create table second_factor_step (
      account_id uuid not null references second_factor on delete cascade,
      step bigint not null,
      used_at timestamptz not null default now(),
      primary key (account_id, step)
    );
    create index second_factor_step_old on second_factor_step (used_at);

    create table recovery_code (
      account_id uuid not null references second_factor on delete cascade,
      number smallint not null,
      code_hash bytea not null,
      used_at timestamptz,
      created_at timestamptz not null default now(),
      primary key (account_id, number)
    );

    create table pending_sign_in (
      token_hash bytea primary key,
      account_id uuid not null references account on delete cascade,
      attempts smallint not null default 0,
      expires_at timestamptz not null,
      created_at timestamptz not null default now()
    );
    create index pending_sign_in_of_account on pending_sign_in (account_id);
    create index pending_sign_in_old on pending_sign_in (expires_at);

    create table known_device (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      device_hash bytea not null,
      user_agent text not null,
      first_seen_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      unique (account_id, device_hash)
    );
    create index known_device_old on known_device (last_seen_at);
  `);
  await knex.raw(comments);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table known_device, pending_sign_in, recovery_code, second_factor_step, second_factor, passkey_challenge, passkey,
      used_id_token, provider_attempt, provider_identity;
  `);
}

export const comments = `
  comment on table provider_identity is 'An account at Google or Apple that a person signs in with.';
  comment on column provider_identity.subject is 'The provider''s own id of the person, which never changes.';
  comment on column provider_identity.email is 'As the provider reported it when it was linked.';

  comment on table provider_attempt is 'A sign-in that is under way at a provider: what has to match when the browser comes back.';
  comment on column provider_attempt.state_hash is 'SHA-256 of the state that the provider returns.';
  comment on column provider_attempt.browser_hash is 'SHA-256 of the cookie of the browser that has begun.';
  comment on column provider_attempt.nonce is 'Has to be in the ID token.';
  comment on column provider_attempt.code_verifier is 'Of PKCE.';
  comment on column provider_attempt.account_id is 'Who adds a way to sign in; null: somebody signs in.';
  comment on column provider_attempt.terms_accepted is 'The terms were accepted before: a new account may be made.';

  comment on table used_id_token is 'An ID token that was used to sign in, remembered until it is too old to be used again.';
  comment on column used_id_token.token_hash is 'SHA-256 of the token.';

  comment on table passkey is 'A passkey of a person (WebAuthn).';
  comment on column passkey.credential_id is 'As the authenticator calls it, base64url.';
  comment on column passkey.public_key is 'COSE key.';
  comment on column passkey.counter is 'How often it has signed; 0 where an authenticator does not count.';
  comment on column passkey.transports is 'How a browser may reach it: internal, usb, hybrid …';
  comment on column passkey.name is 'Chosen by its owner.';

  comment on table passkey_challenge is 'A challenge that a browser has to sign, and that is answered once.';
  comment on column passkey_challenge.challenge_hash is 'SHA-256 of the challenge.';
  comment on column passkey_challenge.account_id is 'Who adds a passkey; null: somebody signs in.';

  comment on table second_factor is 'Somebody''s authenticator app, which signing in asks for.';
  comment on column second_factor.secret is 'TOTP secret, sealed with the installation''s secret.';
  comment on column second_factor.confirmed_at is 'The first code was right; null: set up and not proved yet.';
  comment on column second_factor.failures is 'Wrong codes in a row since failing_since.';

  comment on table second_factor_step is 'A code that was used: each is good once.';
  comment on column second_factor_step.step is 'Number of the 30-second time step of the code.';

  comment on table recovery_code is 'One of ten codes for a person who has lost the authenticator; each works once.';
  comment on column recovery_code.number is '1 to 10.';
  comment on column recovery_code.code_hash is 'Slow hash, bound to the account (hashRecoveryCode).';

  comment on table pending_sign_in is 'A sign-in whose password was right and whose code is still missing.';
  comment on column pending_sign_in.token_hash is 'SHA-256 of the token that the browser holds.';
  comment on column pending_sign_in.attempts is 'Wrong codes so far.';

  comment on table known_device is 'A browser that somebody has signed in with. A sign-in from any other one is reported by mail.';
  comment on column known_device.device_hash is 'SHA-256 of the browser''s long-lived cookie.';
  comment on column known_device.user_agent is 'Truncated by storedUserAgent.';
`;
