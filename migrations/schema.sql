-- What the migrations make, for review. Written by `npm run migrate -- --schema`; nothing reads it.
-- Tables by name, each with its constraints, indexes and triggers; functions at the end. The models describe the columns. The queue library's own schema is left out.

create extension pg_trgm;

create table account (
  id uuid not null,
  email text not null,
  password_hash text,
  first_name text not null,
  last_name text not null,
  roles text[] default '{learner}'::text[] not null,
  terms_version text not null,
  terms_accepted_at timestamp with time zone not null,
  marketing_consent boolean default false not null,
  created_at timestamp with time zone default now() not null,
  email_verified_at timestamp with time zone,
  birth_year smallint,
  deletion_due_at timestamp with time zone,
  deleted_at timestamp with time zone,
  bio text default ''::text not null,
  suspended_at timestamp with time zone,
  constraint account_pkey PRIMARY KEY (id),
  constraint account_email_key UNIQUE (email),
  constraint account_bio_check CHECK (char_length(bio) <= 3000),
  constraint account_birth_year_check CHECK (birth_year >= 1900 AND birth_year <= 2200),
  constraint account_deleted_is_nobody CHECK (deleted_at IS NULL OR password_hash IS NULL AND deletion_due_at IS NULL),
  constraint account_email_check CHECK (email = lower(email)),
  constraint account_roles_check CHECK (roles <@ ARRAY['learner'::text, 'creator'::text, 'operator'::text, 'admin'::text])
);
CREATE INDEX account_deletion_due ON public.account USING btree (deletion_due_at) WHERE (deletion_due_at IS NOT NULL);
CREATE INDEX account_email_text ON public.account USING gin (email gin_trgm_ops);
CREATE INDEX account_newest ON public.account USING btree (created_at DESC, id DESC);
CREATE INDEX account_person_found ON public.account USING gin (folded_text(((((email || ' '::text) || first_name) || ' '::text) || last_name)) gin_trgm_ops);
CREATE INDEX account_person_text ON public.account USING gin (lower(((((email || ' '::text) || first_name) || ' '::text) || last_name)) gin_trgm_ops);
CREATE TRIGGER account_access AFTER UPDATE OF birth_year ON account FOR EACH STATEMENT EXECUTE FUNCTION tell_chat_access_changed('ages');
CREATE TRIGGER account_changed AFTER UPDATE OF roles ON account FOR EACH ROW EXECUTE FUNCTION tell_account_changed();
CREATE TRIGGER account_position AFTER UPDATE OF birth_year, deletion_due_at, deleted_at ON account FOR EACH ROW WHEN (new.birth_year IS NULL OR new.birth_year::numeric >= (EXTRACT(year FROM (now() AT TIME ZONE 'UTC'::text)) - 18::numeric) OR new.deletion_due_at IS NOT NULL OR new.deleted_at IS NOT NULL) EXECUTE FUNCTION forget_position();
CREATE TRIGGER account_way_in_changed AFTER UPDATE OF email ON account FOR EACH ROW WHEN (old.email IS DISTINCT FROM new.email) EXECUTE FUNCTION tell_way_in_changed();
CREATE TRIGGER creator_name_noted AFTER UPDATE OF first_name, last_name ON account FOR EACH ROW WHEN (old.first_name IS DISTINCT FROM new.first_name OR old.last_name IS DISTINCT FROM new.last_name) EXECUTE FUNCTION note_creator_name();

create table account_link (
  account_id uuid not null,
  kind text not null,
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint account_link_pkey PRIMARY KEY (token_hash),
  constraint account_link_account_id_kind_created_at_key UNIQUE (account_id, kind, created_at),
  constraint account_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint account_link_kind_check CHECK (kind = ANY (ARRAY['verify-email'::text, 'reset-password'::text, 'parental-consent'::text]))
);
CREATE UNIQUE INDEX account_link_once ON public.account_link USING btree (account_id, kind) WHERE (kind <> 'verify-email'::text);

create table achievement (
  account_id uuid not null,
  achievement text not null,
  awarded_at timestamp with time zone default now() not null,
  constraint achievement_pkey PRIMARY KEY (account_id, achievement),
  constraint achievement_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table activity_minute (
  account_id uuid not null,
  at timestamp with time zone not null,
  course_id uuid,
  constraint activity_minute_pkey PRIMARY KEY (account_id, at),
  constraint activity_minute_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint activity_minute_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE SET NULL,
  constraint activity_minute_at_check CHECK (at = date_trunc('minute'::text, at))
);
CREATE INDEX activity_minute_course ON public.activity_minute USING btree (course_id) WHERE (course_id IS NOT NULL);

create table ai_service (
  name text not null,
  engine text not null,
  constraint ai_service_pkey PRIMARY KEY (name),
  constraint ai_service_engine_key UNIQUE (engine)
);

create table api_key (
  id uuid not null,
  account_id uuid not null,
  holder text not null,
  organisation_id uuid,
  name text not null,
  secret_hash bytea not null,
  ending text not null,
  scopes text[] not null,
  day_budget bigint not null,
  networks text[] default '{}'::text[] not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  last_used_at timestamp with time zone,
  calls bigint default 0 not null,
  client_id text,
  app_host text,
  sign_in_organisation_id uuid,
  constraint api_key_pkey PRIMARY KEY (id),
  constraint api_key_secret_hash_key UNIQUE (secret_hash),
  constraint api_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint api_key_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE,
  constraint api_key_sign_in_organisation_id_fkey FOREIGN KEY (sign_in_organisation_id) REFERENCES organisation(id) ON DELETE SET NULL,
  constraint api_key_check CHECK ((holder = 'organisation'::text) = (organisation_id IS NOT NULL)),
  constraint api_key_check1 CHECK ((client_id IS NULL) = (app_host IS NULL)),
  constraint api_key_day_budget_check CHECK (day_budget >= 0),
  constraint api_key_holder_check CHECK (holder = ANY (ARRAY['account'::text, 'organisation'::text, 'operator'::text])),
  constraint api_key_scopes_check CHECK (cardinality(scopes) > 0),
  constraint api_key_secret_hash_check CHECK (length(secret_hash) = 32)
);
CREATE INDEX api_key_by_sign_in ON public.api_key USING btree (sign_in_organisation_id) WHERE (sign_in_organisation_id IS NOT NULL);
CREATE INDEX api_key_of_account ON public.api_key USING btree (account_id, holder, created_at DESC);
CREATE INDEX api_key_of_client ON public.api_key USING btree (client_id, account_id) WHERE (client_id IS NOT NULL);
CREATE INDEX api_key_of_organisation ON public.api_key USING btree (organisation_id, created_at DESC) WHERE (organisation_id IS NOT NULL);
CREATE INDEX api_key_old ON public.api_key USING btree (LEAST(expires_at, ended_at));

create table assignment (
  id uuid not null,
  classroom_id uuid not null,
  course_id uuid,
  run_id uuid,
  title text not null,
  note text default ''::text not null,
  due_at timestamp with time zone,
  for_all boolean default true not null,
  assigned_by uuid,
  created_at timestamp with time zone default now() not null,
  late_work text,
  constraint assignment_pkey PRIMARY KEY (id),
  constraint assignment_assigned_by_fkey FOREIGN KEY (assigned_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint assignment_classroom_id_fkey FOREIGN KEY (classroom_id) REFERENCES classroom(id) ON DELETE CASCADE,
  constraint assignment_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE SET NULL,
  constraint assignment_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE SET NULL,
  constraint assignment_check CHECK (course_id IS NULL OR run_id IS NULL),
  constraint assignment_due_at_entered CHECK (due_at >= '1899-12-31 00:00:00+00'::timestamp with time zone AND due_at <= '3000-01-01 00:00:00+00'::timestamp with time zone),
  constraint assignment_late_work_check CHECK (late_work = ANY (ARRAY['accept'::text, 'mark'::text, 'close'::text]))
);
CREATE INDEX assignment_assigned_by ON public.assignment USING btree (assigned_by) WHERE (assigned_by IS NOT NULL);
CREATE INDEX assignment_course ON public.assignment USING btree (course_id) WHERE (course_id IS NOT NULL);
CREATE INDEX assignment_due ON public.assignment USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX assignment_page ON public.assignment USING btree (classroom_id, created_at DESC, id DESC);
CREATE INDEX assignment_run ON public.assignment USING btree (run_id) WHERE (run_id IS NOT NULL);

create table assignment_copy (
  assignment_id uuid not null,
  account_id uuid not null,
  course_id uuid,
  version integer not null,
  started_at timestamp with time zone default now() not null,
  constraint assignment_copy_pkey PRIMARY KEY (assignment_id, account_id),
  constraint assignment_copy_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint assignment_copy_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES assignment(id) ON DELETE CASCADE,
  constraint assignment_copy_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE SET NULL
);
CREATE INDEX assignment_copy_course ON public.assignment_copy USING btree (course_id) WHERE (course_id IS NOT NULL);
CREATE INDEX assignment_copy_of ON public.assignment_copy USING btree (account_id);

create table assignment_extension (
  assignment_id uuid not null,
  account_id uuid not null,
  due_at timestamp with time zone not null,
  given_by uuid,
  given_at timestamp with time zone default now() not null,
  constraint assignment_extension_pkey PRIMARY KEY (assignment_id, account_id),
  constraint assignment_extension_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint assignment_extension_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES assignment(id) ON DELETE CASCADE,
  constraint assignment_extension_given_by_fkey FOREIGN KEY (given_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint assignment_extension_due_at_entered CHECK (due_at >= '1899-12-31 00:00:00+00'::timestamp with time zone AND due_at <= '3000-01-01 00:00:00+00'::timestamp with time zone)
);
CREATE INDEX assignment_extension_due ON public.assignment_extension USING btree (due_at);
CREATE INDEX assignment_extension_given_by ON public.assignment_extension USING btree (given_by) WHERE (given_by IS NOT NULL);
CREATE INDEX assignment_extension_of ON public.assignment_extension USING btree (account_id);

create table assignment_mark (
  id uuid not null,
  assignment_id uuid not null,
  account_id uuid not null,
  mark text,
  before text,
  reason text not null,
  marked_by uuid,
  marked_at timestamp with time zone default now() not null,
  constraint assignment_mark_pkey PRIMARY KEY (id),
  constraint assignment_mark_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint assignment_mark_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES assignment(id) ON DELETE CASCADE,
  constraint assignment_mark_marked_by_fkey FOREIGN KEY (marked_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint assignment_mark_mark_check CHECK (char_length(mark) >= 1 AND char_length(mark) <= 12),
  constraint assignment_mark_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 500)
);
CREATE INDEX assignment_mark_by ON public.assignment_mark USING btree (marked_by) WHERE (marked_by IS NOT NULL);
CREATE INDEX assignment_mark_latest ON public.assignment_mark USING btree (assignment_id, account_id, marked_at DESC, id DESC);
CREATE INDEX assignment_mark_of ON public.assignment_mark USING btree (account_id);

create table assignment_person (
  assignment_id uuid not null,
  account_id uuid not null,
  constraint assignment_person_pkey PRIMARY KEY (assignment_id, account_id),
  constraint assignment_person_account_id_fkey FOREIGN KEY (account_id) REFERENCES organisation_member(account_id) ON DELETE CASCADE,
  constraint assignment_person_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES assignment(id) ON DELETE CASCADE
);
CREATE INDEX assignment_person_of ON public.assignment_person USING btree (account_id);

create table assignment_reminder (
  assignment_id uuid not null,
  account_id uuid not null,
  due_at timestamp with time zone not null,
  reminded_at timestamp with time zone default now() not null,
  constraint assignment_reminder_pkey PRIMARY KEY (assignment_id, account_id, due_at),
  constraint assignment_reminder_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint assignment_reminder_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES assignment(id) ON DELETE CASCADE
);
CREATE INDEX assignment_reminder_of ON public.assignment_reminder USING btree (account_id);

create table audio_course (
  course_id uuid not null,
  language text not null,
  account_id uuid not null,
  style text not null,
  run_id uuid,
  is_published boolean default false not null,
  created_at timestamp with time zone default now() not null,
  constraint audio_course_pkey PRIMARY KEY (course_id, language),
  constraint audio_course_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint audio_course_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE,
  constraint audio_course_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE SET NULL,
  constraint audio_course_style_check CHECK (style = ANY (ARRAY['voice'::text, 'dialogue'::text]))
);
CREATE INDEX audio_course_account ON public.audio_course USING btree (account_id, created_at);
CREATE INDEX audio_course_run ON public.audio_course USING btree (run_id);

create table audio_feed (
  id uuid not null,
  account_id uuid not null,
  course_id uuid not null,
  language text not null,
  created_at timestamp with time zone default now() not null,
  constraint audio_feed_pkey PRIMARY KEY (id),
  constraint audio_feed_account_id_course_id_language_key UNIQUE (account_id, course_id, language),
  constraint audio_feed_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint audio_feed_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE
);
CREATE INDEX audio_feed_course ON public.audio_feed USING btree (course_id);

create table audio_lesson (
  course_id uuid not null,
  language text not null,
  lesson_id uuid not null,
  account_id uuid not null,
  source_hash text not null,
  turns jsonb not null,
  media_id uuid not null,
  seconds real not null,
  spoken_by text not null,
  written_by text not null,
  made_at timestamp with time zone default now() not null,
  checked_by text,
  constraint audio_lesson_pkey PRIMARY KEY (course_id, language, lesson_id),
  constraint audio_lesson_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint audio_lesson_course_id_language_fkey FOREIGN KEY (course_id, language) REFERENCES audio_course(course_id, language) ON DELETE CASCADE,
  constraint audio_lesson_media_id_fkey FOREIGN KEY (media_id) REFERENCES media_object(id),
  constraint audio_lesson_seconds_check CHECK (seconds > 0::double precision)
);
CREATE INDEX audio_lesson_account ON public.audio_lesson USING btree (account_id, made_at);
CREATE INDEX audio_lesson_media ON public.audio_lesson USING btree (media_id);

create table audio_place (
  account_id uuid not null,
  course_id uuid not null,
  language text not null,
  lesson_id uuid not null,
  seconds integer not null,
  changed_at timestamp with time zone default now() not null,
  constraint audio_place_pkey PRIMARY KEY (account_id, course_id),
  constraint audio_place_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint audio_place_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE,
  constraint audio_place_seconds_check CHECK (seconds >= 0)
);
CREATE INDEX audio_place_course ON public.audio_place USING btree (course_id);

create table audit_entry (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  actor text not null,
  action text not null,
  subject text not null,
  detail jsonb default '{}'::jsonb not null,
  constraint audit_entry_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entry_action ON public.audit_entry USING btree (action, id);
CREATE INDEX audit_entry_actor ON public.audit_entry USING btree (actor, id);
CREATE INDEX audit_entry_noun ON public.audit_entry USING btree (split_part(action, '.'::text, 1), id);
CREATE INDEX audit_entry_subject ON public.audit_entry USING btree (subject, id);
CREATE TRIGGER audit_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();

create table batch (
  run_id uuid not null,
  name text not null,
  what text not null,
  instruction text default ''::text not null,
  selection jsonb not null,
  state text default 'planned'::text not null,
  paused_for text,
  resumes_to text,
  at_once integer not null,
  canary integer default 0 not null,
  most_failures double precision not null,
  most_cost_drift double precision not null,
  most_unclean double precision not null,
  budget_micro_usd bigint not null,
  from_hour smallint,
  until_hour smallint,
  estimate jsonb not null,
  created_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  into_language text,
  creator_id uuid,
  by_vendor_batch boolean default false not null,
  seen_at timestamp with time zone,
  seen_micro_usd bigint default 0 not null,
  constraint batch_pkey PRIMARY KEY (run_id),
  constraint batch_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint batch_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE CASCADE,
  constraint batch_at_once_check CHECK (at_once >= 1 AND at_once <= 100),
  constraint batch_budget_micro_usd_check CHECK (budget_micro_usd >= 0),
  constraint batch_canary_check CHECK (canary >= 0),
  constraint batch_check CHECK ((state = 'paused'::text) = (paused_for IS NOT NULL)),
  constraint batch_check1 CHECK ((from_hour IS NULL) = (until_hour IS NULL)),
  constraint batch_from_hour_check CHECK (from_hour >= 0 AND from_hour <= 23),
  constraint batch_into_language_check CHECK ((what = 'translation'::text) = (into_language IS NOT NULL)),
  constraint batch_paused_for_check CHECK (paused_for = ANY (ARRAY['operator'::text, 'budget'::text, 'failures'::text, 'cost'::text, 'quality'::text, 'cap'::text, 'tokens'::text])),
  constraint batch_resumes_to_check CHECK (resumes_to = ANY (ARRAY['canary'::text, 'running'::text])),
  constraint batch_seen_micro_usd_check CHECK (seen_micro_usd >= 0),
  constraint batch_state_check CHECK (state = ANY (ARRAY['planned'::text, 'canary'::text, 'review'::text, 'running'::text, 'paused'::text, 'done'::text, 'cancelled'::text])),
  constraint batch_until_hour_check CHECK (until_hour >= 0 AND until_hour <= 23)
);
CREATE INDEX batch_by_creator ON public.batch USING btree (creator_id, created_at DESC) WHERE (creator_id IS NOT NULL);
CREATE INDEX batch_recent ON public.batch USING btree (created_at DESC, run_id DESC);

create table batch_item (
  batch_id uuid not null,
  course_id uuid not null,
  account_id uuid not null,
  position integer not null,
  lesson_ids uuid[] not null,
  expected_micro_usd bigint not null,
  worst_micro_usd bigint not null,
  state text default 'pending'::text not null,
  child_id uuid,
  attempt integer default 0 not null,
  reason text,
  base_prints jsonb,
  similarity double precision,
  is_clean boolean,
  overwrites boolean default false not null,
  published_version integer,
  places text[] default '{}'::text[] not null,
  is_seen boolean default false not null,
  constraint batch_item_pkey PRIMARY KEY (batch_id, course_id),
  constraint batch_item_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint batch_item_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batch(run_id) ON DELETE CASCADE,
  constraint batch_item_child_id_fkey FOREIGN KEY (child_id) REFERENCES run(id) ON DELETE SET NULL,
  constraint batch_item_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE,
  constraint batch_item_state_check CHECK (state = ANY (ARRAY['pending'::text, 'leased'::text, 'running'::text, 'ready'::text, 'approving'::text, 'approved'::text, 'discarding'::text, 'discarded'::text, 'rolling_back'::text, 'rolled_back'::text, 'failed'::text, 'skipped'::text, 'cancelled'::text]))
);
CREATE INDEX batch_item_by_account ON public.batch_item USING btree (account_id);
CREATE INDEX batch_item_by_child ON public.batch_item USING btree (child_id) WHERE (child_id IS NOT NULL);
CREATE INDEX batch_item_by_course ON public.batch_item USING btree (course_id);
CREATE INDEX batch_item_by_state ON public.batch_item USING btree (batch_id, state, "position");

create table billing_alarm (
  id uuid not null,
  kind text not null,
  cause text not null,
  subject text not null,
  account_id uuid,
  detail jsonb default '{}'::jsonb not null,
  at timestamp with time zone default clock_timestamp() not null,
  acknowledged_at timestamp with time zone,
  acknowledged_by uuid,
  due_at timestamp with time zone,
  act text,
  constraint billing_alarm_pkey PRIMARY KEY (id),
  constraint billing_alarm_cause_key UNIQUE (cause),
  constraint billing_alarm_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint billing_alarm_acknowledged_by_fkey FOREIGN KEY (acknowledged_by) REFERENCES account(id),
  constraint billing_alarm_check CHECK (acknowledged_by IS NULL OR acknowledged_at IS NOT NULL)
);
CREATE INDEX billing_alarm_acknowledged ON public.billing_alarm USING btree (at DESC, id DESC) WHERE (acknowledged_at IS NOT NULL);
CREATE INDEX billing_alarm_open ON public.billing_alarm USING btree (at DESC, id DESC) WHERE (acknowledged_at IS NULL);

create table billing_customer (
  account_id uuid not null,
  stripe_customer_id text not null,
  created_at timestamp with time zone default now() not null,
  constraint billing_customer_pkey PRIMARY KEY (account_id),
  constraint billing_customer_stripe_customer_id_key UNIQUE (stripe_customer_id),
  constraint billing_customer_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id)
);

create table billing_dispute (
  stripe_dispute_id text not null,
  payment_id uuid not null,
  account_id uuid not null,
  status text not null,
  closed boolean default false not null,
  created_at timestamp with time zone default now() not null,
  evidence_due_at timestamp with time zone,
  closed_at timestamp with time zone,
  constraint billing_dispute_pkey PRIMARY KEY (stripe_dispute_id),
  constraint billing_dispute_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint billing_dispute_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES billing_payment(id)
);
CREATE INDEX billing_dispute_payment ON public.billing_dispute USING btree (payment_id);

create table billing_order (
  id uuid not null,
  account_id uuid not null,
  kind text not null,
  package_id text not null,
  catalogue_version integer not null,
  amount_cents bigint not null,
  trial boolean default false not null,
  currency text default 'usd'::text not null,
  status text default 'created'::text not null,
  detail jsonb default '{}'::jsonb not null,
  client_key text,
  stripe_session_id text,
  stripe_subscription_id text,
  stripe_payment_status text,
  last_checked_at timestamp with time zone,
  fulfilled_at timestamp with time zone,
  review_reason text,
  created_at timestamp with time zone default now() not null,
  constraint billing_order_pkey PRIMARY KEY (id),
  constraint billing_order_account_id_client_key_key UNIQUE (account_id, client_key),
  constraint billing_order_stripe_session_id_key UNIQUE (stripe_session_id),
  constraint billing_order_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint billing_order_amount_cents_check CHECK (amount_cents >= 0),
  constraint billing_order_check CHECK ((status = ANY (ARRAY['fulfilled'::text, 'refunded'::text, 'partially_refunded'::text, 'disputed'::text, 'charged_back'::text])) <= (fulfilled_at IS NOT NULL)),
  constraint billing_order_kind_check CHECK (kind = ANY (ARRAY['subscription'::text, 'tokens'::text, 'organisation'::text, 'contract'::text, 'course'::text, 'event'::text])),
  constraint billing_order_status_check CHECK (status = ANY (ARRAY['created'::text, 'open'::text, 'pending'::text, 'fulfilled'::text, 'expired'::text, 'failed'::text, 'refunded'::text, 'partially_refunded'::text, 'disputed'::text, 'charged_back'::text, 'review'::text]))
);
CREATE INDEX billing_order_account ON public.billing_order USING btree (account_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX billing_order_contract ON public.billing_order USING btree (lower((detail ->> 'reference'::text))) WHERE (kind = 'contract'::text);
CREATE INDEX billing_order_contract_page ON public.billing_order USING btree (created_at DESC, id DESC) WHERE (kind = 'contract'::text);
CREATE INDEX billing_order_of_course ON public.billing_order USING btree (package_id) INCLUDE (id, account_id) WHERE (kind = 'course'::text);
CREATE INDEX billing_order_of_event ON public.billing_order USING btree (package_id) WHERE ((kind = 'event'::text) AND (status = 'fulfilled'::text));
CREATE INDEX billing_order_subscription ON public.billing_order USING btree (stripe_subscription_id) WHERE (stripe_subscription_id IS NOT NULL);
CREATE INDEX billing_order_unopened ON public.billing_order USING btree (created_at) WHERE ((status = 'created'::text) AND (stripe_session_id IS NULL));
CREATE INDEX billing_order_waiting ON public.billing_order USING btree (last_checked_at) WHERE (status = ANY (ARRAY['open'::text, 'pending'::text, 'review'::text]));

create table billing_payment (
  id uuid not null,
  account_id uuid not null,
  order_id uuid,
  stripe_payment_intent_id text,
  stripe_invoice_id text,
  stripe_subscription_id text,
  reason text not null,
  description text not null,
  package_id text not null,
  amount_cents bigint not null,
  refunded_cents bigint default 0 not null,
  status text not null,
  disputed boolean default false not null,
  url text,
  paid_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  period_start timestamp with time zone,
  period_end timestamp with time zone,
  unused_cents bigint default 0 not null,
  method_fingerprint text,
  constraint billing_payment_pkey PRIMARY KEY (id),
  constraint billing_payment_stripe_invoice_id_key UNIQUE (stripe_invoice_id),
  constraint billing_payment_stripe_payment_intent_id_key UNIQUE (stripe_payment_intent_id),
  constraint billing_payment_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint billing_payment_order_id_fkey FOREIGN KEY (order_id) REFERENCES billing_order(id),
  constraint billing_payment_amount_cents_check CHECK (amount_cents >= 0),
  constraint billing_payment_check CHECK (refunded_cents >= 0 AND refunded_cents <= amount_cents),
  constraint billing_payment_check1 CHECK ((status = 'paid'::text) = (paid_at IS NOT NULL)),
  constraint billing_payment_check2 CHECK (stripe_payment_intent_id IS NOT NULL OR stripe_invoice_id IS NOT NULL),
  constraint billing_payment_check3 CHECK (period_end > period_start),
  constraint billing_payment_reason_check CHECK (reason = ANY (ARRAY['purchase'::text, 'subscription_create'::text, 'subscription_cycle'::text, 'subscription_update'::text])),
  constraint billing_payment_status_check CHECK (status = ANY (ARRAY['open'::text, 'paid'::text, 'failed'::text, 'void'::text])),
  constraint billing_payment_unused_cents_check CHECK (unused_cents >= 0)
);
CREATE INDEX billing_payment_account ON public.billing_payment USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX billing_payment_method ON public.billing_payment USING btree (method_fingerprint) WHERE (method_fingerprint IS NOT NULL);
CREATE INDEX billing_payment_open ON public.billing_payment USING btree (stripe_subscription_id) WHERE (status = 'open'::text);
CREATE INDEX billing_payment_order ON public.billing_payment USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX billing_payment_subscription ON public.billing_payment USING btree (stripe_subscription_id) WHERE (stripe_subscription_id IS NOT NULL);

create table bulk_act (
  id uuid not null,
  account_id uuid,
  act text not null,
  filter jsonb not null,
  state text default 'running'::text not null,
  total integer not null,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint bulk_act_pkey PRIMARY KEY (id),
  constraint bulk_act_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint bulk_act_act_check CHECK (act = ANY (ARRAY['retry'::text, 'promote'::text, 'cancel'::text, 'remove'::text])),
  constraint bulk_act_check CHECK ((state = 'running'::text) = (ended_at IS NULL)),
  constraint bulk_act_state_check CHECK (state = ANY (ARRAY['running'::text, 'done'::text, 'aborted'::text]))
);
CREATE INDEX bulk_act_by_account ON public.bulk_act USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX bulk_act_recent ON public.bulk_act USING btree (created_at DESC, id DESC);

create table bulk_act_item (
  bulk_id uuid not null,
  run_id uuid not null,
  outcome text,
  constraint bulk_act_item_pkey PRIMARY KEY (bulk_id, run_id),
  constraint bulk_act_item_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_act(id) ON DELETE CASCADE
);
CREATE INDEX bulk_act_item_left ON public.bulk_act_item USING btree (bulk_id, run_id) WHERE (outcome IS NULL);

create table call_delta (
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  service text not null,
  purpose text not null,
  outcome text not null,
  place smallint,
  calls integer not null,
  micro_usd bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  constraint call_delta_pkey PRIMARY KEY (id)
);

create table call_rollup (
  grain text not null,
  at timestamp with time zone not null,
  service text not null,
  purpose text not null,
  outcome text not null,
  calls bigint not null,
  micro_usd bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  constraint call_rollup_pkey PRIMARY KEY (grain, at, service, purpose, outcome),
  constraint call_rollup_grain_check CHECK (grain = ANY (ARRAY['minute'::text, 'hour'::text, 'day'::text]))
);

create table certificate (
  id uuid not null,
  account_id uuid not null,
  course_id uuid,
  course_title text not null,
  holder_name text not null,
  lesson_count integer not null,
  completed_at timestamp with time zone not null,
  course_version integer,
  issued_at timestamp with time zone default now() not null,
  revoked_at timestamp with time zone,
  revoked_by text,
  constraint certificate_pkey PRIMARY KEY (id),
  constraint certificate_account_id_course_id_key UNIQUE (account_id, course_id),
  constraint certificate_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint certificate_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE SET NULL
);
CREATE INDEX certificate_course ON public.certificate USING btree (course_id) WHERE (course_id IS NOT NULL);

create table chat_message (
  id uuid not null,
  room_id uuid not null,
  account_id uuid not null,
  place bigint not null,
  changed bigint not null,
  content text not null,
  mentions uuid[] default '{}'::uuid[] not null,
  created_at timestamp with time zone default now() not null,
  edited_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint chat_message_pkey PRIMARY KEY (id),
  constraint chat_message_room_id_place_key UNIQUE (room_id, place),
  constraint chat_message_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint chat_message_room_id_fkey FOREIGN KEY (room_id) REFERENCES chat_room(id) ON DELETE CASCADE
);
CREATE INDEX chat_message_account ON public.chat_message USING btree (account_id, created_at);
CREATE UNIQUE INDEX chat_message_changed ON public.chat_message USING btree (room_id, changed);
CREATE INDEX chat_message_text_id ON public.chat_message USING btree (((id)::text));

create table chat_read (
  account_id uuid not null,
  room_id uuid not null,
  place bigint not null,
  constraint chat_read_pkey PRIMARY KEY (account_id, room_id),
  constraint chat_read_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint chat_read_room_id_fkey FOREIGN KEY (room_id) REFERENCES chat_room(id) ON DELETE CASCADE
);
CREATE INDEX chat_read_room ON public.chat_read USING btree (room_id);

create table chat_room (
  id uuid not null,
  kind text not null,
  first_id uuid,
  second_id uuid,
  last_change bigint default 0 not null,
  created_at timestamp with time zone default now() not null,
  group_id uuid,
  study_id uuid,
  constraint chat_room_pkey PRIMARY KEY (id),
  constraint chat_room_first_id_fkey FOREIGN KEY (first_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint chat_room_group_id_fkey FOREIGN KEY (group_id) REFERENCES study_group(id) ON DELETE CASCADE,
  constraint chat_room_second_id_fkey FOREIGN KEY (second_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint chat_room_study_id_fkey FOREIGN KEY (study_id) REFERENCES study_room(id) ON DELETE CASCADE,
  constraint chat_room_check CHECK ((kind = 'direct'::text) = (first_id IS NOT NULL AND second_id IS NOT NULL AND first_id < second_id)),
  constraint chat_room_check1 CHECK ((kind = 'group'::text) = (group_id IS NOT NULL)),
  constraint chat_room_check2 CHECK ((kind = 'study'::text) = (study_id IS NOT NULL)),
  constraint chat_room_kind_check CHECK (kind = ANY (ARRAY['community'::text, 'group'::text, 'direct'::text, 'study'::text]))
);
CREATE UNIQUE INDEX chat_room_direct ON public.chat_room USING btree (first_id, second_id) WHERE (first_id IS NOT NULL);
CREATE UNIQUE INDEX chat_room_group ON public.chat_room USING btree (group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX chat_room_second ON public.chat_room USING btree (second_id) WHERE (second_id IS NOT NULL);
CREATE UNIQUE INDEX chat_room_study ON public.chat_room USING btree (study_id) WHERE (study_id IS NOT NULL);

create table class_question (
  id uuid not null,
  assignment_id uuid not null,
  account_id uuid not null,
  text text not null,
  answer text,
  answered_by uuid,
  answered_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint class_question_pkey PRIMARY KEY (id),
  constraint class_question_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint class_question_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint class_question_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES assignment(id) ON DELETE CASCADE
);
CREATE INDEX class_question_answered_by ON public.class_question USING btree (answered_by) WHERE (answered_by IS NOT NULL);
CREATE INDEX class_question_of ON public.class_question USING btree (account_id);
CREATE INDEX class_question_page ON public.class_question USING btree (assignment_id, created_at DESC, id DESC);

create table class_week (
  classroom_id uuid not null,
  week date not null,
  mailed_at timestamp with time zone default now() not null,
  constraint class_week_pkey PRIMARY KEY (classroom_id, week),
  constraint class_week_classroom_id_fkey FOREIGN KEY (classroom_id) REFERENCES classroom(id) ON DELETE CASCADE
);

create table classroom (
  id uuid not null,
  organisation_id uuid not null,
  group_id uuid,
  name text not null,
  starts_on date,
  ends_on date,
  tokens_each integer,
  tokens_all integer,
  weekly_mail boolean default true not null,
  created_by uuid,
  created_at timestamp with time zone default now() not null,
  archived_at timestamp with time zone,
  late_work text default 'mark'::text not null,
  time_zone text,
  late_by text default 'arrival'::text not null,
  constraint classroom_pkey PRIMARY KEY (id),
  constraint classroom_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint classroom_group_id_fkey FOREIGN KEY (group_id) REFERENCES organisation_group(id) ON DELETE SET NULL,
  constraint classroom_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE,
  constraint classroom_check CHECK (ends_on >= starts_on),
  constraint classroom_ends_on_entered CHECK (ends_on >= '1899-12-31'::date AND ends_on <= '3000-01-01'::date),
  constraint classroom_late_by_check CHECK (late_by = ANY (ARRAY['arrival'::text, 'own_time'::text])),
  constraint classroom_late_work_check CHECK (late_work = ANY (ARRAY['accept'::text, 'mark'::text, 'close'::text])),
  constraint classroom_starts_on_entered CHECK (starts_on >= '1899-12-31'::date AND starts_on <= '3000-01-01'::date),
  constraint classroom_tokens_all_check CHECK (tokens_all >= 0),
  constraint classroom_tokens_each_check CHECK (tokens_each >= 0)
);
CREATE INDEX classroom_created_by ON public.classroom USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE UNIQUE INDEX classroom_group ON public.classroom USING btree (group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX classroom_page ON public.classroom USING btree (organisation_id, created_at DESC, id DESC);

create table classroom_member (
  classroom_id uuid not null,
  account_id uuid not null,
  role text not null,
  of_group boolean default false not null,
  joined_at timestamp with time zone default now() not null,
  constraint classroom_member_pkey PRIMARY KEY (classroom_id, account_id),
  constraint classroom_member_account_id_fkey FOREIGN KEY (account_id) REFERENCES organisation_member(account_id) ON DELETE CASCADE,
  constraint classroom_member_classroom_id_fkey FOREIGN KEY (classroom_id) REFERENCES classroom(id) ON DELETE CASCADE,
  constraint classroom_member_role_check CHECK (role = ANY (ARRAY['teacher'::text, 'student'::text]))
);
CREATE INDEX classroom_member_of ON public.classroom_member USING btree (account_id);
CREATE INDEX classroom_member_page ON public.classroom_member USING btree (classroom_id, role DESC, joined_at, account_id);
CREATE TRIGGER former_student_noted AFTER INSERT OR DELETE OR UPDATE OF role ON classroom_member FOR EACH ROW EXECUTE FUNCTION note_former_student();

create table connection (
  requester_id uuid not null,
  addressee_id uuid not null,
  state text default 'requested'::text not null,
  requested_at timestamp with time zone default now() not null,
  answered_at timestamp with time zone,
  constraint connection_pkey PRIMARY KEY (requester_id, addressee_id),
  constraint connection_addressee_id_fkey FOREIGN KEY (addressee_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint connection_requester_id_fkey FOREIGN KEY (requester_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint connection_check CHECK (requester_id <> addressee_id),
  constraint connection_check1 CHECK ((state = 'requested'::text) = (answered_at IS NULL)),
  constraint connection_state_check CHECK (state = ANY (ARRAY['requested'::text, 'accepted'::text, 'declined'::text]))
);
CREATE INDEX connection_addressee ON public.connection USING btree (addressee_id, requested_at DESC);
CREATE UNIQUE INDEX connection_pair ON public.connection USING btree (LEAST(requester_id, addressee_id), GREATEST(requester_id, addressee_id));

create table connection_test (
  run_id uuid not null,
  settings_sealed bytea,
  constraint connection_test_pkey PRIMARY KEY (run_id),
  constraint connection_test_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE CASCADE
);

create table course (
  id uuid not null,
  account_id uuid not null,
  run_id uuid,
  current_version integer default 1 not null,
  title text not null,
  description text not null,
  difficulty text not null,
  duration text not null,
  age_group text not null,
  module_count integer not null,
  lesson_count integer not null,
  duration_minutes integer not null,
  quality_level text not null,
  created_at timestamp with time zone default now() not null,
  outline jsonb not null,
  enrolled_from uuid,
  assigned_from uuid,
  is_imported boolean default false not null,
  has_final_test boolean default false not null,
  search_text text generated always as (course_search_text(title, outline)) stored,
  list_text text generated always as (folded_text(((title || ' '::text) || description))) stored,
  library_slug text,
  constraint course_pkey PRIMARY KEY (id),
  constraint course_run_id_key UNIQUE (run_id),
  constraint course_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint course_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE SET NULL,
  constraint course_quality_level_check CHECK (quality_level = ANY (ARRAY['high'::text, 'standard'::text, 'partial'::text, 'unrated'::text]))
);
CREATE INDEX course_by_account ON public.course USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX course_newest ON public.course USING btree (created_at DESC, id DESC);
CREATE UNIQUE INDEX course_of_library ON public.course USING btree (account_id, library_slug);
CREATE INDEX course_title_found ON public.course USING gin (folded_text(title) gin_trgm_ops);
CREATE INDEX course_title_text ON public.course USING gin (lower(title) gin_trgm_ops);

create table course_clip (
  home_id uuid not null,
  account_id uuid not null,
  lesson_id uuid not null,
  run_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint course_clip_pkey PRIMARY KEY (home_id),
  constraint course_clip_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint course_clip_run_id_fkey FOREIGN KEY (run_id) REFERENCES video_clip(run_id) ON DELETE CASCADE
);
CREATE INDEX course_clip_owner ON public.course_clip USING btree (account_id, created_at, home_id);
CREATE INDEX course_clip_run ON public.course_clip USING btree (run_id);

create table course_completion (
  account_id uuid not null,
  course_id uuid not null,
  completed_at timestamp with time zone default now() not null,
  arrived_at timestamp with time zone default now() not null,
  constraint course_completion_pkey PRIMARY KEY (account_id, course_id),
  constraint course_completion_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint course_completion_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE
);
CREATE INDEX course_completion_course ON public.course_completion USING btree (course_id);

create table course_export (
  run_id uuid not null,
  account_id uuid not null,
  course_id uuid not null,
  format text not null,
  filename text not null,
  file_id uuid,
  created_at timestamp with time zone default now() not null,
  constraint course_export_pkey PRIMARY KEY (run_id),
  constraint course_export_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint course_export_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE,
  constraint course_export_file_id_fkey FOREIGN KEY (file_id) REFERENCES media_object(id),
  constraint course_export_format_known FOREIGN KEY (format) REFERENCES export_format(name),
  constraint course_export_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE CASCADE
);
CREATE INDEX course_export_age ON public.course_export USING btree (created_at);
CREATE INDEX course_export_file ON public.course_export USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX course_export_newest ON public.course_export USING btree (account_id, course_id, created_at DESC);
CREATE INDEX course_export_of_course ON public.course_export USING btree (course_id);

create table course_message (
  id uuid not null,
  creator_course_id uuid not null,
  account_id uuid not null,
  subject text not null,
  text text not null,
  recipients integer not null,
  sent_at timestamp with time zone default now() not null,
  constraint course_message_pkey PRIMARY KEY (id),
  constraint course_message_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint course_message_creator_course_id_fkey FOREIGN KEY (creator_course_id) REFERENCES creator_course(id) ON DELETE CASCADE,
  constraint course_message_subject_check CHECK (char_length(subject) >= 1 AND char_length(subject) <= 120),
  constraint course_message_text_check CHECK (char_length(text) >= 1 AND char_length(text) <= 2000)
);
CREATE INDEX course_message_of_sender ON public.course_message USING btree (account_id, sent_at DESC);
CREATE INDEX course_message_recent ON public.course_message USING btree (creator_course_id, sent_at DESC, id DESC);

create table course_message_to (
  message_id uuid not null,
  account_id uuid not null,
  told_at timestamp with time zone,
  attempts smallint default 0 not null,
  due_at timestamp with time zone default now() not null,
  given_up_at timestamp with time zone,
  last_error text,
  constraint course_message_to_pkey PRIMARY KEY (account_id, message_id),
  constraint course_message_to_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint course_message_to_message_id_fkey FOREIGN KEY (message_id) REFERENCES course_message(id) ON DELETE CASCADE
);
CREATE INDEX course_message_due ON public.course_message_to USING btree (due_at) WHERE ((told_at IS NULL) AND (given_up_at IS NULL));
CREATE INDEX course_message_receivers ON public.course_message_to USING btree (message_id);

create table course_picture (
  home_id uuid not null,
  place text not null,
  account_id uuid not null,
  lessons uuid[] default '{}'::uuid[] not null,
  state text not null,
  media_id uuid,
  thumb_id uuid,
  alt text default ''::text not null,
  prompt text default ''::text not null,
  error_code text,
  run_id uuid,
  changed_at timestamp with time zone default now() not null,
  constraint course_picture_pkey PRIMARY KEY (home_id, place),
  constraint course_picture_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint course_picture_media_id_fkey FOREIGN KEY (media_id) REFERENCES media_object(id),
  constraint course_picture_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE SET NULL,
  constraint course_picture_thumb_id_fkey FOREIGN KEY (thumb_id) REFERENCES media_object(id),
  constraint course_picture_alt_check CHECK (char_length(alt) <= 400),
  constraint course_picture_check CHECK ((state = 'drawn'::text) = (media_id IS NOT NULL)),
  constraint course_picture_check1 CHECK ((media_id IS NULL) = (thumb_id IS NULL)),
  constraint course_picture_place_check CHECK (place = 'cover'::text OR place ~~ 'module:%'::text),
  constraint course_picture_state_check CHECK (state = ANY (ARRAY['drawn'::text, 'missing'::text, 'removed'::text]))
);
CREATE INDEX course_picture_by_run ON public.course_picture USING btree (run_id) WHERE (run_id IS NOT NULL);
CREATE INDEX course_picture_media ON public.course_picture USING btree (media_id) WHERE (media_id IS NOT NULL);
CREATE INDEX course_picture_owner ON public.course_picture USING btree (account_id, changed_at, home_id, place);
CREATE INDEX course_picture_run ON public.course_picture USING btree (run_id) WHERE (run_id IS NOT NULL);
CREATE INDEX course_picture_thumb ON public.course_picture USING btree (thumb_id) WHERE (thumb_id IS NOT NULL);

create table course_quote (
  id uuid not null,
  account_id uuid not null,
  form jsonb not null,
  price bigint not null,
  created_at timestamp with time zone default now() not null,
  constraint course_quote_pkey PRIMARY KEY (id),
  constraint course_quote_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint course_quote_price_check CHECK (price >= 0)
);
CREATE INDEX course_quote_of_account ON public.course_quote USING btree (account_id, created_at);
CREATE INDEX course_quote_old ON public.course_quote USING btree (created_at);

create table course_rating (
  account_id uuid not null,
  creator_course_id uuid not null,
  stars smallint not null,
  text text default ''::text not null,
  answer text,
  answered_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  id uuid default gen_random_uuid() not null,
  constraint course_rating_pkey PRIMARY KEY (account_id, creator_course_id),
  constraint course_rating_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint course_rating_creator_course_id_fkey FOREIGN KEY (creator_course_id) REFERENCES creator_course(id) ON DELETE CASCADE,
  constraint course_rating_answer_check CHECK (char_length(answer) >= 1 AND char_length(answer) <= 2000),
  constraint course_rating_stars_check CHECK (stars >= 1 AND stars <= 5),
  constraint course_rating_text_check CHECK (char_length(text) <= 2000)
);
CREATE UNIQUE INDEX course_rating_by_id ON public.course_rating USING btree (id);
CREATE INDEX course_rating_recent ON public.course_rating USING btree (creator_course_id, updated_at DESC, account_id);
CREATE TRIGGER course_rating_counted AFTER INSERT OR DELETE OR UPDATE OF stars ON course_rating FOR EACH ROW EXECUTE FUNCTION count_course_rating();

create table course_report (
  id uuid not null,
  account_id uuid not null,
  creator_course_id uuid not null,
  reason text not null,
  text text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  decided_at timestamp with time zone,
  decision text,
  constraint course_report_pkey PRIMARY KEY (id),
  constraint course_report_account_id_creator_course_id_key UNIQUE (account_id, creator_course_id),
  constraint course_report_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint course_report_creator_course_id_fkey FOREIGN KEY (creator_course_id) REFERENCES creator_course(id) ON DELETE CASCADE,
  constraint course_report_decision_check CHECK (decision = ANY (ARRAY['taken_down'::text, 'dismissed'::text])),
  constraint course_report_reason_check CHECK (reason = ANY (ARRAY['rights'::text, 'false'::text, 'harmful'::text, 'spam'::text, 'other'::text])),
  constraint course_report_text_check CHECK (char_length(text) <= 2000)
);
CREATE INDEX course_report_of_course ON public.course_report USING btree (creator_course_id) WHERE (decided_at IS NULL);
CREATE INDEX course_report_open ON public.course_report USING btree (created_at, id) WHERE (decided_at IS NULL);

create table course_run (
  run_id uuid not null,
  plan jsonb,
  research jsonb,
  course_id uuid,
  target_course_id uuid,
  settled text,
  approved_at timestamp with time zone,
  accepted_lessons uuid[] default '{}'::uuid[] not null,
  constraint course_run_pkey PRIMARY KEY (run_id),
  constraint course_run_course_id_key UNIQUE (course_id),
  constraint course_run_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE CASCADE,
  constraint course_run_target_course_id_fkey FOREIGN KEY (target_course_id) REFERENCES course(id) ON DELETE CASCADE,
  constraint course_run_settled_check CHECK (settled = ANY (ARRAY['accepted'::text, 'discarded'::text]))
);
CREATE INDEX course_run_by_target ON public.course_run USING btree (target_course_id) WHERE (target_course_id IS NOT NULL);

create table course_share (
  course_id uuid not null,
  account_id uuid not null,
  token text not null,
  created_at timestamp with time zone default now() not null,
  constraint course_share_pkey PRIMARY KEY (course_id),
  constraint course_share_token_key UNIQUE (token),
  constraint course_share_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint course_share_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE
);
CREATE INDEX course_share_of_account ON public.course_share USING btree (account_id);

create table course_translation (
  course_id uuid not null,
  language text not null,
  names jsonb,
  frame jsonb,
  frame_hash text,
  run_id uuid,
  made_at timestamp with time zone default now() not null,
  frame_checked_at timestamp with time zone,
  solution text,
  constraint course_translation_pkey PRIMARY KEY (course_id, language),
  constraint course_translation_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE,
  constraint course_translation_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE SET NULL
);
CREATE INDEX course_translation_run ON public.course_translation USING btree (run_id) WHERE (run_id IS NOT NULL);
CREATE INDEX course_translation_unchecked ON public.course_translation USING btree (course_id, language) WHERE ((frame IS NOT NULL) AND (frame_checked_at IS NULL));

create table course_version (
  course_id uuid not null,
  number integer not null,
  content jsonb not null,
  created_at timestamp with time zone default now() not null,
  kind text default 'generated'::text not null,
  changed_lessons uuid[] default '{}'::uuid[] not null,
  edit_session uuid,
  run_id uuid,
  operator_reason text,
  contents jsonb,
  lesson_ids uuid[] generated always as (course_lesson_ids(contents)) stored,
  constraint course_version_pkey PRIMARY KEY (course_id, number),
  constraint course_version_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE,
  constraint course_version_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE SET NULL,
  constraint course_version_kind_check CHECK (kind = ANY (ARRAY['generated'::text, 'regenerated'::text, 'edited'::text, 'restored'::text, 'completed'::text, 'corrected'::text, 'enrolled'::text, 'updated'::text]))
);
CREATE UNIQUE INDEX course_version_one_per_run ON public.course_version USING btree (course_id, run_id) WHERE ((run_id IS NOT NULL) AND (kind <> 'regenerated'::text));
CREATE TRIGGER contents_noted BEFORE INSERT OR UPDATE OF content ON course_version FOR EACH ROW EXECUTE FUNCTION note_course_contents();

create table course_view_day (
  creator_course_id uuid not null,
  day date not null,
  views integer default 0 not null,
  constraint course_view_day_pkey PRIMARY KEY (creator_course_id, day),
  constraint course_view_day_creator_course_id_fkey FOREIGN KEY (creator_course_id) REFERENCES creator_course(id) ON DELETE CASCADE
);

create table creator_course (
  id uuid not null,
  account_id uuid not null,
  title text not null,
  description text not null,
  category text,
  price_cents integer default 0 not null,
  difficulty text default 'beginner'::text not null,
  hours numeric(6,2),
  objectives text default ''::text not null,
  tags text[] default '{}'::text[] not null,
  prerequisites text default ''::text not null,
  status text default 'draft'::text not null,
  version integer default 1 not null,
  client_key text,
  request_hash text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  course_id uuid,
  preview_lessons uuid[] default '{}'::uuid[] not null,
  language text,
  age_group text,
  lesson_count integer default 0 not null,
  duration_minutes integer default 0 not null,
  published_version integer,
  published_at timestamp with time zone,
  renewed_at timestamp with time zone,
  rights_confirmed_at timestamp with time zone,
  taken_down_reason text,
  students integer default 0 not null,
  rating_count integer default 0 not null,
  rating_sum integer default 0 not null,
  search_text text default ''::text not null,
  has_final_test boolean default false not null,
  published_course_id uuid,
  found_text text default ''::text not null,
  constraint creator_course_pkey PRIMARY KEY (id),
  constraint creator_course_account_id_client_key_key UNIQUE (account_id, client_key),
  constraint creator_course_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint creator_course_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE SET NULL,
  constraint creator_course_published_course_id_fkey FOREIGN KEY (published_course_id) REFERENCES course(id) ON DELETE SET NULL,
  constraint creator_course_category_check CHECK (category = ANY (ARRAY['business'::text, 'technology'::text, 'creative'::text, 'personal'::text, 'academic'::text])),
  constraint creator_course_description_check CHECK (char_length(description) >= 1 AND char_length(description) <= 5000),
  constraint creator_course_difficulty_check CHECK (difficulty = ANY (ARRAY['beginner'::text, 'intermediate'::text, 'advanced'::text])),
  constraint creator_course_hours_check CHECK (hours > 0::numeric AND hours <= 1000::numeric),
  constraint creator_course_price_cents_check CHECK (price_cents >= 0 AND price_cents <= 999999),
  constraint creator_course_rating_count_check CHECK (rating_count >= 0),
  constraint creator_course_rating_sum_check CHECK (rating_sum >= 0),
  constraint creator_course_status_check CHECK (status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text])),
  constraint creator_course_students_check CHECK (students >= 0),
  constraint creator_course_title_check CHECK (char_length(title) >= 1 AND char_length(title) <= 200)
);
CREATE INDEX creator_course_content ON public.creator_course USING btree (course_id) WHERE (course_id IS NOT NULL);
CREATE INDEX creator_course_list ON public.creator_course USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX creator_course_list_by_status ON public.creator_course USING btree (account_id, status, created_at DESC, id DESC);
CREATE INDEX creator_course_published_content ON public.creator_course USING btree (published_course_id) WHERE (published_course_id IS NOT NULL);
CREATE INDEX market_cheapest ON public.creator_course USING btree (price_cents, students DESC, id DESC) WHERE (status = 'published'::text);
CREATE INDEX market_facets ON public.creator_course USING btree (category, difficulty, language, price_cents, duration_minutes, rating_count, rating_sum) WHERE (status = 'published'::text);
CREATE INDEX market_found ON public.creator_course USING gin (found_text gin_trgm_ops) WHERE (status = 'published'::text);
CREATE INDEX market_newest ON public.creator_course USING btree (published_at DESC, id DESC) WHERE (status = 'published'::text);
CREATE INDEX market_popular ON public.creator_course USING btree (students DESC, rating_sum DESC, id DESC) WHERE (status = 'published'::text);
CREATE INDEX market_rated ON public.creator_course USING btree ((
CASE
    WHEN (rating_count = 0) THEN (0)::double precision
    ELSE ((rating_sum)::double precision / (rating_count)::double precision)
END) DESC, rating_count DESC, id DESC) WHERE (status = 'published'::text);
CREATE INDEX market_search ON public.creator_course USING gin (search_text gin_trgm_ops) WHERE (status = 'published'::text);
CREATE TRIGGER market_words_noted BEFORE INSERT OR UPDATE OF title, tags, account_id, status, search_text ON creator_course FOR EACH ROW EXECUTE FUNCTION note_market_words();

create table creator_payout (
  id uuid not null,
  account_id uuid,
  stripe_account_id text not null,
  cents bigint not null,
  state text default 'pending'::text not null,
  stripe_transfer_id text,
  failure text,
  created_at timestamp with time zone default now() not null,
  tried_at timestamp with time zone,
  settled_at timestamp with time zone,
  constraint creator_payout_pkey PRIMARY KEY (id),
  constraint creator_payout_stripe_transfer_id_key UNIQUE (stripe_transfer_id),
  constraint creator_payout_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint creator_payout_cents_check CHECK (cents > 0),
  constraint creator_payout_check CHECK ((state = 'pending'::text) = (settled_at IS NULL)),
  constraint creator_payout_state_check CHECK (state = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text, 'returned'::text]))
);
CREATE INDEX creator_payout_due ON public.creator_payout USING btree (tried_at NULLS FIRST) WHERE (state = 'pending'::text);
CREATE UNIQUE INDEX creator_payout_pending ON public.creator_payout USING btree (account_id) WHERE (state = 'pending'::text);
CREATE INDEX creator_payout_recent ON public.creator_payout USING btree (account_id, created_at DESC, id DESC);

create table creator_payout_account (
  account_id uuid not null,
  stripe_account_id text not null,
  country text not null,
  details_submitted boolean default false not null,
  payouts_enabled boolean default false not null,
  created_at timestamp with time zone default now() not null,
  synced_at timestamp with time zone default now() not null,
  constraint creator_payout_account_pkey PRIMARY KEY (account_id),
  constraint creator_payout_account_stripe_account_id_key UNIQUE (stripe_account_id),
  constraint creator_payout_account_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id)
);

create table declined_cards (
  account_id uuid not null,
  course_id uuid not null,
  declined_at timestamp with time zone default now() not null,
  constraint declined_cards_pkey PRIMARY KEY (account_id, course_id),
  constraint declined_cards_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint declined_cards_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE
);
CREATE INDEX declined_cards_course ON public.declined_cards USING btree (course_id);

create table default_cast (
  role text not null,
  service text not null,
  model text,
  changed_at timestamp with time zone default now() not null,
  changed_by uuid,
  constraint default_cast_pkey PRIMARY KEY (role),
  constraint default_cast_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint default_cast_service_known FOREIGN KEY (service) REFERENCES ai_service(name),
  constraint default_cast_role_check CHECK (role = ANY (ARRAY['outline'::text, 'lesson'::text, 'practice'::text, 'review'::text]))
);
CREATE INDEX default_cast_by_account ON public.default_cast USING btree (changed_by) WHERE (changed_by IS NOT NULL);

create table deploy (
  id bigint generated always as identity not null,
  name text not null,
  at timestamp with time zone default now() not null,
  constraint deploy_pkey PRIMARY KEY (id)
);
CREATE INDEX deploy_recent ON public.deploy USING btree (at DESC);

create table device_act (
  account_id uuid not null,
  id uuid not null,
  acted_at timestamp with time zone not null,
  arrived_at timestamp with time zone default now() not null,
  constraint device_act_pkey PRIMARY KEY (account_id, id),
  constraint device_act_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX device_act_arrived ON public.device_act USING btree (arrived_at);

create table due_calendar (
  id uuid not null,
  account_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint due_calendar_pkey PRIMARY KEY (id),
  constraint due_calendar_account_id_key UNIQUE (account_id),
  constraint due_calendar_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table due_calendar_entry (
  calendar_id uuid not null,
  assignment_id uuid not null,
  title text not null,
  class_name text not null,
  due_at timestamp with time zone not null,
  sequence integer default 0 not null,
  changed_at timestamp with time zone default now() not null,
  cancelled_at timestamp with time zone,
  constraint due_calendar_entry_pkey PRIMARY KEY (calendar_id, assignment_id),
  constraint due_calendar_entry_calendar_id_fkey FOREIGN KEY (calendar_id) REFERENCES due_calendar(id) ON DELETE CASCADE
);

create table duration_rollup (
  grain text not null,
  at timestamp with time zone not null,
  measure text not null,
  name text not null,
  lane text not null,
  place smallint not null,
  count bigint not null,
  constraint duration_rollup_pkey PRIMARY KEY (grain, measure, at, name, lane, place),
  constraint duration_rollup_grain_check CHECK (grain = ANY (ARRAY['minute'::text, 'hour'::text, 'day'::text])),
  constraint duration_rollup_measure_check CHECK (measure = ANY (ARRAY['wait'::text, 'run'::text, 'call'::text]))
);

create table enrolment (
  account_id uuid not null,
  creator_course_id uuid not null,
  course_id uuid,
  version integer not null,
  order_id uuid,
  paid_cents integer default 0 not null,
  shares_progress boolean default false not null,
  created_at timestamp with time zone default now() not null,
  refunded_at timestamp with time zone,
  student_id uuid default gen_random_uuid() not null,
  receives_messages boolean default true not null,
  satisfaction smallint,
  satisfaction_at timestamp with time zone,
  opened_lessons uuid[] default '{}'::uuid[] not null,
  exported_at timestamp with time zone,
  constraint enrolment_pkey PRIMARY KEY (account_id, creator_course_id),
  constraint enrolment_course_id_key UNIQUE (course_id),
  constraint enrolment_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint enrolment_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE SET NULL,
  constraint enrolment_order_id_fkey FOREIGN KEY (order_id) REFERENCES billing_order(id) ON DELETE SET NULL,
  constraint enrolment_paid_cents_check CHECK (paid_cents >= 0),
  constraint enrolment_satisfaction_check CHECK (satisfaction >= 1 AND satisfaction <= 5),
  constraint enrolment_satisfaction_dated CHECK ((satisfaction IS NULL) = (satisfaction_at IS NULL))
);
CREATE INDEX enrolment_of_course ON public.enrolment USING btree (creator_course_id, created_at DESC, account_id);
CREATE INDEX enrolment_of_order ON public.enrolment USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE UNIQUE INDEX enrolment_student ON public.enrolment USING btree (student_id);
CREATE TRIGGER enrolment_counted AFTER INSERT OR DELETE OR UPDATE OF refunded_at ON enrolment FOR EACH ROW EXECUTE FUNCTION count_student();

create table evaluation (
  run_id uuid not null,
  name text not null,
  language text not null,
  briefs jsonb not null,
  casts jsonb not null,
  judges jsonb not null,
  is_given boolean default false not null,
  estimate jsonb not null,
  created_at timestamp with time zone default now() not null,
  created_by uuid,
  applied_cast smallint,
  applied_at timestamp with time zone,
  constraint evaluation_pkey PRIMARY KEY (run_id),
  constraint evaluation_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint evaluation_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE CASCADE
);
CREATE INDEX evaluation_by_account ON public.evaluation USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX evaluation_recent ON public.evaluation USING btree (created_at DESC, run_id DESC);

create table evaluation_sample (
  id uuid not null,
  evaluation_id uuid not null,
  brief smallint not null,
  cast_place smallint not null,
  outline jsonb,
  lesson jsonb,
  questions jsonb,
  review jsonb,
  corrected jsonb,
  measures jsonb,
  problems integer,
  constraint evaluation_sample_pkey PRIMARY KEY (id),
  constraint evaluation_sample_evaluation_id_brief_cast_place_key UNIQUE (evaluation_id, brief, cast_place),
  constraint evaluation_sample_evaluation_id_fkey FOREIGN KEY (evaluation_id) REFERENCES evaluation(run_id) ON DELETE CASCADE
);

create table evaluation_verdict (
  id uuid not null,
  evaluation_id uuid not null,
  brief smallint not null,
  first_cast smallint not null,
  second_cast smallint not null,
  judge smallint,
  account_id uuid,
  verdict text not null,
  reasons text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  constraint evaluation_verdict_pkey PRIMARY KEY (id),
  constraint evaluation_verdict_evaluation_id_brief_first_cast_second_ca_key UNIQUE (evaluation_id, brief, first_cast, second_cast, judge),
  constraint evaluation_verdict_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint evaluation_verdict_evaluation_id_fkey FOREIGN KEY (evaluation_id) REFERENCES evaluation(run_id) ON DELETE CASCADE,
  constraint evaluation_verdict_check CHECK (first_cast <> second_cast),
  constraint evaluation_verdict_check1 CHECK ((judge IS NULL) <> (account_id IS NULL)),
  constraint evaluation_verdict_verdict_check CHECK (verdict = ANY (ARRAY['first'::text, 'second'::text, 'tie'::text]))
);
CREATE INDEX evaluation_verdict_by_account ON public.evaluation_verdict USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE UNIQUE INDEX evaluation_verdict_person ON public.evaluation_verdict USING btree (evaluation_id, account_id, brief, LEAST(first_cast, second_cast), GREATEST(first_cast, second_cast)) WHERE (account_id IS NOT NULL);

create table event_attendance (
  event_id uuid not null,
  account_id uuid not null,
  state text not null,
  confirmation_code text,
  order_id uuid,
  held_until timestamp with time zone,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint event_attendance_pkey PRIMARY KEY (event_id, account_id),
  constraint event_attendance_confirmation_code_key UNIQUE (confirmation_code),
  constraint event_attendance_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint event_attendance_event_id_fkey FOREIGN KEY (event_id) REFERENCES local_event(id) ON DELETE CASCADE,
  constraint event_attendance_order_id_fkey FOREIGN KEY (order_id) REFERENCES billing_order(id) ON DELETE SET NULL,
  constraint event_attendance_check CHECK ((state = 'joined'::text) = (confirmation_code IS NOT NULL)),
  constraint event_attendance_check1 CHECK ((state = ANY (ARRAY['offered'::text, 'paying'::text])) = (held_until IS NOT NULL)),
  constraint event_attendance_state_check CHECK (state = ANY (ARRAY['joined'::text, 'waiting'::text, 'offered'::text, 'paying'::text]))
);
CREATE INDEX event_attendance_account ON public.event_attendance USING btree (account_id, created_at DESC);
CREATE INDEX event_attendance_held ON public.event_attendance USING btree (held_until) WHERE (held_until IS NOT NULL);
CREATE INDEX event_attendance_order ON public.event_attendance USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX event_attendance_turn ON public.event_attendance USING btree (event_id, state, created_at);
CREATE INDEX event_attendance_waiting ON public.event_attendance USING btree (event_id) WHERE (state = 'waiting'::text);

create table export_format (
  name text not null,
  constraint export_format_pkey PRIMARY KEY (name)
);

create table failure_rollup (
  grain text not null,
  at timestamp with time zone not null,
  work text not null,
  lane text not null,
  error_code text not null,
  count bigint not null,
  constraint failure_rollup_pkey PRIMARY KEY (grain, at, work, lane, error_code),
  constraint failure_rollup_grain_check CHECK (grain = ANY (ARRAY['minute'::text, 'hour'::text, 'day'::text]))
);

create table final_test (
  id uuid not null,
  account_id uuid not null,
  course_id uuid not null,
  questions jsonb not null,
  answers jsonb,
  right_count integer,
  passed boolean,
  started_at timestamp with time zone default clock_timestamp() not null,
  finished_at timestamp with time zone,
  constraint final_test_pkey PRIMARY KEY (id),
  constraint final_test_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint final_test_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE,
  constraint final_test_check CHECK ((finished_at IS NULL) = (passed IS NULL) AND (finished_at IS NULL) = (answers IS NULL))
);
CREATE INDEX final_test_course ON public.final_test USING btree (course_id, account_id, finished_at DESC);
CREATE UNIQUE INDEX final_test_open ON public.final_test USING btree (account_id, course_id) WHERE (finished_at IS NULL);

create table flash_card (
  account_id uuid not null,
  id uuid not null,
  guid text not null,
  deck text not null,
  course_id uuid,
  lesson_id uuid,
  front text not null,
  back text not null,
  passage text,
  due_at timestamp with time zone default now() not null,
  card jsonb default 'null'::jsonb not null,
  reviews integer default 0 not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  search_text text generated always as (folded_text(((front || ' '::text) || back))) stored,
  constraint flash_card_pkey PRIMARY KEY (account_id, id),
  constraint flash_card_account_id_guid_key UNIQUE (account_id, guid),
  constraint flash_card_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint flash_card_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE SET NULL,
  constraint flash_card_back_check CHECK (char_length(back) >= 1 AND char_length(back) <= 2000),
  constraint flash_card_deck_check CHECK (char_length(deck) >= 1 AND char_length(deck) <= 120),
  constraint flash_card_front_check CHECK (char_length(front) >= 1 AND char_length(front) <= 1000),
  constraint flash_card_guid_check CHECK (char_length(guid) >= 1 AND char_length(guid) <= 120)
);
CREATE INDEX flash_card_course ON public.flash_card USING btree (course_id, account_id, lesson_id) WHERE (course_id IS NOT NULL);
CREATE INDEX flash_card_deck ON public.flash_card USING btree (account_id, deck, created_at DESC, id DESC);
CREATE INDEX flash_card_due ON public.flash_card USING btree (account_id, due_at);
CREATE INDEX flash_card_newest ON public.flash_card USING btree (account_id, created_at DESC, id DESC);

create table flash_card_rating (
  account_id uuid not null,
  id uuid not null,
  card_id uuid not null,
  rating text not null,
  rated_at timestamp with time zone default clock_timestamp() not null,
  card_before jsonb,
  due_before timestamp with time zone,
  reviews_before integer,
  undone_at timestamp with time zone,
  constraint flash_card_rating_pkey PRIMARY KEY (account_id, id),
  constraint flash_card_rating_account_id_card_id_fkey FOREIGN KEY (account_id, card_id) REFERENCES flash_card(account_id, id) ON DELETE CASCADE,
  constraint flash_card_rating_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint flash_card_rating_rating_check CHECK (rating = ANY (ARRAY['again'::text, 'hard'::text, 'good'::text, 'easy'::text]))
);
CREATE INDEX flash_card_rating_card ON public.flash_card_rating USING btree (account_id, card_id);

create table former_student (
  classroom_id uuid not null,
  account_id uuid not null,
  email_hash bytea,
  binds boolean not null,
  ended_at timestamp with time zone default now() not null,
  constraint former_student_pkey PRIMARY KEY (classroom_id, account_id),
  constraint former_student_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint former_student_classroom_id_fkey FOREIGN KEY (classroom_id) REFERENCES classroom(id) ON DELETE CASCADE
);
CREATE INDEX former_student_address ON public.former_student USING btree (email_hash) WHERE binds;
CREATE INDEX former_student_of ON public.former_student USING btree (account_id) WHERE binds;

create table forum_member (
  account_id uuid not null,
  forum_id text not null,
  joined_at timestamp with time zone default now() not null,
  constraint forum_member_pkey PRIMARY KEY (account_id, forum_id),
  constraint forum_member_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint forum_member_forum_id_check CHECK (forum_id = ANY (ARRAY['general'::text, 'technical'::text, 'learning'::text, 'career'::text]))
);
CREATE INDEX forum_member_forum ON public.forum_member USING btree (forum_id);

create table forum_post (
  id uuid not null,
  author_id uuid not null,
  forum_id text,
  group_id uuid,
  lesson_id uuid,
  lesson_title text,
  title text not null,
  content text not null,
  is_pinned boolean default false not null,
  is_locked boolean default false not null,
  is_sample boolean default false not null,
  created_at timestamp with time zone default now() not null,
  edited_at timestamp with time zone,
  active_at timestamp with time zone default now() not null,
  search_text text generated always as (folded_text(((title || ' '::text) || content))) stored,
  constraint forum_post_pkey PRIMARY KEY (id),
  constraint forum_post_author_id_fkey FOREIGN KEY (author_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint forum_post_group_id_fkey FOREIGN KEY (group_id) REFERENCES study_group(id) ON DELETE CASCADE,
  constraint forum_post_check CHECK ((forum_id IS NULL) <> (group_id IS NULL)),
  constraint forum_post_forum_id_check CHECK (forum_id = ANY (ARRAY['general'::text, 'technical'::text, 'learning'::text, 'career'::text]))
);
CREATE INDEX forum_post_all ON public.forum_post USING btree (active_at DESC, id DESC) WHERE (forum_id IS NOT NULL);
CREATE INDEX forum_post_author ON public.forum_post USING btree (author_id, active_at DESC);
CREATE INDEX forum_post_forum ON public.forum_post USING btree (forum_id, active_at DESC, id DESC) WHERE (forum_id IS NOT NULL);
CREATE INDEX forum_post_group ON public.forum_post USING btree (group_id, active_at DESC, id DESC) WHERE (group_id IS NOT NULL);
CREATE INDEX forum_post_lesson ON public.forum_post USING btree (lesson_id, active_at DESC, id DESC) WHERE (lesson_id IS NOT NULL);

create table forum_reply (
  id uuid not null,
  post_id uuid not null,
  author_id uuid not null,
  content text not null,
  created_at timestamp with time zone default now() not null,
  edited_at timestamp with time zone,
  constraint forum_reply_pkey PRIMARY KEY (id),
  constraint forum_reply_author_id_fkey FOREIGN KEY (author_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint forum_reply_post_id_fkey FOREIGN KEY (post_id) REFERENCES forum_post(id) ON DELETE CASCADE
);
CREATE INDEX forum_reply_author ON public.forum_reply USING btree (author_id);
CREATE INDEX forum_reply_post ON public.forum_reply USING btree (post_id, created_at, id);

create table idempotency_key (
  account_id uuid not null,
  key text not null,
  request_hash text not null,
  run_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint idempotency_key_pkey PRIMARY KEY (account_id, key),
  constraint idempotency_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint idempotency_key_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE CASCADE
);
CREATE INDEX idempotency_key_age ON public.idempotency_key USING btree (created_at);
CREATE INDEX idempotency_key_run ON public.idempotency_key USING btree (run_id);

create table interface_file (
  language text not null,
  hash text not null,
  release text not null,
  body text not null,
  untranslated integer not null,
  is_current boolean default true not null,
  made_at timestamp with time zone default now() not null,
  constraint interface_file_pkey PRIMARY KEY (language, hash)
);
CREATE UNIQUE INDEX interface_file_current ON public.interface_file USING btree (language) WHERE is_current;

create table interface_text (
  language text not null,
  source text not null,
  entry jsonb not null,
  service text,
  made_at timestamp with time zone default now() not null,
  constraint interface_text_pkey PRIMARY KEY (language, source)
);

create table kept_topic (
  id uuid not null,
  account_id uuid not null,
  topic text not null,
  kept_at timestamp with time zone default now() not null,
  constraint kept_topic_pkey PRIMARY KEY (id),
  constraint kept_topic_account_id_topic_key UNIQUE (account_id, topic),
  constraint kept_topic_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table known_device (
  id uuid not null,
  account_id uuid not null,
  device_hash bytea not null,
  user_agent text not null,
  first_seen_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  constraint known_device_pkey PRIMARY KEY (id),
  constraint known_device_account_id_device_hash_key UNIQUE (account_id, device_hash),
  constraint known_device_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX known_device_old ON public.known_device USING btree (last_seen_at);

create table leaderboard_entry (
  account_id uuid not null,
  display_name text not null,
  created_at timestamp with time zone default now() not null,
  constraint leaderboard_entry_pkey PRIMARY KEY (account_id),
  constraint leaderboard_entry_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table learner_position (
  account_id uuid not null,
  cell_y integer not null,
  cell_x integer not null,
  subjects text[] default '{}'::text[] not null,
  status text default 'Available'::text not null,
  shared_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint learner_position_pkey PRIMARY KEY (account_id),
  constraint learner_position_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint learner_position_status_check CHECK (status = ANY (ARRAY['Available'::text, 'Busy'::text])),
  constraint learner_position_subjects_check CHECK (cardinality(subjects) <= 5)
);
CREATE INDEX learner_position_age ON public.learner_position USING btree (updated_at);
CREATE INDEX learner_position_cell ON public.learner_position USING btree (cell_y, cell_x, account_id);

create table learning_goal (
  account_id uuid not null,
  subject text not null,
  course_id uuid,
  minutes integer,
  due_on date,
  created_at timestamp with time zone default now() not null,
  constraint learning_goal_pkey PRIMARY KEY (account_id, subject),
  constraint learning_goal_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint learning_goal_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE,
  constraint learning_goal_check CHECK ((course_id IS NULL) = (minutes IS NOT NULL)),
  constraint learning_goal_check1 CHECK ((course_id IS NULL) = (due_on IS NULL)),
  constraint learning_goal_due_on_entered CHECK (due_on >= '1899-12-31'::date AND due_on <= '3000-01-01'::date),
  constraint learning_goal_minutes_check CHECK (minutes >= 5 AND minutes <= 6000)
);
CREATE INDEX learning_goal_course ON public.learning_goal USING btree (course_id) WHERE (course_id IS NOT NULL);

create table ledger_account (
  id bigint generated always as identity not null,
  owner_kind text not null,
  owner_id text not null,
  unit text not null,
  kind text not null,
  balance bigint default 0 not null,
  clock_at timestamp with time zone,
  constraint ledger_account_pkey PRIMARY KEY (id),
  constraint ledger_account_owner_kind_owner_id_unit_kind_key UNIQUE (owner_kind, owner_id, unit, kind),
  constraint ledger_account_covered CHECK (balance >= 0 OR (kind = ANY (ARRAY['issued'::text, 'clearing'::text, 'payable'::text, 'platform'::text]))),
  constraint ledger_account_kind CHECK (unit = 'TOK'::text AND (kind = ANY (ARRAY['available'::text, 'held'::text, 'frozen'::text, 'spent'::text, 'issued'::text, 'expired'::text, 'revoked'::text])) OR unit = 'USD'::text AND (kind = ANY (ARRAY['clearing'::text, 'payable'::text, 'platform'::text]))),
  constraint ledger_account_owner_kind_check CHECK (owner_kind = ANY (ARRAY['user'::text, 'organisation'::text, 'system'::text]))
) with (fillfactor=70);

create table ledger_entry (
  transaction_id uuid not null,
  seq smallint not null,
  account_id bigint not null,
  lot_id uuid,
  amount bigint not null,
  constraint ledger_entry_pkey PRIMARY KEY (transaction_id, seq),
  constraint ledger_entry_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_account(id),
  constraint ledger_entry_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transaction(id),
  constraint ledger_entry_amount_check CHECK (amount <> 0)
);
CREATE INDEX ledger_entry_account ON public.ledger_entry USING btree (account_id);
CREATE TRIGGER ledger_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_entry_apply AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_apply_entries();
CREATE CONSTRAINT TRIGGER ledger_entry_balanced AFTER INSERT ON ledger_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_transaction_balances();

create table ledger_transaction (
  id uuid not null,
  idempotency_key text not null,
  request_hash text not null,
  unit text not null,
  kind text not null,
  owner_kind text not null,
  owner_id text not null,
  actor_id text,
  cause text not null,
  job_id text,
  order_id text,
  change bigint not null,
  balance_after bigint not null,
  at timestamp with time zone default clock_timestamp() not null,
  cause_words jsonb,
  constraint ledger_transaction_pkey PRIMARY KEY (id),
  constraint ledger_transaction_idempotency_key_key UNIQUE (idempotency_key),
  constraint ledger_transaction_kind_check CHECK (kind = ANY (ARRAY['grant'::text, 'reserve'::text, 'capture'::text, 'release'::text, 'expire'::text, 'revoke'::text, 'freeze'::text, 'thaw'::text, 'adjust'::text, 'sale'::text, 'sale_refund'::text, 'payout'::text, 'payout_return'::text])),
  constraint ledger_transaction_unit_check CHECK (unit = ANY (ARRAY['TOK'::text, 'USD'::text]))
);
CREATE INDEX ledger_money_movements ON public.ledger_transaction USING btree (owner_kind, owner_id, at, id) WHERE (unit = 'USD'::text);
CREATE INDEX ledger_movements ON public.ledger_transaction USING btree (owner_kind, owner_id, at DESC, id DESC) WHERE (unit = 'TOK'::text);
CREATE INDEX ledger_movements_by_kind ON public.ledger_transaction USING btree (owner_kind, owner_id, kind, at DESC, id DESC) WHERE (unit = 'TOK'::text);
CREATE INDEX ledger_movements_of_member ON public.ledger_transaction USING btree (owner_id, COALESCE(actor_id, ''::text), at DESC, id DESC) WHERE ((unit = 'TOK'::text) AND (owner_kind = 'organisation'::text));
CREATE INDEX ledger_sales ON public.ledger_transaction USING btree (owner_kind, owner_id, at) INCLUDE (order_id, kind, change) WHERE ((unit = 'USD'::text) AND (kind = ANY (ARRAY['sale'::text, 'sale_refund'::text])));
CREATE INDEX ledger_transaction_order ON public.ledger_transaction USING btree (order_id, at) WHERE (order_id IS NOT NULL);
CREATE TRIGGER ledger_transaction_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_transaction FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

create table lesson_bookmark (
  account_id uuid not null,
  course_id uuid not null,
  lesson_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint lesson_bookmark_pkey PRIMARY KEY (account_id, course_id, lesson_id),
  constraint lesson_bookmark_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint lesson_bookmark_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE
);
CREATE INDEX lesson_bookmark_course ON public.lesson_bookmark USING btree (course_id);

create table lesson_completion (
  account_id uuid not null,
  course_id uuid not null,
  lesson_id uuid not null,
  completed_at timestamp with time zone default now() not null,
  constraint lesson_completion_pkey PRIMARY KEY (account_id, course_id, lesson_id),
  constraint lesson_completion_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint lesson_completion_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE
);
CREATE INDEX lesson_completion_course ON public.lesson_completion USING btree (course_id);
CREATE INDEX lesson_completion_when ON public.lesson_completion USING btree (account_id, completed_at);

create table lesson_note (
  account_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  lesson_id uuid not null,
  passage jsonb,
  text text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (folded_text(((text || ' '::text) || COALESCE((passage ->> 'quote'::text), ''::text)))) stored,
  constraint lesson_note_pkey PRIMARY KEY (account_id, id),
  constraint lesson_note_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint lesson_note_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE,
  constraint lesson_note_check CHECK (passage IS NOT NULL OR text <> ''::text)
);
CREATE INDEX lesson_note_lesson ON public.lesson_note USING btree (course_id, lesson_id);
CREATE INDEX lesson_note_recent ON public.lesson_note USING btree (account_id, created_at DESC, id DESC);

create table lesson_pin (
  course_id uuid not null,
  lesson_id uuid not null,
  pinned_at timestamp with time zone default now() not null,
  constraint lesson_pin_pkey PRIMARY KEY (course_id, lesson_id),
  constraint lesson_pin_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE
);

create table lesson_question (
  id uuid not null,
  creator_course_id uuid not null,
  lesson_id uuid not null,
  account_id uuid not null,
  text text not null,
  answer text,
  answered_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint lesson_question_pkey PRIMARY KEY (id),
  constraint lesson_question_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint lesson_question_creator_course_id_fkey FOREIGN KEY (creator_course_id) REFERENCES creator_course(id) ON DELETE CASCADE,
  constraint lesson_question_answer_check CHECK (char_length(answer) >= 1 AND char_length(answer) <= 2000),
  constraint lesson_question_check CHECK ((answer IS NULL) = (answered_at IS NULL)),
  constraint lesson_question_text_check CHECK (char_length(text) >= 1 AND char_length(text) <= 2000)
);
CREATE INDEX lesson_question_beside ON public.lesson_question USING btree (creator_course_id, lesson_id, created_at DESC);
CREATE INDEX lesson_question_of_asker ON public.lesson_question USING btree (account_id, created_at DESC);
CREATE INDEX lesson_question_recent ON public.lesson_question USING btree (creator_course_id, created_at DESC, id DESC);

create unlogged table lesson_stream (
  step_id uuid not null,
  fence integer not null,
  content text not null,
  lesson_id uuid not null,
  constraint lesson_stream_pkey PRIMARY KEY (step_id, lesson_id),
  constraint lesson_stream_step_id_fkey FOREIGN KEY (step_id) REFERENCES step(id) ON DELETE CASCADE
);

create table lesson_text (
  course_id uuid not null,
  content_hash text not null,
  text text not null,
  is_plain boolean not null,
  constraint lesson_text_pkey PRIMARY KEY (course_id, content_hash),
  constraint lesson_text_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE
);

create table lesson_translation (
  course_id uuid not null,
  language text not null,
  lesson_id uuid not null,
  source_hash text not null,
  texts jsonb,
  untranslated integer default 0 not null,
  service text not null,
  judged_by text,
  made_at timestamp with time zone default now() not null,
  verdict text default 'faithful'::text not null,
  flaw text,
  checked_at timestamp with time zone,
  run_id uuid,
  self_judged boolean default false not null,
  answers jsonb,
  constraint lesson_translation_pkey PRIMARY KEY (course_id, language, lesson_id),
  constraint lesson_translation_course_id_language_fkey FOREIGN KEY (course_id, language) REFERENCES course_translation(course_id, language) ON DELETE CASCADE,
  constraint lesson_translation_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE SET NULL,
  constraint lesson_translation_verdict_check CHECK (verdict = ANY (ARRAY['pending'::text, 'faithful'::text, 'unfaithful'::text]))
);
CREATE INDEX lesson_translation_run ON public.lesson_translation USING btree (run_id) WHERE (run_id IS NOT NULL);
CREATE INDEX lesson_translation_unchecked ON public.lesson_translation USING btree (course_id, language, lesson_id) WHERE (checked_at IS NULL);

create unlogged table live_presence (
  account_id uuid not null,
  process_id uuid not null,
  active boolean default true not null,
  seen_at timestamp with time zone default now() not null,
  typing_room uuid,
  typing_until timestamp with time zone,
  constraint live_presence_pkey PRIMARY KEY (account_id, process_id),
  constraint live_presence_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX live_presence_process ON public.live_presence USING btree (process_id);

create table live_ticket (
  token_hash bytea not null,
  session_id uuid not null,
  expires_at timestamp with time zone not null,
  constraint live_ticket_pkey PRIMARY KEY (token_hash),
  constraint live_ticket_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE
);
CREATE INDEX live_ticket_session ON public.live_ticket USING btree (session_id);

create table local_event (
  id uuid not null,
  account_id uuid,
  title text not null,
  description text default ''::text not null,
  event_type text not null,
  location_name text not null,
  address text not null,
  cell_y integer not null,
  cell_x integer not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  time_zone text not null,
  max_attendees integer not null,
  price_cents integer default 0 not null,
  is_sample boolean default false not null,
  cancelled_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint local_event_pkey PRIMARY KEY (id),
  constraint local_event_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint local_event_check CHECK (ends_at > starts_at),
  constraint local_event_max_attendees_check CHECK (max_attendees > 0),
  constraint local_event_price_cents_check CHECK (price_cents >= 0)
);
CREATE INDEX local_event_account ON public.local_event USING btree (account_id, ends_at DESC);
CREATE INDEX local_event_cancelled ON public.local_event USING btree (cancelled_at) WHERE (cancelled_at IS NOT NULL);
CREATE INDEX local_event_cell ON public.local_event USING btree (cell_y, cell_x, ends_at) WHERE (cancelled_at IS NULL);

create table lti_context (
  id uuid not null,
  platform_id uuid not null,
  context_ref text not null,
  title text not null,
  memberships_url text,
  due_at timestamp with time zone,
  lease_until timestamp with time zone,
  attempts integer default 0 not null,
  last_error text,
  read_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint lti_context_pkey PRIMARY KEY (id),
  constraint lti_context_platform_id_context_ref_key UNIQUE (platform_id, context_ref),
  constraint lti_context_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES lti_platform(id) ON DELETE CASCADE
);
CREATE INDEX lti_context_due ON public.lti_context USING btree (due_at) WHERE (due_at IS NOT NULL);

create table lti_context_member (
  context_id uuid not null,
  subject text not null,
  name text,
  email text,
  roles text[] default '{}'::text[] not null,
  is_active boolean not null,
  constraint lti_context_member_pkey PRIMARY KEY (context_id, subject),
  constraint lti_context_member_context_id_fkey FOREIGN KEY (context_id) REFERENCES lti_context(id) ON DELETE CASCADE
);

create table lti_copy (
  account_id uuid not null,
  source_id uuid not null,
  course_id uuid not null,
  constraint lti_copy_pkey PRIMARY KEY (account_id, source_id),
  constraint lti_copy_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint lti_copy_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE,
  constraint lti_copy_source_id_fkey FOREIGN KEY (source_id) REFERENCES course(id) ON DELETE CASCADE
);

create table lti_key (
  id text not null,
  private_sealed bytea not null,
  public_jwk jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint lti_key_pkey PRIMARY KEY (id)
);

create table lti_link (
  id uuid not null,
  platform_id uuid not null,
  deployment_id text not null,
  resource_link_ref text not null,
  placement_id uuid not null,
  context_id uuid,
  lineitem_url text,
  lineitems_url text,
  making_until timestamp with time zone,
  ags_scopes text[] default '{}'::text[] not null,
  created_at timestamp with time zone default now() not null,
  resource_link text,
  may_be_merged boolean default true not null,
  recount_since timestamp with time zone,
  constraint lti_link_pkey PRIMARY KEY (id),
  constraint lti_link_platform_id_deployment_id_resource_link_ref_key UNIQUE (platform_id, deployment_id, resource_link_ref),
  constraint lti_link_context_id_fkey FOREIGN KEY (context_id) REFERENCES lti_context(id) ON DELETE SET NULL,
  constraint lti_link_placement_id_fkey FOREIGN KEY (placement_id) REFERENCES lti_placement(id) ON DELETE CASCADE,
  constraint lti_link_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES lti_platform(id) ON DELETE CASCADE
);
CREATE INDEX lti_link_of ON public.lti_link USING btree (platform_id, deployment_id, COALESCE(resource_link, resource_link_ref));
CREATE INDEX lti_link_recount ON public.lti_link USING btree (recount_since) WHERE (recount_since IS NOT NULL);

create table lti_login (
  state_hash bytea not null,
  browser_hash bytea not null,
  platform_id uuid not null,
  nonce text not null,
  expires_at timestamp with time zone not null,
  constraint lti_login_pkey PRIMARY KEY (state_hash),
  constraint lti_login_nonce_key UNIQUE (nonce),
  constraint lti_login_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES lti_platform(id) ON DELETE CASCADE
);
CREATE INDEX lti_login_old ON public.lti_login USING btree (expires_at);

create table lti_offer (
  organisation_id uuid not null,
  course_id uuid not null,
  account_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint lti_offer_pkey PRIMARY KEY (organisation_id, course_id),
  constraint lti_offer_account_id_fkey FOREIGN KEY (account_id) REFERENCES organisation_member(account_id) ON DELETE CASCADE,
  constraint lti_offer_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE,
  constraint lti_offer_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE
);

create table lti_placement (
  id uuid not null,
  platform_id uuid not null,
  kind text not null,
  title text not null,
  market_course_id uuid,
  course_id uuid,
  lesson_id text,
  simulation_id uuid,
  created_at timestamp with time zone default now() not null,
  placed_id uuid,
  constraint lti_placement_pkey PRIMARY KEY (id),
  constraint lti_placement_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE,
  constraint lti_placement_kind_known FOREIGN KEY (kind) REFERENCES placed_kind(name),
  constraint lti_placement_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES lti_platform(id) ON DELETE CASCADE,
  constraint lti_placement_simulation_id_fkey FOREIGN KEY (simulation_id) REFERENCES simulation(id) ON DELETE CASCADE,
  constraint lti_placement_check CHECK ((market_course_id IS NULL) <> (course_id IS NULL)),
  constraint lti_placement_check1 CHECK ((kind = 'lesson'::text) = (lesson_id IS NOT NULL)),
  constraint lti_placement_check2 CHECK ((kind = 'simulation'::text) = (simulation_id IS NOT NULL))
);
CREATE INDEX lti_placement_of ON public.lti_placement USING btree (platform_id);

create table lti_platform (
  id uuid not null,
  organisation_id uuid not null,
  name text not null,
  product text not null,
  state text not null,
  issuer text,
  client_id text,
  auth_url text,
  token_url text,
  token_audience text,
  jwks_url text,
  origins text[] default '{}'::text[] not null,
  deployment_ids text[] default '{}'::text[] not null,
  adopts_deployment boolean default false not null,
  registration_hash bytea,
  registration_expires_at timestamp with time zone,
  authorised_by uuid,
  authorised_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  last_launch_at timestamp with time zone,
  audience_used text,
  constraint lti_platform_pkey PRIMARY KEY (id),
  constraint lti_platform_registration_hash_key UNIQUE (registration_hash),
  constraint lti_platform_authorised_by_fkey FOREIGN KEY (authorised_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint lti_platform_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE,
  constraint lti_platform_check CHECK (state = 'waiting'::text OR issuer IS NOT NULL AND client_id IS NOT NULL AND auth_url IS NOT NULL AND token_url IS NOT NULL AND jwks_url IS NOT NULL AND cardinality(origins) > 0),
  constraint lti_platform_check1 CHECK ((registration_hash IS NULL) = (registration_expires_at IS NULL)),
  constraint lti_platform_product_check CHECK (product = ANY (ARRAY['canvas'::text, 'moodle'::text, 'openedx'::text, 'other'::text])),
  constraint lti_platform_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'active'::text, 'paused'::text]))
);
CREATE INDEX lti_platform_of ON public.lti_platform USING btree (organisation_id, created_at);

create table lti_refusal (
  id uuid not null,
  platform_id uuid not null,
  reason text not null,
  detail text,
  refused_at timestamp with time zone default now() not null,
  kind text default 'refused'::text not null,
  constraint lti_refusal_pkey PRIMARY KEY (id),
  constraint lti_refusal_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES lti_platform(id) ON DELETE CASCADE,
  constraint lti_refusal_kind_check CHECK (kind = ANY (ARRAY['refused'::text, 'left_out'::text, 'grade'::text]))
);
CREATE INDEX lti_refusal_of ON public.lti_refusal USING btree (platform_id, refused_at DESC);

create table lti_score (
  id uuid not null,
  link_id uuid not null,
  user_id uuid not null,
  percent integer,
  is_complete boolean not null,
  achieved_at timestamp with time zone not null,
  state text default 'waiting'::text not null,
  due_at timestamp with time zone default now() not null,
  lease_until timestamp with time zone,
  attempts integer default 0 not null,
  last_error text,
  sent_at timestamp with time zone,
  of_merged boolean default false not null,
  constraint lti_score_pkey PRIMARY KEY (id),
  constraint lti_score_link_id_user_id_percent_is_complete_key UNIQUE (link_id, user_id, percent, is_complete),
  constraint lti_score_link_id_fkey FOREIGN KEY (link_id) REFERENCES lti_link(id) ON DELETE CASCADE,
  constraint lti_score_user_id_fkey FOREIGN KEY (user_id) REFERENCES lti_user(id) ON DELETE CASCADE,
  constraint lti_score_percent_check CHECK (percent >= 0 AND percent <= 100),
  constraint lti_score_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sent'::text, 'superseded'::text, 'dropped'::text]))
);
CREATE INDEX lti_score_due ON public.lti_score USING btree (due_at) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX lti_score_progress ON public.lti_score USING btree (link_id, user_id, is_complete) WHERE (percent IS NULL);

create table lti_session (
  token_hash bytea not null,
  platform_id uuid not null,
  user_id uuid not null,
  account_id uuid not null,
  link_id uuid,
  course_id uuid,
  is_teacher boolean default false not null,
  deep_linking jsonb,
  ungraded_since timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  placement_id uuid,
  constraint lti_session_pkey PRIMARY KEY (token_hash),
  constraint lti_session_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint lti_session_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE,
  constraint lti_session_link_id_fkey FOREIGN KEY (link_id) REFERENCES lti_link(id) ON DELETE CASCADE,
  constraint lti_session_placement_id_fkey FOREIGN KEY (placement_id) REFERENCES lti_placement(id) ON DELETE CASCADE,
  constraint lti_session_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES lti_platform(id) ON DELETE CASCADE,
  constraint lti_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES lti_user(id) ON DELETE CASCADE,
  constraint lti_session_check CHECK ((link_id IS NULL) <> (deep_linking IS NULL)),
  constraint lti_session_check1 CHECK ((link_id IS NULL) = (course_id IS NULL))
);
CREATE INDEX lti_session_old ON public.lti_session USING btree (expires_at);
CREATE INDEX lti_session_ungraded ON public.lti_session USING btree (ungraded_since) WHERE (ungraded_since IS NOT NULL);

create table lti_user (
  id uuid not null,
  platform_id uuid not null,
  subject text not null,
  account_id uuid not null,
  email text,
  created_at timestamp with time zone default now() not null,
  last_launch_at timestamp with time zone default now() not null,
  constraint lti_user_pkey PRIMARY KEY (id),
  constraint lti_user_account_id_key UNIQUE (account_id),
  constraint lti_user_platform_id_subject_key UNIQUE (platform_id, subject),
  constraint lti_user_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint lti_user_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES lti_platform(id) ON DELETE CASCADE
);

create table market_code (
  id uuid not null,
  account_id uuid not null,
  creator_course_id uuid,
  code text not null,
  percent smallint not null,
  max_uses integer,
  expires_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint market_code_pkey PRIMARY KEY (id),
  constraint market_code_account_id_code_key UNIQUE (account_id, code),
  constraint market_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint market_code_creator_course_id_fkey FOREIGN KEY (creator_course_id) REFERENCES creator_course(id) ON DELETE CASCADE,
  constraint market_code_code_check CHECK (code ~ '^[A-Z0-9]{3,20}$'::text),
  constraint market_code_max_uses_check CHECK (max_uses >= 1 AND max_uses <= 100000),
  constraint market_code_percent_check CHECK (percent >= 5 AND percent <= 90)
);
CREATE INDEX market_code_of_course ON public.market_code USING btree (creator_course_id) WHERE (creator_course_id IS NOT NULL);
CREATE INDEX market_code_recent ON public.market_code USING btree (account_id, created_at DESC, id DESC);

create table market_code_use (
  order_id uuid not null,
  code_id uuid not null,
  list_cents integer not null,
  created_at timestamp with time zone default now() not null,
  constraint market_code_use_pkey PRIMARY KEY (order_id),
  constraint market_code_use_code_id_fkey FOREIGN KEY (code_id) REFERENCES market_code(id) ON DELETE CASCADE,
  constraint market_code_use_order_id_fkey FOREIGN KEY (order_id) REFERENCES billing_order(id) ON DELETE CASCADE,
  constraint market_code_use_list_cents_check CHECK (list_cents > 0)
);
CREATE INDEX market_code_used ON public.market_code_use USING btree (code_id, created_at);

create table market_word (
  word text not null,
  constraint market_word_pkey PRIMARY KEY (word)
);
CREATE INDEX market_word_alike ON public.market_word USING gin (word gin_trgm_ops);

create table media_object (
  id uuid not null,
  account_id uuid,
  kind text not null,
  type text not null,
  bytes bigint not null,
  sha256 text not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  constraint media_object_pkey PRIMARY KEY (id),
  constraint media_object_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint media_object_bytes_check CHECK (bytes > 0)
);
CREATE INDEX media_object_owner ON public.media_object USING btree (account_id);
CREATE INDEX media_object_unused ON public.media_object USING btree (created_at) WHERE ((deleted_at IS NOT NULL) OR (account_id IS NULL));

create table mentor_message (
  account_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  sender text not null,
  reply_to uuid,
  text text default ''::text not null,
  state text not null,
  engine text,
  engine_used text,
  course_id uuid,
  lesson_id uuid,
  passage text,
  socratic boolean default false not null,
  knows jsonb,
  quotes jsonb default '[]'::jsonb not null,
  safety text,
  error_code text,
  error_detail text,
  centitokens integer default 0 not null,
  paid_by_plan boolean default false not null,
  lease_until timestamp with time zone,
  stop_requested boolean default false not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  ended_at timestamp with time zone,
  search_text text generated always as (folded_text(text)) stored,
  error_reason text,
  manner text,
  constraint mentor_message_pkey PRIMARY KEY (account_id, id),
  constraint mentor_message_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint mentor_message_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE SET NULL,
  constraint mentor_message_engine_known FOREIGN KEY (engine) REFERENCES ai_service(engine),
  constraint mentor_message_engine_used_known FOREIGN KEY (engine_used) REFERENCES ai_service(engine),
  constraint mentor_message_session_id_fkey FOREIGN KEY (session_id) REFERENCES mentor_session(id) ON DELETE CASCADE,
  constraint mentor_message_centitokens_check CHECK (centitokens >= 0),
  constraint mentor_message_check CHECK ((sender = 'other'::text) = (reply_to IS NOT NULL)),
  constraint mentor_message_lease_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text])) = (lease_until IS NOT NULL)),
  constraint mentor_message_safety_check CHECK (safety = ANY (ARRAY['self_harm'::text, 'abuse'::text, 'minors'::text])),
  constraint mentor_message_sender_check CHECK (sender = ANY (ARRAY['user'::text, 'other'::text])),
  constraint mentor_message_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'stopped'::text, 'failed'::text]))
);
CREATE INDEX mentor_message_lease ON public.mentor_message USING btree (lease_until) WHERE (lease_until IS NOT NULL);
CREATE INDEX mentor_message_of_course ON public.mentor_message USING btree (course_id) WHERE (course_id IS NOT NULL);
CREATE INDEX mentor_message_of_session ON public.mentor_message USING btree (session_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX mentor_message_one_sending ON public.mentor_message USING btree (session_id) WHERE (state = 'sending'::text);

create table mentor_session (
  id uuid not null,
  account_id uuid not null,
  title text not null,
  engine text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  tutor_course_id uuid,
  tutor_lesson_id uuid,
  tutor_answers_left integer,
  tutor_by_plan boolean default false not null,
  constraint mentor_session_pkey PRIMARY KEY (id),
  constraint mentor_session_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint mentor_session_engine_known FOREIGN KEY (engine) REFERENCES ai_service(engine),
  constraint mentor_session_tutor_course_id_fkey FOREIGN KEY (tutor_course_id) REFERENCES course(id) ON DELETE SET NULL,
  constraint mentor_session_title_check CHECK (title <> ''::text AND char_length(title) <= 120),
  constraint mentor_session_tutor_answers_left_check CHECK (tutor_answers_left >= 0),
  constraint mentor_session_tutor_lesson CHECK ((tutor_lesson_id IS NULL) = (tutor_answers_left IS NULL))
);
CREATE INDEX mentor_session_of_tutor_course ON public.mentor_session USING btree (tutor_course_id) WHERE (tutor_course_id IS NOT NULL);
CREATE INDEX mentor_session_recent ON public.mentor_session USING btree (account_id, updated_at DESC, id DESC);

create table model_trait (
  base_url text not null,
  model text not null,
  trait text not null,
  value jsonb not null,
  source text not null,
  learnt_at timestamp with time zone default now() not null,
  constraint model_trait_pkey PRIMARY KEY (base_url, model, trait)
);

create table notification (
  id bigint generated always as identity not null,
  account_id uuid not null,
  kind text not null,
  cause text not null,
  subject text not null,
  task_id uuid,
  course_id uuid,
  created_at timestamp with time zone default now() not null,
  read_at timestamp with time zone,
  delivered integer,
  planned integer,
  held_until timestamp with time zone,
  constraint notification_pkey PRIMARY KEY (id),
  constraint notification_account_id_cause_key UNIQUE (account_id, cause),
  constraint notification_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint notification_check CHECK ((delivered IS NULL) = (planned IS NULL) AND delivered >= 0 AND delivered <= planned)
);
CREATE INDEX notification_age ON public.notification USING btree (created_at);
CREATE INDEX notification_recent ON public.notification USING btree (account_id, id DESC);
CREATE INDEX notification_unread ON public.notification USING btree (account_id) WHERE (read_at IS NULL);

create table oauth_client (
  id text not null,
  metadata jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint oauth_client_pkey PRIMARY KEY (id),
  constraint oauth_client_id_check CHECK (length(id) <= 64)
);
CREATE INDEX oauth_client_old ON public.oauth_client USING btree (created_at);

create table oauth_record (
  kind text not null,
  id_hash bytea not null,
  payload jsonb not null,
  grant_hash bytea,
  uid_hash bytea,
  account_id uuid,
  consumed_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  constraint oauth_record_pkey PRIMARY KEY (kind, id_hash),
  constraint oauth_record_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint oauth_record_grant_hash_check CHECK (length(grant_hash) = 32),
  constraint oauth_record_id_hash_check CHECK (length(id_hash) = 32),
  constraint oauth_record_uid_hash_check CHECK (length(uid_hash) = 32)
);
CREATE INDEX oauth_record_of_account ON public.oauth_record USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX oauth_record_of_grant ON public.oauth_record USING btree (grant_hash) WHERE (grant_hash IS NOT NULL);
CREATE INDEX oauth_record_of_uid ON public.oauth_record USING btree (uid_hash) WHERE (uid_hash IS NOT NULL);
CREATE INDEX oauth_record_old ON public.oauth_record USING btree (expires_at);

create table oauth_secret (
  id uuid not null,
  sealed bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint oauth_secret_pkey PRIMARY KEY (id)
);

create table operator_alert (
  id uuid not null,
  rule text not null,
  subject text not null,
  value double precision not null,
  holds_since timestamp with time zone default now() not null,
  opened_at timestamp with time zone,
  ended_at timestamp with time zone,
  owner_id uuid,
  note text default ''::text not null,
  due_at timestamp with time zone,
  alarm_id uuid,
  constraint operator_alert_pkey PRIMARY KEY (id),
  constraint operator_alert_alarm_id_key UNIQUE (alarm_id),
  constraint operator_alert_alarm_id_fkey FOREIGN KEY (alarm_id) REFERENCES billing_alarm(id) ON DELETE SET NULL,
  constraint operator_alert_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint operator_alert_check CHECK (ended_at IS NULL OR opened_at IS NOT NULL),
  constraint operator_alert_note_check CHECK (char_length(note) <= 2000)
);
CREATE INDEX operator_alert_by_owner ON public.operator_alert USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE UNIQUE INDEX operator_alert_live ON public.operator_alert USING btree (rule, subject) WHERE (ended_at IS NULL);
CREATE INDEX operator_alert_recent ON public.operator_alert USING btree (opened_at DESC, id DESC) WHERE (opened_at IS NOT NULL);

create table operator_run_view (
  account_id uuid not null,
  name text not null,
  find text not null,
  created_at timestamp with time zone default now() not null,
  constraint operator_run_view_pkey PRIMARY KEY (account_id, name),
  constraint operator_run_view_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint operator_run_view_find_check CHECK (char_length(find) >= 1 AND char_length(find) <= 2000),
  constraint operator_run_view_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 40)
);

create table operator_setting (
  name text not null,
  value double precision not null,
  updated_at timestamp with time zone default now() not null,
  constraint operator_setting_pkey PRIMARY KEY (name)
);

create table organisation (
  id uuid not null,
  name text not null,
  package_id text not null,
  seats integer not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  constraint organisation_pkey PRIMARY KEY (id),
  constraint organisation_seats_check CHECK (seats > 0)
);
CREATE TRIGGER organisation_way_in_changed AFTER UPDATE OF ends_at ON organisation FOR EACH ROW WHEN (old.ends_at IS DISTINCT FROM new.ends_at) EXECUTE FUNCTION tell_way_in_changed();

create table organisation_arrival (
  token_hash bytea not null,
  browser_hash bytea,
  connection_id uuid not null,
  tester_id uuid,
  identity jsonb,
  problem jsonb,
  next text,
  expires_at timestamp with time zone not null,
  constraint organisation_arrival_pkey PRIMARY KEY (token_hash),
  constraint organisation_arrival_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES organisation_sign_in(organisation_id) ON DELETE CASCADE,
  constraint organisation_arrival_tester_id_fkey FOREIGN KEY (tester_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint organisation_arrival_check CHECK ((identity IS NULL) <> (problem IS NULL))
);
CREATE INDEX organisation_arrival_of_connection ON public.organisation_arrival USING btree (connection_id);
CREATE INDEX organisation_arrival_of_tester ON public.organisation_arrival USING btree (tester_id) WHERE (tester_id IS NOT NULL);
CREATE INDEX organisation_arrival_old ON public.organisation_arrival USING btree (expires_at);

create table organisation_attempt (
  state_hash bytea not null,
  browser_hash bytea not null,
  connection_id uuid not null,
  nonce text,
  code_verifier text,
  request_id text,
  next text,
  tester_id uuid,
  expires_at timestamp with time zone not null,
  constraint organisation_attempt_pkey PRIMARY KEY (state_hash),
  constraint organisation_attempt_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES organisation_sign_in(organisation_id) ON DELETE CASCADE,
  constraint organisation_attempt_tester_id_fkey FOREIGN KEY (tester_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX organisation_attempt_of_connection ON public.organisation_attempt USING btree (connection_id);
CREATE INDEX organisation_attempt_of_tester ON public.organisation_attempt USING btree (tester_id) WHERE (tester_id IS NOT NULL);
CREATE INDEX organisation_attempt_old ON public.organisation_attempt USING btree (expires_at);

create table organisation_certificate (
  organisation_id uuid not null,
  fingerprint text not null,
  pem text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  warned_at timestamp with time zone,
  constraint organisation_certificate_pkey PRIMARY KEY (organisation_id, fingerprint),
  constraint organisation_certificate_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation_sign_in(organisation_id) ON DELETE CASCADE
);

create table organisation_domain (
  id uuid not null,
  organisation_id uuid not null,
  domain text not null,
  added_by uuid,
  added_at timestamp with time zone default now() not null,
  verified_at timestamp with time zone,
  joins boolean default false not null,
  proof text,
  checked_at timestamp with time zone,
  missing_since timestamp with time zone,
  warned_at timestamp with time zone,
  constraint organisation_domain_pkey PRIMARY KEY (id),
  constraint organisation_domain_organisation_id_domain_key UNIQUE (organisation_id, domain),
  constraint organisation_domain_added_by_fkey FOREIGN KEY (added_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint organisation_domain_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint organisation_domain_domain_check CHECK (domain = lower(domain))
);
CREATE INDEX organisation_domain_due ON public.organisation_domain USING btree (checked_at NULLS FIRST);
CREATE UNIQUE INDEX organisation_domain_verified ON public.organisation_domain USING btree (domain) WHERE (verified_at IS NOT NULL);
CREATE TRIGGER domain_way_in_changed AFTER INSERT OR UPDATE OF verified_at, domain ON organisation_domain FOR EACH ROW EXECUTE FUNCTION tell_way_in_changed();

create table organisation_group (
  id uuid not null,
  organisation_id uuid not null,
  name text not null,
  external_id text,
  source text not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  constraint organisation_group_pkey PRIMARY KEY (id),
  constraint organisation_group_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint organisation_group_source_check CHECK (source = ANY (ARRAY['roster'::text, 'scim'::text]))
);
CREATE UNIQUE INDEX organisation_group_external ON public.organisation_group USING btree (organisation_id, external_id) WHERE (external_id IS NOT NULL);
CREATE UNIQUE INDEX organisation_group_name ON public.organisation_group USING btree (organisation_id, lower(name));
CREATE INDEX organisation_group_page ON public.organisation_group USING btree (organisation_id, created_at, id);

create table organisation_group_person (
  group_id uuid not null,
  person_id uuid not null,
  constraint organisation_group_person_pkey PRIMARY KEY (group_id, person_id),
  constraint organisation_group_person_group_id_fkey FOREIGN KEY (group_id) REFERENCES organisation_group(id) ON DELETE CASCADE,
  constraint organisation_group_person_person_id_fkey FOREIGN KEY (person_id) REFERENCES organisation_person(id) ON DELETE CASCADE
);
CREATE INDEX organisation_group_person_of ON public.organisation_group_person USING btree (person_id);

create table organisation_identity (
  organisation_id uuid not null,
  issuer text not null,
  subject text not null,
  account_id uuid not null,
  email text,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  constraint organisation_identity_pkey PRIMARY KEY (organisation_id, issuer, subject),
  constraint organisation_identity_organisation_id_issuer_account_id_key UNIQUE (organisation_id, issuer, account_id),
  constraint organisation_identity_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint organisation_identity_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE
);
CREATE INDEX organisation_identity_of_account ON public.organisation_identity USING btree (account_id);

create table organisation_invite (
  id uuid not null,
  organisation_id uuid not null,
  email text not null,
  token_hash bytea not null,
  role text default 'member'::text not null,
  invited_by uuid,
  sent_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_how text,
  accepted_by uuid,
  constraint organisation_invite_pkey PRIMARY KEY (id),
  constraint organisation_invite_token_hash_key UNIQUE (token_hash),
  constraint organisation_invite_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint organisation_invite_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint organisation_invite_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint organisation_invite_check CHECK ((ended_at IS NULL) = (ended_how IS NULL)),
  constraint organisation_invite_email_check CHECK (email = lower(email)),
  constraint organisation_invite_ended_how_check CHECK (ended_how = ANY (ARRAY['accepted'::text, 'withdrawn'::text, 'expired'::text])),
  constraint organisation_invite_role_check CHECK (role = ANY (ARRAY['owner'::text, 'administrator'::text, 'teacher'::text, 'member'::text]))
);
CREATE INDEX organisation_invite_email ON public.organisation_invite USING btree (email) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX organisation_invite_open ON public.organisation_invite USING btree (organisation_id, email) WHERE (ended_at IS NULL);
CREATE INDEX organisation_invite_page ON public.organisation_invite USING btree (organisation_id, sent_at DESC, id DESC) WHERE (ended_at IS NULL);

create table organisation_member (
  account_id uuid not null,
  organisation_id uuid not null,
  role text not null,
  joined_at timestamp with time zone default now() not null,
  constraint organisation_member_pkey PRIMARY KEY (account_id),
  constraint organisation_member_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint organisation_member_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint organisation_member_role_check CHECK (role = ANY (ARRAY['owner'::text, 'administrator'::text, 'teacher'::text, 'member'::text]))
);
CREATE INDEX organisation_member_owner ON public.organisation_member USING btree (organisation_id, joined_at) WHERE (role = 'owner'::text);
CREATE INDEX organisation_member_page ON public.organisation_member USING btree (organisation_id, ((role <> 'owner'::text)), joined_at, account_id);
CREATE TRIGGER member_way_in_changed AFTER INSERT OR UPDATE OF organisation_id, role ON organisation_member FOR EACH ROW EXECUTE FUNCTION tell_way_in_changed();
CREATE TRIGGER organisation_member_left AFTER DELETE OR UPDATE OF organisation_id ON organisation_member FOR EACH ROW EXECUTE FUNCTION end_organisation_access();

create table organisation_person (
  id uuid not null,
  organisation_id uuid not null,
  account_id uuid,
  email text not null,
  user_name text,
  external_id text,
  given_name text default ''::text not null,
  family_name text default ''::text not null,
  birth_year integer,
  role text default 'member'::text not null,
  state text default 'waiting'::text not null,
  source text not null,
  authorised_by uuid,
  authorised_why text,
  authorised_at timestamp with time zone,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  left_at timestamp with time zone,
  role_by text default 'hand'::text not null,
  hand_role text,
  constraint organisation_person_pkey PRIMARY KEY (id),
  constraint organisation_person_organisation_id_email_key UNIQUE (organisation_id, email),
  constraint organisation_person_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint organisation_person_authorised_by_fkey FOREIGN KEY (authorised_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint organisation_person_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint organisation_person_check CHECK (state <> 'joined'::text OR account_id IS NOT NULL),
  constraint organisation_person_check1 CHECK ((state = 'left'::text) = (left_at IS NOT NULL)),
  constraint organisation_person_check2 CHECK ((authorised_why IS NULL) = (authorised_at IS NULL)),
  constraint organisation_person_email_check CHECK (email = lower(email)),
  constraint organisation_person_hand_role_check CHECK (hand_role = ANY (ARRAY['administrator'::text, 'teacher'::text, 'member'::text])),
  constraint organisation_person_role_by_check CHECK (role_by = ANY (ARRAY['hand'::text, 'directory'::text, 'sign_in'::text])),
  constraint organisation_person_role_check CHECK (role = ANY (ARRAY['owner'::text, 'administrator'::text, 'teacher'::text, 'member'::text])),
  constraint organisation_person_source_check CHECK (source = ANY (ARRAY['purchase'::text, 'invite'::text, 'roster'::text, 'scim'::text, 'sign_in'::text, 'lms'::text, 'domain'::text])),
  constraint organisation_person_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'joined'::text, 'left'::text]))
);
CREATE UNIQUE INDEX organisation_person_account ON public.organisation_person USING btree (account_id) WHERE (state = 'joined'::text);
CREATE UNIQUE INDEX organisation_person_external ON public.organisation_person USING btree (organisation_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX organisation_person_left ON public.organisation_person USING btree (left_at) WHERE ((state = 'left'::text) AND (source <> 'scim'::text));
CREATE INDEX organisation_person_page ON public.organisation_person USING btree (organisation_id, created_at, id);
CREATE UNIQUE INDEX organisation_person_user_name ON public.organisation_person USING btree (organisation_id, lower(user_name)) WHERE (user_name IS NOT NULL);

create table organisation_roster (
  id uuid not null,
  organisation_id uuid not null,
  made_by uuid,
  file_name text not null,
  removes boolean not null,
  authorise_why text,
  state text default 'ready'::text not null,
  columns text[] not null,
  run_id uuid,
  created_at timestamp with time zone default now() not null,
  applied_at timestamp with time zone,
  undone_at timestamp with time zone,
  reading jsonb,
  constraint organisation_roster_pkey PRIMARY KEY (id),
  constraint organisation_roster_made_by_fkey FOREIGN KEY (made_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint organisation_roster_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint organisation_roster_state_check CHECK (state = ANY (ARRAY['ready'::text, 'applying'::text, 'applied'::text, 'undoing'::text, 'undone'::text]))
);
CREATE INDEX organisation_roster_old ON public.organisation_roster USING btree (created_at);
CREATE INDEX organisation_roster_page ON public.organisation_roster USING btree (organisation_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX organisation_roster_under_way ON public.organisation_roster USING btree (organisation_id) WHERE (state = ANY (ARRAY['applying'::text, 'undoing'::text]));

create table organisation_roster_row (
  roster_id uuid not null,
  line integer not null,
  kind text not null,
  email text not null,
  name text not null,
  wanted jsonb,
  before jsonb,
  reason text,
  person_id uuid,
  outcome text,
  applied_version integer,
  constraint organisation_roster_row_pkey PRIMARY KEY (roster_id, line),
  constraint organisation_roster_row_roster_id_fkey FOREIGN KEY (roster_id) REFERENCES organisation_roster(id) ON DELETE CASCADE,
  constraint organisation_roster_row_kind_check CHECK (kind = ANY (ARRAY['added'::text, 'changed'::text, 'removed'::text, 'same'::text, 'refused'::text])),
  constraint organisation_roster_row_outcome_check CHECK (outcome = ANY (ARRAY['done'::text, 'not_done'::text, 'undone'::text, 'kept'::text]))
);
CREATE INDEX organisation_roster_row_kind ON public.organisation_roster_row USING btree (roster_id, kind, line);

create table organisation_scim_request (
  id bigint generated always as identity not null,
  organisation_id uuid not null,
  at timestamp with time zone default clock_timestamp() not null,
  method text not null,
  path text not null,
  status integer not null,
  detail text,
  ms integer not null,
  constraint organisation_scim_request_pkey PRIMARY KEY (id),
  constraint organisation_scim_request_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id)
);
CREATE INDEX organisation_scim_request_old ON public.organisation_scim_request USING btree (at);
CREATE INDEX organisation_scim_request_page ON public.organisation_scim_request USING btree (organisation_id, id DESC);

create table organisation_scim_token (
  id uuid not null,
  organisation_id uuid not null,
  token_hash bytea not null,
  ending text not null,
  made_by uuid,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint organisation_scim_token_pkey PRIMARY KEY (id),
  constraint organisation_scim_token_token_hash_key UNIQUE (token_hash),
  constraint organisation_scim_token_made_by_fkey FOREIGN KEY (made_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint organisation_scim_token_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id)
);
CREATE INDEX organisation_scim_token_of ON public.organisation_scim_token USING btree (organisation_id) WHERE (ended_at IS NULL);

create table organisation_sign_in (
  organisation_id uuid not null,
  slug text not null,
  kind text not null,
  mode text default 'off'::text not null,
  issuer text not null,
  client_id text,
  secret_sealed bytea,
  sso_address text,
  metadata_address text,
  metadata_read_at timestamp with time zone,
  metadata_problem text,
  allows_unsolicited boolean default false not null,
  joins boolean default true not null,
  attributes jsonb default '{}'::jsonb not null,
  roles jsonb default '[]'::jsonb not null,
  revision integer default 1 not null,
  tested_revision integer,
  tested_at timestamp with time zone,
  changed_at timestamp with time zone default now() not null,
  changed_by uuid,
  idle_hours integer,
  longest_hours integer,
  tenants text[] default '{}'::text[] not null,
  constraint organisation_sign_in_pkey PRIMARY KEY (organisation_id),
  constraint organisation_sign_in_slug_key UNIQUE (slug),
  constraint organisation_sign_in_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint organisation_sign_in_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE,
  constraint organisation_sign_in_check CHECK ((kind = 'oidc'::text) = (client_id IS NOT NULL)),
  constraint organisation_sign_in_check1 CHECK ((kind = 'saml'::text) = (sso_address IS NOT NULL)),
  constraint organisation_sign_in_idle_hours_check CHECK (idle_hours >= 1 AND idle_hours <= 2160),
  constraint organisation_sign_in_kind_check CHECK (kind = ANY (ARRAY['oidc'::text, 'saml'::text])),
  constraint organisation_sign_in_longest_hours_check CHECK (longest_hours >= 1 AND longest_hours <= 2160),
  constraint organisation_sign_in_mode_check CHECK (mode = ANY (ARRAY['off'::text, 'offered'::text, 'enforced'::text])),
  constraint organisation_sign_in_slug_check CHECK (slug ~ '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9]){0,1}$'::text)
);
CREATE TRIGGER sign_in_way_in_changed AFTER INSERT OR UPDATE OF mode, changed_by ON organisation_sign_in FOR EACH ROW EXECUTE FUNCTION tell_way_in_changed();

create table organisation_sign_in_failure (
  organisation_id uuid not null,
  day date not null,
  reason text not null,
  count integer default 1 not null,
  last_at timestamp with time zone default now() not null,
  last_detail text,
  last_words text,
  constraint organisation_sign_in_failure_pkey PRIMARY KEY (organisation_id, day, reason),
  constraint organisation_sign_in_failure_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE
);
CREATE INDEX organisation_sign_in_failure_old ON public.organisation_sign_in_failure USING btree (day);

create table organisation_table_reading (
  organisation_id uuid not null,
  head text not null,
  columns text[],
  encoding text,
  chosen_at timestamp with time zone default now() not null,
  constraint organisation_table_reading_pkey PRIMARY KEY (organisation_id, head),
  constraint organisation_table_reading_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id)
);

create table organisation_term (
  order_id uuid not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  organisation_id uuid not null,
  package_id text not null,
  created_at timestamp with time zone default now() not null,
  constraint organisation_term_pkey PRIMARY KEY (order_id, starts_at),
  constraint organisation_term_order_id_fkey FOREIGN KEY (order_id) REFERENCES billing_order(id),
  constraint organisation_term_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint organisation_term_check CHECK (ends_at > starts_at)
);
CREATE INDEX organisation_term_of ON public.organisation_term USING btree (organisation_id);

create table outbox (
  id bigint generated always as identity not null,
  step_id uuid,
  dispatch integer,
  job text not null,
  lane text not null,
  due_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_step_id_dispatch_key UNIQUE (step_id, dispatch),
  constraint outbox_step_id_fkey FOREIGN KEY (step_id) REFERENCES step(id) ON DELETE CASCADE,
  constraint outbox_step_check CHECK ((step_id IS NULL) = (dispatch IS NULL))
);

create table outgoing_mail (
  id bigint generated always as identity not null,
  kind text not null,
  cause text not null,
  account_id uuid,
  recipient text not null,
  data jsonb not null,
  message_id text not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone default now() not null,
  lease_until timestamp with time zone,
  last_error text,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint outgoing_mail_pkey PRIMARY KEY (id),
  constraint outgoing_mail_cause_key UNIQUE (cause),
  constraint outgoing_mail_message_id_key UNIQUE (message_id),
  constraint outgoing_mail_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint outgoing_mail_check CHECK ((state = 'waiting'::text) = (ended_at IS NULL)),
  constraint outgoing_mail_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sent'::text, 'dead'::text]))
);
CREATE INDEX outgoing_mail_account ON public.outgoing_mail USING btree (account_id);
CREATE INDEX outgoing_mail_due ON public.outgoing_mail USING btree (due_at) WHERE (state = 'waiting'::text);
CREATE INDEX outgoing_mail_recipient ON public.outgoing_mail USING btree (recipient) WHERE (account_id IS NULL);

create table outline_draft (
  run_id uuid not null,
  version integer not null,
  draft jsonb not null,
  updated_at timestamp with time zone default now() not null,
  constraint outline_draft_pkey PRIMARY KEY (run_id),
  constraint outline_draft_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE CASCADE,
  constraint outline_draft_version_check CHECK (version >= 1)
);

create table parental_consent (
  account_id uuid not null,
  given_by text not null,
  given_at timestamp with time zone default now() not null,
  parent_email text,
  organisation_id uuid,
  recorded_by uuid,
  reason text,
  constraint parental_consent_pkey PRIMARY KEY (account_id, given_by),
  constraint parental_consent_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint parental_consent_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE,
  constraint parental_consent_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint parental_consent_check CHECK ((given_by = 'parent'::text) = (parent_email IS NOT NULL)),
  constraint parental_consent_check1 CHECK ((given_by = 'school'::text) = (organisation_id IS NOT NULL)),
  constraint parental_consent_check2 CHECK (given_by = 'school'::text OR recorded_by IS NULL AND reason IS NULL),
  constraint parental_consent_check3 CHECK (recorded_by <> account_id),
  constraint parental_consent_given_by_check CHECK (given_by = ANY (ARRAY['parent'::text, 'school'::text])),
  constraint parental_consent_parent_email_check CHECK (parent_email = lower(parent_email))
);
CREATE INDEX parental_consent_organisation ON public.parental_consent USING btree (organisation_id) WHERE (organisation_id IS NOT NULL);
CREATE TRIGGER parental_consent_access AFTER INSERT OR DELETE ON parental_consent FOR EACH STATEMENT EXECUTE FUNCTION tell_chat_access_changed('ages');

create table parental_request (
  account_id uuid not null,
  parent_email text not null,
  asked_at timestamp with time zone default now() not null,
  refused_at timestamp with time zone,
  constraint parental_request_pkey PRIMARY KEY (account_id),
  constraint parental_request_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint parental_request_parent_email_check CHECK (parent_email = lower(parent_email))
);

create table passkey (
  id uuid not null,
  account_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] default '{}'::text[] not null,
  name text not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_credential_id_key UNIQUE (credential_id),
  constraint passkey_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX passkey_of_account ON public.passkey USING btree (account_id, created_at);

create table passkey_challenge (
  challenge_hash bytea not null,
  account_id uuid,
  expires_at timestamp with time zone not null,
  constraint passkey_challenge_pkey PRIMARY KEY (challenge_hash),
  constraint passkey_challenge_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenge_of_account ON public.passkey_challenge USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX passkey_challenge_old ON public.passkey_challenge USING btree (expires_at);

create table paused_work (
  scope text not null,
  name text not null,
  lane text,
  jobs text[] default '{}'::text[] not null,
  paused_at timestamp with time zone default now() not null,
  constraint paused_work_pkey PRIMARY KEY (scope, name),
  constraint paused_work_check CHECK ((scope = 'queue'::text) = (lane IS NOT NULL)),
  constraint paused_work_scope_check CHECK (scope = ANY (ARRAY['queue'::text, 'kind'::text, 'batch'::text, 'schedule'::text]))
);

create table pending_sign_in (
  token_hash bytea not null,
  account_id uuid not null,
  attempts smallint default 0 not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  organisation_id uuid,
  ends_at timestamp with time zone,
  provider_session text,
  constraint pending_sign_in_pkey PRIMARY KEY (token_hash),
  constraint pending_sign_in_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint pending_sign_in_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE
);
CREATE INDEX pending_sign_in_by_organisation ON public.pending_sign_in USING btree (organisation_id) WHERE (organisation_id IS NOT NULL);
CREATE INDEX pending_sign_in_of_account ON public.pending_sign_in USING btree (account_id);
CREATE INDEX pending_sign_in_old ON public.pending_sign_in USING btree (expires_at);

create table person_block (
  account_id uuid not null,
  blocked_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint person_block_pkey PRIMARY KEY (account_id, blocked_id),
  constraint person_block_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint person_block_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint person_block_check CHECK (account_id <> blocked_id)
);
CREATE INDEX person_block_blocked ON public.person_block USING btree (blocked_id);
CREATE TRIGGER person_block_access AFTER INSERT OR DELETE ON person_block FOR EACH STATEMENT EXECUTE FUNCTION tell_chat_access_changed('blocks');

create table person_mute (
  account_id uuid not null,
  muted_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint person_mute_pkey PRIMARY KEY (account_id, muted_id),
  constraint person_mute_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint person_mute_muted_id_fkey FOREIGN KEY (muted_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint person_mute_check CHECK (account_id <> muted_id)
);
CREATE INDEX person_mute_muted ON public.person_mute USING btree (muted_id);

create table placed_kind (
  name text not null,
  constraint placed_kind_pkey PRIMARY KEY (name)
);

create table point_entry (
  id bigint generated always as identity not null,
  account_id uuid not null,
  cause text not null,
  points integer not null,
  created_at timestamp with time zone default now() not null,
  constraint point_entry_pkey PRIMARY KEY (id),
  constraint point_entry_account_id_cause_key UNIQUE (account_id, cause),
  constraint point_entry_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table post_like (
  post_id uuid not null,
  account_id uuid not null,
  liked_at timestamp with time zone default now() not null,
  constraint post_like_pkey PRIMARY KEY (post_id, account_id),
  constraint post_like_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint post_like_post_id_fkey FOREIGN KEY (post_id) REFERENCES forum_post(id) ON DELETE CASCADE
);
CREATE INDEX post_like_account ON public.post_like USING btree (account_id);

create table post_reading (
  account_id uuid not null,
  post_id uuid not null,
  read_at timestamp with time zone default now() not null,
  is_subscribed boolean default false not null,
  constraint post_reading_pkey PRIMARY KEY (account_id, post_id),
  constraint post_reading_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint post_reading_post_id_fkey FOREIGN KEY (post_id) REFERENCES forum_post(id) ON DELETE CASCADE
);
CREATE INDEX post_reading_subscribed ON public.post_reading USING btree (post_id) WHERE is_subscribed;

create table provider_attempt (
  state_hash bytea not null,
  browser_hash bytea not null,
  provider text not null,
  nonce text not null,
  code_verifier text not null,
  account_id uuid,
  terms_accepted boolean default false not null,
  expires_at timestamp with time zone not null,
  constraint provider_attempt_pkey PRIMARY KEY (state_hash),
  constraint provider_attempt_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX provider_attempt_of_account ON public.provider_attempt USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX provider_attempt_old ON public.provider_attempt USING btree (expires_at);

create table provider_identity (
  provider text not null,
  subject text not null,
  account_id uuid not null,
  email text not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  constraint provider_identity_pkey PRIMARY KEY (provider, subject),
  constraint provider_identity_account_id_provider_key UNIQUE (account_id, provider),
  constraint provider_identity_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint provider_identity_provider_check CHECK (provider = ANY (ARRAY['google'::text, 'apple'::text]))
);

create table public_text (
  subject_type text not null,
  subject_id text not null,
  author_id uuid not null,
  href text not null,
  text text not null,
  fingerprint text not null,
  state text not null,
  reasons text[] default '{}'::text[] not null,
  version integer default 1 not null,
  written_at timestamp with time zone default now() not null,
  waits_since timestamp with time zone,
  judgement text,
  judgement_reason text,
  decision text,
  decision_note text,
  decided_at timestamp with time zone,
  decided_by uuid,
  appeal text,
  appealed_at timestamp with time zone,
  constraint public_text_pkey PRIMARY KEY (subject_type, subject_id),
  constraint public_text_author_id_fkey FOREIGN KEY (author_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint public_text_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint public_text_decision_check CHECK (decision = ANY (ARRAY['approve'::text, 'remove'::text, 'warn'::text, 'suspend'::text])),
  constraint public_text_judgement_check CHECK (judgement = ANY (ARRAY['harmless'::text, 'abusive'::text, 'unsure'::text, 'help'::text])),
  constraint public_text_state_check CHECK (state = ANY (ARRAY['clear'::text, 'held'::text, 'removed'::text]))
);
CREATE INDEX public_text_author ON public.public_text USING btree (author_id, subject_type, written_at DESC);
CREATE INDEX public_text_decided_by ON public.public_text USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX public_text_hidden ON public.public_text USING btree (subject_type, subject_id, author_id) WHERE (state <> 'clear'::text);
CREATE INDEX public_text_removed ON public.public_text USING btree (author_id, written_at) WHERE (state = 'removed'::text);
CREATE INDEX public_text_waits ON public.public_text USING btree (waits_since, subject_type, subject_id) WHERE (waits_since IS NOT NULL);
CREATE TRIGGER message_judged AFTER UPDATE OF state ON public_text FOR EACH ROW WHEN (new.subject_type = 'message'::text AND old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION tell_message_judged();

create table publication_version (
  creator_course_id uuid not null,
  number integer not null,
  content jsonb not null,
  published_at timestamp with time zone default now() not null,
  contents jsonb,
  minutes integer[],
  constraint publication_version_pkey PRIMARY KEY (creator_course_id, number),
  constraint publication_version_creator_course_id_fkey FOREIGN KEY (creator_course_id) REFERENCES creator_course(id) ON DELETE CASCADE
);
CREATE TRIGGER contents_noted BEFORE INSERT OR UPDATE OF content ON publication_version FOR EACH ROW EXECUTE FUNCTION note_course_contents();

create table push_delivery (
  notification_id bigint not null,
  subscription_id uuid not null,
  state text default 'waiting'::text not null,
  attempts smallint default 0 not null,
  due_at timestamp with time zone default now() not null,
  lease_until timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  last_error text,
  constraint push_delivery_pkey PRIMARY KEY (notification_id, subscription_id),
  constraint push_delivery_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notification(id) ON DELETE CASCADE,
  constraint push_delivery_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES push_subscription(id) ON DELETE CASCADE,
  constraint push_delivery_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sent'::text, 'dropped'::text]))
);
CREATE INDEX push_delivery_due ON public.push_delivery USING btree (due_at) WHERE (state = 'waiting'::text);
CREATE INDEX push_delivery_of_subscription ON public.push_delivery USING btree (subscription_id);
CREATE INDEX push_delivery_old ON public.push_delivery USING btree (created_at);

create table push_subscription (
  id uuid not null,
  account_id uuid not null,
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  user_agent text not null,
  wants_runs boolean default true not null,
  wants_replies boolean default true not null,
  created_at timestamp with time zone default now() not null,
  wants_reminders boolean default false not null,
  constraint push_subscription_pkey PRIMARY KEY (id),
  constraint push_subscription_endpoint_key UNIQUE (endpoint),
  constraint push_subscription_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint push_subscription_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE
);
CREATE INDEX push_subscription_of_account ON public.push_subscription USING btree (account_id, created_at);
CREATE INDEX push_subscription_of_session ON public.push_subscription USING btree (session_id);

create table question_answer (
  account_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  lesson_id uuid not null,
  question_id text not null,
  is_right boolean not null,
  answered_at timestamp with time zone default clock_timestamp() not null,
  chosen_ids text[] not null,
  arrived_at timestamp with time zone default now() not null,
  constraint question_answer_pkey PRIMARY KEY (account_id, id),
  constraint question_answer_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint question_answer_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE,
  constraint question_answer_chosen_ids_check CHECK (cardinality(chosen_ids) <= 8),
  constraint question_answer_question_id_check CHECK (char_length(question_id) >= 1 AND char_length(question_id) <= 60)
);
CREATE INDEX question_answer_course ON public.question_answer USING btree (course_id);
CREATE INDEX question_answer_lesson ON public.question_answer USING btree (account_id, course_id, lesson_id, question_id, answered_at DESC);
CREATE INDEX question_answer_others ON public.question_answer USING btree (lesson_id, question_id, answered_at DESC);

create table quota_counter (
  id uuid not null,
  owner_kind text not null,
  owner_id text not null,
  feature text not null,
  period_key text not null,
  allowed integer not null,
  used integer default 0 not null,
  held integer default 0 not null,
  resets_at timestamp with time zone,
  constraint quota_counter_pkey PRIMARY KEY (id),
  constraint quota_counter_owner_kind_owner_id_feature_period_key_key UNIQUE (owner_kind, owner_id, feature, period_key),
  constraint quota_counter_allowed_check CHECK (allowed >= 0),
  constraint quota_counter_held_check CHECK (held >= 0),
  constraint quota_counter_kept CHECK ((used + held) <= allowed),
  constraint quota_counter_owner_kind_check CHECK (owner_kind = ANY (ARRAY['user'::text, 'organisation'::text])),
  constraint quota_counter_used_check CHECK (used >= 0)
);

create table quota_hold (
  job_id text not null,
  feature text not null,
  counter_id uuid not null,
  units integer not null,
  state text default 'open'::text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  resolved_at timestamp with time zone,
  key_id uuid,
  worth bigint default 0 not null,
  constraint quota_hold_pkey PRIMARY KEY (job_id, feature),
  constraint quota_hold_counter_id_fkey FOREIGN KEY (counter_id) REFERENCES quota_counter(id),
  constraint quota_hold_check CHECK ((state = 'open'::text) = (resolved_at IS NULL)),
  constraint quota_hold_state_check CHECK (state = ANY (ARRAY['open'::text, 'used'::text, 'released'::text])),
  constraint quota_hold_units_check CHECK (units > 0),
  constraint quota_hold_worth_check CHECK (worth >= 0)
);
CREATE INDEX quota_hold_by_key ON public.quota_hold USING btree (key_id, created_at) WHERE (key_id IS NOT NULL);
CREATE INDEX quota_hold_counter ON public.quota_hold USING btree (counter_id);
CREATE INDEX quota_hold_open ON public.quota_hold USING btree (expires_at) WHERE (state = 'open'::text);

create table rate_limit (
  key character varying(255) not null,
  points integer default 0 not null,
  expire bigint,
  constraint rate_limit_pkey PRIMARY KEY (key)
);

create table reading_place (
  account_id uuid not null,
  course_id uuid not null,
  lesson_id uuid not null,
  position double precision default 0 not null,
  read_at timestamp with time zone default now() not null,
  constraint reading_place_pkey PRIMARY KEY (account_id, course_id),
  constraint reading_place_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint reading_place_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE,
  constraint reading_place_position_check CHECK ("position" >= 0::double precision)
);
CREATE INDEX reading_place_course ON public.reading_place USING btree (course_id);
CREATE INDEX reading_place_recent ON public.reading_place USING btree (account_id, read_at DESC);

create table recovery_code (
  account_id uuid not null,
  number smallint not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint recovery_code_pkey PRIMARY KEY (account_id, number),
  constraint recovery_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES second_factor(account_id) ON DELETE CASCADE
);

create table refund (
  id uuid not null,
  payment_id uuid not null,
  account_id uuid not null,
  stripe_refund_id text,
  amount_cents bigint not null,
  status text default 'requested'::text not null,
  requested_by text not null,
  reason text not null,
  created_at timestamp with time zone default now() not null,
  asked_at timestamp with time zone,
  constraint refund_pkey PRIMARY KEY (id),
  constraint refund_stripe_refund_id_key UNIQUE (stripe_refund_id),
  constraint refund_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint refund_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES billing_payment(id),
  constraint refund_amount_cents_check CHECK (amount_cents > 0),
  constraint refund_requested_by_check CHECK (requested_by = ANY (ARRAY['self'::text, 'operator'::text, 'stripe'::text])),
  constraint refund_status_check CHECK (status = ANY (ARRAY['requested'::text, 'pending'::text, 'succeeded'::text, 'failed'::text]))
);
CREATE INDEX refund_account ON public.refund USING btree (account_id, created_at DESC);
CREATE INDEX refund_payment ON public.refund USING btree (payment_id);
CREATE INDEX refund_waiting ON public.refund USING btree (created_at) WHERE (status = ANY (ARRAY['requested'::text, 'pending'::text]));

create table reply_like (
  reply_id uuid not null,
  account_id uuid not null,
  liked_at timestamp with time zone default now() not null,
  constraint reply_like_pkey PRIMARY KEY (reply_id, account_id),
  constraint reply_like_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint reply_like_reply_id_fkey FOREIGN KEY (reply_id) REFERENCES forum_reply(id) ON DELETE CASCADE
);
CREATE INDEX reply_like_account ON public.reply_like USING btree (account_id);

create table review_card (
  account_id uuid not null,
  course_id uuid not null,
  lesson_id uuid not null,
  question_id text not null,
  due_at timestamp with time zone not null,
  card jsonb not null,
  again_on date,
  constraint review_card_pkey PRIMARY KEY (account_id, course_id, lesson_id, question_id),
  constraint review_card_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint review_card_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE
);
CREATE INDEX review_card_course ON public.review_card USING btree (course_id);
CREATE INDEX review_card_due ON public.review_card USING btree (account_id, due_at);

create table run (
  id uuid not null,
  account_id uuid,
  kind text not null,
  lane text default 'interactive'::text not null,
  request jsonb not null,
  dedupe_key text,
  request_id text not null,
  position bigint generated always as identity not null,
  status text default 'queued'::text not null,
  stage text default 'queued'::text not null,
  progress integer default 0 not null,
  subject text not null,
  title text,
  result jsonb,
  error_code text,
  error_detail text,
  operator_detail text,
  tokens_reserved integer default 0 not null,
  tokens_charged integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  stopped boolean default false not null,
  attempt integer default 1 not null,
  parent_id uuid,
  payer_id uuid,
  capped_id uuid,
  notified_id uuid,
  is_parked boolean default false not null,
  pruned_at timestamp with time zone,
  figures jsonb,
  promoted_at timestamp with time zone,
  avoided_services text[] default '{}'::text[] not null,
  by_vendor_batch boolean default false not null,
  paid_from text,
  of_library boolean default false not null,
  constraint run_pkey PRIMARY KEY (id),
  constraint run_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint run_capped_id_fkey FOREIGN KEY (capped_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint run_notified_id_fkey FOREIGN KEY (notified_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint run_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES run(id) ON DELETE CASCADE,
  constraint run_payer_id_fkey FOREIGN KEY (payer_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint run_attempt_check CHECK (attempt >= 1),
  constraint run_check CHECK ((status = 'failed'::text) = (error_code IS NOT NULL)),
  constraint run_lane_check CHECK (lane = ANY (ARRAY['interactive'::text, 'batch'::text])),
  constraint run_paid_from_check CHECK (paid_from = ANY (ARRAY['plan'::text, 'own'::text, 'organisation'::text])),
  constraint run_progress_check CHECK (progress >= 0 AND progress <= 100),
  constraint run_status_check CHECK (status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])),
  constraint run_tokens_charged_check CHECK (tokens_charged >= 0),
  constraint run_tokens_reserved_check CHECK (tokens_reserved >= 0)
);
CREATE INDEX run_admission ON public.run USING btree (status, lane, "position") WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX run_by_account ON public.run USING btree (account_id, created_at DESC);
CREATE INDEX run_by_capped ON public.run USING btree (capped_id) WHERE (capped_id IS NOT NULL);
CREATE INDEX run_by_kind ON public.run USING btree (kind, status, created_at DESC);
CREATE INDEX run_by_notified ON public.run USING btree (notified_id) WHERE (notified_id IS NOT NULL);
CREATE INDEX run_by_parent ON public.run USING btree (parent_id, status) WHERE (parent_id IS NOT NULL);
CREATE INDEX run_by_payer ON public.run USING btree (payer_id) WHERE (payer_id IS NOT NULL);
CREATE INDEX run_ended ON public.run USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX run_failed_by_code ON public.run USING btree (error_code, created_at DESC) WHERE (error_code IS NOT NULL);
CREATE INDEX run_for_creator_course ON public.run USING btree (((request ->> 'creator_course_id'::text))) WHERE ((request ->> 'creator_course_id'::text) IS NOT NULL);
CREATE INDEX run_found ON public.run USING gin (folded_text(((((subject || ' '::text) || COALESCE(title, ''::text)) || ' '::text) || COALESCE(error_detail, ''::text))) gin_trgm_ops);
CREATE INDEX run_history ON public.run USING btree (kind, finished_at DESC) WHERE (status = 'completed'::text);
CREATE INDEX run_last_ended ON public.run USING btree (finished_at DESC NULLS LAST, id DESC);
CREATE INDEX run_newest ON public.run USING btree (created_at DESC, id DESC);
CREATE UNIQUE INDEX run_one_live_per_request ON public.run USING btree (account_id, dedupe_key) NULLS NOT DISTINCT WHERE ((status = ANY (ARRAY['queued'::text, 'running'::text])) AND (dedupe_key IS NOT NULL));
CREATE INDEX run_recent_by_form ON public.run USING btree (account_id, dedupe_key, finished_at DESC) WHERE (status = 'completed'::text);
CREATE INDEX run_text ON public.run USING gin (lower(((((subject || ' '::text) || COALESCE(title, ''::text)) || ' '::text) || COALESCE(error_detail, ''::text))) gin_trgm_ops);
CREATE INDEX run_to_delete ON public.run USING btree (finished_at) WHERE ((pruned_at IS NOT NULL) AND (status = ANY (ARRAY['failed'::text, 'cancelled'::text])));
CREATE INDEX run_to_prune ON public.run USING btree (finished_at) WHERE ((pruned_at IS NULL) AND (status = ANY (ARRAY['completed'::text, 'failed'::text, 'cancelled'::text])));

create table run_cost (
  run_id uuid not null,
  micro_usd bigint default 0 not null,
  calls integer default 0 not null,
  services text[] default '{}'::text[] not null,
  constraint run_cost_pkey PRIMARY KEY (run_id),
  constraint run_cost_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE CASCADE
);
CREATE INDEX run_cost_by_service ON public.run_cost USING gin (services);
CREATE INDEX run_cost_by_sum ON public.run_cost USING btree (micro_usd DESC, run_id DESC);

create table run_event (
  id bigint generated always as identity not null,
  run_id uuid not null,
  at timestamp with time zone default clock_timestamp() not null,
  event text not null,
  text text not null,
  words jsonb,
  constraint run_event_pkey PRIMARY KEY (id),
  constraint run_event_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE CASCADE
);
CREATE INDEX run_event_by_run ON public.run_event USING btree (run_id, id);

create table run_source (
  run_id uuid not null,
  source_id uuid not null,
  name text not null,
  place integer not null,
  constraint run_source_pkey PRIMARY KEY (run_id, source_id),
  constraint run_source_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE CASCADE
);

create table run_total (
  day date not null,
  kind text not null,
  status text not null,
  runs integer not null,
  calls integer not null,
  cost_micro_usd bigint not null,
  constraint run_total_pkey PRIMARY KEY (day, kind, status)
);

create table sales_message (
  id uuid not null,
  package_id text,
  name text not null,
  email text not null,
  organisation text not null,
  message text not null,
  at timestamp with time zone default clock_timestamp() not null,
  answered_at timestamp with time zone,
  answered_by uuid,
  constraint sales_message_pkey PRIMARY KEY (id),
  constraint sales_message_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint sales_message_check CHECK (answered_by IS NULL OR answered_at IS NOT NULL)
);
CREATE INDEX sales_message_answered ON public.sales_message USING btree (at DESC, id DESC) WHERE (answered_at IS NOT NULL);
CREATE INDEX sales_message_open ON public.sales_message USING btree (at DESC, id DESC) WHERE (answered_at IS NULL);

create table saved_course (
  account_id uuid not null,
  course_id uuid not null,
  saved_at timestamp with time zone default now() not null,
  constraint saved_course_pkey PRIMARY KEY (account_id, course_id),
  constraint saved_course_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint saved_course_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE
);
CREATE INDEX saved_course_course ON public.saved_course USING btree (course_id);
CREATE INDEX saved_course_recent ON public.saved_course USING btree (account_id, saved_at DESC, course_id DESC);

create table second_factor (
  account_id uuid not null,
  secret bytea not null,
  confirmed_at timestamp with time zone,
  failures smallint default 0 not null,
  failing_since timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint second_factor_pkey PRIMARY KEY (account_id),
  constraint second_factor_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE TRIGGER factor_gone AFTER DELETE ON second_factor FOR EACH ROW EXECUTE FUNCTION tell_factor_gone();
CREATE TRIGGER factor_way_in_changed AFTER INSERT OR UPDATE OF confirmed_at ON second_factor FOR EACH ROW EXECUTE FUNCTION tell_way_in_changed();

create table second_factor_step (
  account_id uuid not null,
  step bigint not null,
  used_at timestamp with time zone default now() not null,
  constraint second_factor_step_pkey PRIMARY KEY (account_id, step),
  constraint second_factor_step_account_id_fkey FOREIGN KEY (account_id) REFERENCES second_factor(account_id) ON DELETE CASCADE
);
CREATE INDEX second_factor_step_old ON public.second_factor_step USING btree (used_at);

create table server_lane (
  host text not null,
  models jsonb default '{}'::jsonb not null,
  concurrency integer default 1 not null,
  rates jsonb default '{}'::jsonb not null,
  since_trial integer default 0 not null,
  pause integer default 2 not null,
  call_ms double precision default 5000 not null,
  constraint server_lane_pkey PRIMARY KEY (host),
  constraint server_lane_concurrency_check CHECK (concurrency > 0)
);

create table server_turn (
  id uuid not null,
  host text not null,
  account_id uuid,
  lane text not null,
  asked_at timestamp with time zone default clock_timestamp() not null,
  begun_at timestamp with time zone,
  ended_at timestamp with time zone,
  lease_until timestamp with time zone not null,
  constraint server_turn_pkey PRIMARY KEY (id),
  constraint server_turn_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint server_turn_host_fkey FOREIGN KEY (host) REFERENCES server_lane(host) ON DELETE CASCADE,
  constraint server_turn_lane_check CHECK (lane = ANY (ARRAY['interactive'::text, 'batch'::text]))
);
CREATE INDEX server_turn_in_line ON public.server_turn USING btree (host, asked_at);
CREATE INDEX server_turn_of_account ON public.server_turn USING btree (account_id) WHERE (account_id IS NOT NULL);

create table service_budget (
  service text not null,
  day_cents integer,
  month_cents integer,
  at_end text not null,
  changed_at timestamp with time zone default now() not null,
  changed_by uuid,
  constraint service_budget_pkey PRIMARY KEY (service),
  constraint service_budget_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint service_budget_service_known FOREIGN KEY (service) REFERENCES ai_service(name),
  constraint service_budget_at_end_check CHECK (at_end = ANY (ARRAY['others'::text, 'wait'::text])),
  constraint service_budget_check CHECK (day_cents IS NOT NULL OR month_cents IS NOT NULL),
  constraint service_budget_day_cents_check CHECK (day_cents > 0),
  constraint service_budget_month_cents_check CHECK (month_cents > 0)
);
CREATE INDEX service_budget_by_account ON public.service_budget USING btree (changed_by) WHERE (changed_by IS NOT NULL);

create table service_connection (
  service text not null,
  kind text not null,
  base_url text not null,
  key_sealed bytea,
  key_hint text,
  model text not null,
  context_tokens integer,
  price_input double precision,
  price_output double precision,
  changed_at timestamp with time zone default now() not null,
  changed_by uuid,
  constraint service_connection_pkey PRIMARY KEY (service),
  constraint service_connection_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint service_connection_service_known FOREIGN KEY (service) REFERENCES ai_service(name),
  constraint service_connection_check CHECK ((price_input IS NULL) = (price_output IS NULL)),
  constraint service_connection_check1 CHECK ((kind = 'compatible'::text) = (context_tokens IS NOT NULL)),
  constraint service_connection_check3 CHECK (kind = 'compatible'::text OR key_sealed IS NOT NULL),
  constraint service_connection_kind_check CHECK (kind = ANY (ARRAY['vendor'::text, 'compatible'::text, 'vertex'::text]))
);
CREATE INDEX service_connection_by_account ON public.service_connection USING btree (changed_by) WHERE (changed_by IS NOT NULL);

create table service_spend_day (
  service text not null,
  day date not null,
  micro_usd bigint default 0 not null,
  presumed_micro_usd bigint default 0 not null,
  constraint service_spend_day_pkey PRIMARY KEY (service, day)
);

create table session (
  id uuid not null,
  account_id uuid not null,
  cookie_hash bytea not null,
  cookie_seen boolean default false not null,
  generation integer default 1 not null,
  rotated_at timestamp with time zone default now() not null,
  user_agent text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  revoked_reason text,
  organisation_id uuid,
  ends_at timestamp with time zone,
  provider_session text,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_cookie_hash_key UNIQUE (cookie_hash),
  constraint session_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint session_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE SET NULL
);
CREATE INDEX session_account ON public.session USING btree (account_id, created_at DESC);
CREATE INDEX session_by_organisation ON public.session USING btree (organisation_id) WHERE (organisation_id IS NOT NULL);
CREATE INDEX session_organisation ON public.session USING btree (organisation_id) WHERE ((organisation_id IS NOT NULL) AND (revoked_at IS NULL));
CREATE TRIGGER session_changed AFTER DELETE OR UPDATE OF revoked_at, expires_at, cookie_seen ON session FOR EACH ROW EXECUTE FUNCTION tell_session_changed();

create table simulation (
  id uuid not null,
  home_id uuid not null,
  place smallint not null,
  account_id uuid not null,
  run_id uuid,
  wish text not null,
  scene jsonb,
  written_by text,
  checked_by text,
  created_at timestamp with time zone default now() not null,
  constraint simulation_pkey PRIMARY KEY (id),
  constraint simulation_home_id_place_key UNIQUE (home_id, place),
  constraint simulation_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint simulation_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE SET NULL,
  constraint simulation_place_check CHECK (place >= 1 AND place <= 4)
);
CREATE INDEX simulation_account ON public.simulation USING btree (account_id, created_at);
CREATE INDEX simulation_run ON public.simulation USING btree (run_id);

create table solved_task (
  account_id uuid not null,
  simulation_id uuid not null,
  task smallint not null,
  solved_at timestamp with time zone default now() not null,
  constraint solved_task_pkey PRIMARY KEY (account_id, simulation_id, task),
  constraint solved_task_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint solved_task_simulation_id_fkey FOREIGN KEY (simulation_id) REFERENCES simulation(id) ON DELETE CASCADE,
  constraint solved_task_task_check CHECK (task >= 0)
);
CREATE INDEX solved_task_simulation ON public.solved_task USING btree (simulation_id);

create table source (
  id uuid not null,
  account_id uuid not null,
  type text not null,
  name text not null,
  address text,
  file_id uuid,
  run_id uuid,
  sha256 text,
  text_config regconfig default 'simple'::regconfig not null,
  pages integer,
  words integer default 0 not null,
  ready_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  hidden_slides integer default 0 not null,
  constraint source_pkey PRIMARY KEY (id),
  constraint source_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint source_file_id_fkey FOREIGN KEY (file_id) REFERENCES media_object(id),
  constraint source_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE SET NULL,
  constraint source_check CHECK ((address IS NOT NULL) = (type = 'web'::text)),
  constraint source_type_check CHECK (type = ANY (ARRAY['pdf'::text, 'docx'::text, 'pptx'::text, 'epub'::text, 'markdown'::text, 'text'::text, 'web'::text]))
);
CREATE INDEX source_file ON public.source USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX source_newest ON public.source USING btree (account_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX source_once ON public.source USING btree (account_id, sha256) WHERE (sha256 IS NOT NULL);
CREATE UNIQUE INDEX source_page_once ON public.source USING btree (account_id, address) WHERE (address IS NOT NULL);
CREATE INDEX source_run ON public.source USING btree (run_id) WHERE (run_id IS NOT NULL);

create table source_passage (
  source_id uuid not null,
  number integer not null,
  page integer,
  headings text[] default '{}'::text[] not null,
  starts_at integer not null,
  body text not null,
  search tsvector not null,
  constraint source_passage_pkey PRIMARY KEY (source_id, number),
  constraint source_passage_source_id_fkey FOREIGN KEY (source_id) REFERENCES source(id) ON DELETE CASCADE,
  constraint source_passage_number_check CHECK (number > 0)
);
CREATE INDEX source_passage_search ON public.source_passage USING gin (search);

create table spend_day (
  day date not null,
  account_id uuid not null,
  micro_usd bigint default 0 not null,
  calls integer default 0 not null,
  presumed_micro_usd bigint default 0 not null,
  constraint spend_day_pkey PRIMARY KEY (day, account_id)
);

create table step (
  id uuid not null,
  run_id uuid not null,
  job text not null,
  key text not null,
  item_id uuid,
  state text default 'queued'::text not null,
  dispatch integer default 1 not null,
  dispatched_at timestamp with time zone default now() not null,
  due_at timestamp with time zone default now() not null,
  fence integer default 0 not null,
  lease_until timestamp with time zone,
  worker text,
  service text,
  tried jsonb default '[]'::jsonb not null,
  input_hash text,
  output jsonb,
  error_code text,
  error_detail text,
  created_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  call_id uuid,
  fallback jsonb,
  call_begun jsonb,
  passed_over text[] default '{}'::text[] not null,
  payload jsonb,
  look_until timestamp with time zone,
  answer jsonb,
  label text,
  constraint step_pkey PRIMARY KEY (id),
  constraint step_run_id_key_key UNIQUE (run_id, key),
  constraint step_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE CASCADE,
  constraint step_answer_check CHECK (answer IS NULL OR (state = ANY (ARRAY['queued'::text, 'running'::text]))),
  constraint step_check CHECK (state <> 'running'::text OR lease_until IS NOT NULL),
  constraint step_state_check CHECK (state = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text]))
);
CREATE INDEX step_ended ON public.step USING btree (finished_at) WHERE (state = ANY (ARRAY['completed'::text, 'failed'::text]));
CREATE INDEX step_failed ON public.step USING btree (finished_at DESC, id DESC) WHERE (state = 'failed'::text);
CREATE INDEX step_leases ON public.step USING btree (lease_until) WHERE (state = 'running'::text);
CREATE INDEX step_waiting ON public.step USING btree (due_at) WHERE (state = 'queued'::text);
CREATE TRIGGER step_added_up AFTER INSERT ON step FOR EACH ROW WHEN (new.state = ANY (ARRAY['completed'::text, 'failed'::text])) EXECUTE FUNCTION append_step_delta();
CREATE TRIGGER step_change_added_up AFTER UPDATE ON step FOR EACH ROW WHEN (((new.state = ANY (ARRAY['completed'::text, 'failed'::text])) OR (old.state = ANY (ARRAY['completed'::text, 'failed'::text]))) AND (new.state IS DISTINCT FROM old.state OR new.finished_at IS DISTINCT FROM old.finished_at OR new.started_at IS DISTINCT FROM old.started_at OR new.created_at IS DISTINCT FROM old.created_at OR new.error_code IS DISTINCT FROM old.error_code)) EXECUTE FUNCTION append_step_delta();

create table step_delta (
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  job text not null,
  lane text not null,
  error_code text,
  wait_place smallint not null,
  run_place smallint not null,
  count smallint not null,
  constraint step_delta_pkey PRIMARY KEY (id)
);

create table stripe_event (
  event_id text not null,
  type text not null,
  object_id text not null,
  api_version text,
  created timestamp with time zone not null,
  received_at timestamp with time zone default now() not null,
  state text default 'pending'::text not null,
  attempts integer default 0 not null,
  next_at timestamp with time zone default now() not null,
  last_error text,
  constraint stripe_event_pkey PRIMARY KEY (event_id),
  constraint stripe_event_state_check CHECK (state = ANY (ARRAY['pending'::text, 'done'::text, 'ignored'::text, 'dead'::text]))
);
CREATE INDEX stripe_event_due ON public.stripe_event USING btree (next_at) WHERE (state = 'pending'::text);
CREATE INDEX stripe_event_over ON public.stripe_event USING btree (received_at) WHERE (state = ANY (ARRAY['done'::text, 'ignored'::text]));

create table study_group (
  id uuid not null,
  name text not null,
  description text not null,
  is_public boolean default true not null,
  is_sample boolean default false not null,
  creator_id uuid,
  created_at timestamp with time zone default now() not null,
  search_text text generated always as (folded_text(((name || ' '::text) || description))) stored,
  constraint study_group_pkey PRIMARY KEY (id),
  constraint study_group_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES account(id) ON DELETE SET NULL
);
CREATE INDEX study_group_creator ON public.study_group USING btree (creator_id);
CREATE INDEX study_group_recent ON public.study_group USING btree (created_at DESC, id DESC);

create table study_group_member (
  group_id uuid not null,
  account_id uuid not null,
  standing text not null,
  joined_at timestamp with time zone default now() not null,
  constraint study_group_member_pkey PRIMARY KEY (group_id, account_id),
  constraint study_group_member_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint study_group_member_group_id_fkey FOREIGN KEY (group_id) REFERENCES study_group(id) ON DELETE CASCADE,
  constraint study_group_member_standing_check CHECK (standing = ANY (ARRAY['requested'::text, 'member'::text, 'owner'::text]))
);
CREATE INDEX study_group_member_account ON public.study_group_member USING btree (account_id, joined_at DESC);
CREATE TRIGGER study_group_member_access AFTER INSERT OR DELETE OR UPDATE OF standing ON study_group_member FOR EACH STATEMENT EXECUTE FUNCTION tell_chat_access_changed('members');

create table study_participant (
  room_id uuid not null,
  account_id uuid not null,
  joined_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  left_at timestamp with time zone,
  constraint study_participant_pkey PRIMARY KEY (room_id, account_id),
  constraint study_participant_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint study_participant_room_id_fkey FOREIGN KEY (room_id) REFERENCES study_room(id) ON DELETE CASCADE
);
CREATE INDEX study_participant_account ON public.study_participant USING btree (account_id);
CREATE INDEX study_participant_there ON public.study_participant USING btree (seen_at) WHERE (left_at IS NULL);
CREATE TRIGGER study_participant_access AFTER INSERT OR DELETE OR UPDATE OF left_at ON study_participant FOR EACH STATEMENT EXECUTE FUNCTION tell_chat_access_changed('members');

create table study_place (
  id uuid not null,
  account_id uuid,
  name text not null,
  description text default ''::text not null,
  address text not null,
  cell_y integer not null,
  cell_x integer not null,
  type text not null,
  hours text default ''::text not null,
  amenities text[] default '{}'::text[] not null,
  is_sample boolean default false not null,
  created_at timestamp with time zone default now() not null,
  constraint study_place_pkey PRIMARY KEY (id),
  constraint study_place_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL
);
CREATE INDEX study_place_account ON public.study_place USING btree (account_id);
CREATE INDEX study_place_cell ON public.study_place USING btree (cell_y, cell_x, id);

create table study_place_rating (
  place_id uuid not null,
  account_id uuid not null,
  stars smallint not null,
  rated_at timestamp with time zone default now() not null,
  constraint study_place_rating_pkey PRIMARY KEY (place_id, account_id),
  constraint study_place_rating_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint study_place_rating_place_id_fkey FOREIGN KEY (place_id) REFERENCES study_place(id) ON DELETE CASCADE,
  constraint study_place_rating_stars_check CHECK (stars >= 1 AND stars <= 5)
);
CREATE INDEX study_place_rating_account ON public.study_place_rating USING btree (account_id);

create table study_room (
  id uuid not null,
  account_id uuid,
  client_key uuid not null,
  name text not null,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint study_room_pkey PRIMARY KEY (id),
  constraint study_room_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX study_room_key ON public.study_room USING btree (account_id, client_key);
CREATE INDEX study_room_open ON public.study_room USING btree (created_at DESC, id) WHERE (ended_at IS NULL);

create table study_signal (
  id bigint generated always as identity not null,
  room_id uuid not null,
  from_id uuid not null,
  to_id uuid not null,
  data text not null,
  created_at timestamp with time zone default now() not null,
  constraint study_signal_pkey PRIMARY KEY (id),
  constraint study_signal_from_id_fkey FOREIGN KEY (from_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint study_signal_room_id_fkey FOREIGN KEY (room_id) REFERENCES study_room(id) ON DELETE CASCADE,
  constraint study_signal_to_id_fkey FOREIGN KEY (to_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX study_signal_age ON public.study_signal USING btree (created_at);
CREATE INDEX study_signal_from ON public.study_signal USING btree (from_id);
CREATE INDEX study_signal_room ON public.study_signal USING btree (room_id);
CREATE INDEX study_signal_to ON public.study_signal USING btree (to_id);

create table subscription (
  id uuid not null,
  account_id uuid not null,
  package_id text not null,
  order_id uuid,
  for_organisation boolean default false not null,
  stripe_subscription_id text,
  status text not null,
  anchor timestamp with time zone not null,
  period_start timestamp with time zone not null,
  period_end timestamp with time zone not null,
  trial_end timestamp with time zone,
  cancel_at_period_end boolean default false not null,
  next_package_id text,
  stripe_schedule_id text,
  previewed jsonb,
  ended_at timestamp with time zone,
  synced_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  asked_at timestamp with time zone,
  intent jsonb,
  intent_at timestamp with time zone,
  turn uuid,
  turn_until timestamp with time zone,
  constraint subscription_pkey PRIMARY KEY (id),
  constraint subscription_stripe_subscription_id_key UNIQUE (stripe_subscription_id),
  constraint subscription_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint subscription_order_id_fkey FOREIGN KEY (order_id) REFERENCES billing_order(id),
  constraint subscription_check CHECK (intent IS NULL OR intent_at IS NOT NULL),
  constraint subscription_check1 CHECK ((turn IS NULL) = (turn_until IS NULL)),
  constraint subscription_status_check CHECK (status = ANY (ARRAY['trialing'::text, 'active'::text, 'past_due'::text, 'canceled'::text, 'incomplete'::text, 'unpaid'::text, 'paused'::text]))
);
CREATE INDEX subscription_account ON public.subscription USING btree (account_id, created_at DESC);
CREATE INDEX subscription_intent ON public.subscription USING btree (intent_at) WHERE ((intent IS NOT NULL) AND (status <> 'canceled'::text));
CREATE UNIQUE INDEX subscription_live ON public.subscription USING btree (account_id, for_organisation) WHERE (status = ANY (ARRAY['trialing'::text, 'active'::text, 'past_due'::text]));
CREATE INDEX subscription_overdue ON public.subscription USING btree (LEAST(period_end,
CASE status
    WHEN 'trialing'::text THEN trial_end
    ELSE NULL::timestamp with time zone
END)) WHERE ((stripe_subscription_id IS NOT NULL) AND (status <> 'canceled'::text));
CREATE INDEX subscription_trial_end ON public.subscription USING btree (COALESCE(trial_end, period_end)) WHERE (status = 'trialing'::text);
CREATE INDEX subscription_unheard ON public.subscription USING btree (synced_at) WHERE ((stripe_subscription_id IS NOT NULL) AND (status <> 'canceled'::text));

create table text_proposal (
  id uuid not null,
  account_id uuid,
  language text not null,
  source text not null,
  proposed text not null,
  state text default 'open'::text not null,
  created_at timestamp with time zone default now() not null,
  decided_at timestamp with time zone,
  decided_by uuid,
  constraint text_proposal_pkey PRIMARY KEY (id),
  constraint text_proposal_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint text_proposal_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint text_proposal_state_check CHECK (state = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text]))
);
CREATE INDEX text_proposal_account ON public.text_proposal USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX text_proposal_decider ON public.text_proposal USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE UNIQUE INDEX text_proposal_once ON public.text_proposal USING btree (account_id, language, source) WHERE (state = 'open'::text);
CREATE INDEX text_proposal_open ON public.text_proposal USING btree (created_at, id) WHERE (state = 'open'::text);

create table text_report (
  id uuid not null,
  subject_type text not null,
  subject_id text not null,
  account_id uuid,
  reason text not null,
  text text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  closed_at timestamp with time zone,
  constraint text_report_pkey PRIMARY KEY (id),
  constraint text_report_subject_type_subject_id_account_id_key UNIQUE (subject_type, subject_id, account_id),
  constraint text_report_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint text_report_subject_type_subject_id_fkey FOREIGN KEY (subject_type, subject_id) REFERENCES public_text(subject_type, subject_id) ON DELETE CASCADE
);
CREATE INDEX text_report_account ON public.text_report USING btree (account_id, created_at DESC);

create table token_hold (
  id uuid not null,
  owner_kind text not null,
  owner_id text not null,
  job_id text not null,
  amount bigint not null,
  captured bigint default 0 not null,
  state text default 'open'::text not null,
  cause text not null,
  actor_id text,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  resolved_at timestamp with time zone,
  cause_words jsonb,
  key_id uuid,
  constraint token_hold_pkey PRIMARY KEY (id),
  constraint token_hold_job_id_key UNIQUE (job_id),
  constraint token_hold_amount_check CHECK (amount > 0),
  constraint token_hold_check CHECK (captured >= 0 AND captured <= amount),
  constraint token_hold_check1 CHECK ((state = 'open'::text) = (resolved_at IS NULL)),
  constraint token_hold_check2 CHECK (state <> 'released'::text OR captured = 0),
  constraint token_hold_state_check CHECK (state = ANY (ARRAY['open'::text, 'captured'::text, 'released'::text]))
);
CREATE INDEX token_hold_by_actor ON public.token_hold USING btree (owner_id, actor_id, created_at) WHERE (owner_kind = 'organisation'::text);
CREATE INDEX token_hold_by_key ON public.token_hold USING btree (key_id, created_at) WHERE (key_id IS NOT NULL);
CREATE INDEX token_hold_open ON public.token_hold USING btree (expires_at) WHERE (state = 'open'::text);

create table token_hold_lot (
  hold_id uuid not null,
  lot_id uuid not null,
  amount bigint not null,
  captured bigint default 0 not null,
  constraint token_hold_lot_pkey PRIMARY KEY (hold_id, lot_id),
  constraint token_hold_lot_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES token_hold(id),
  constraint token_hold_lot_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES token_lot(id),
  constraint token_hold_lot_amount_check CHECK (amount > 0),
  constraint token_hold_lot_check CHECK (captured >= 0 AND captured <= amount)
);
CREATE INDEX token_hold_lot_lot ON public.token_hold_lot USING btree (lot_id);

create table token_lot (
  id uuid not null,
  owner_kind text not null,
  owner_id text not null,
  source text not null,
  priority smallint not null,
  amount bigint not null,
  remaining bigint not null,
  held bigint default 0 not null,
  spent bigint default 0 not null,
  dead bigint default 0 not null,
  frozen bigint default 0 not null,
  effective_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  period_key text not null,
  order_id text,
  subscription_id text,
  frozen_at timestamp with time zone,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint token_lot_pkey PRIMARY KEY (id),
  constraint token_lot_order_id_key UNIQUE (order_id),
  constraint token_lot_owner_kind_owner_id_source_period_key_key UNIQUE (owner_kind, owner_id, source, period_key),
  constraint token_lot_amount_check CHECK (amount > 0),
  constraint token_lot_dead_check CHECK (dead >= 0),
  constraint token_lot_ends_later CHECK (expires_at > effective_at),
  constraint token_lot_frozen CHECK (frozen_at IS NULL OR remaining = 0),
  constraint token_lot_frozen_check CHECK (frozen >= 0),
  constraint token_lot_held_check CHECK (held >= 0),
  constraint token_lot_owner_kind_check CHECK (owner_kind = ANY (ARRAY['user'::text, 'organisation'::text])),
  constraint token_lot_parts CHECK ((remaining + held + spent + dead + frozen) = amount),
  constraint token_lot_remaining_check CHECK (remaining >= 0),
  constraint token_lot_revoked CHECK (revoked_at IS NULL OR remaining = 0 AND frozen = 0),
  constraint token_lot_source_check CHECK (source = ANY (ARRAY['daily'::text, 'monthly'::text, 'trial'::text, 'purchase'::text, 'reward'::text, 'return'::text, 'admin'::text])),
  constraint token_lot_spent_check CHECK (spent >= 0)
) with (fillfactor=70);
CREATE INDEX token_lot_burn_order ON public.token_lot USING btree (owner_kind, owner_id, priority, expires_at, effective_at, id) WHERE (remaining > 0);
CREATE INDEX token_lot_ending ON public.token_lot USING btree (owner_kind, owner_id, expires_at) WHERE ((remaining > 0) AND (expires_at IS NOT NULL));
CREATE INDEX token_lot_expiring ON public.token_lot USING btree (expires_at) WHERE ((remaining > 0) AND (expires_at IS NOT NULL));
CREATE INDEX token_lot_subscription ON public.token_lot USING btree (subscription_id) WHERE (subscription_id IS NOT NULL);

create table trial_use (
  account_id uuid not null,
  email_hash bytea not null,
  via text not null,
  at timestamp with time zone default now() not null,
  constraint trial_use_pkey PRIMARY KEY (account_id),
  constraint trial_use_email_hash_key UNIQUE (email_hash),
  constraint trial_use_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint trial_use_via_check CHECK (via = ANY (ARRAY['local'::text, 'checkout'::text]))
);

create table used_assertion (
  connection_id uuid not null,
  assertion_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_assertion_pkey PRIMARY KEY (connection_id, assertion_hash),
  constraint used_assertion_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES organisation_sign_in(organisation_id) ON DELETE CASCADE
);
CREATE INDEX used_assertion_old ON public.used_assertion USING btree (expires_at);

create table used_id_token (
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_id_token_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX used_id_token_old ON public.used_id_token USING btree (expires_at);

create table user_settings (
  account_id uuid not null,
  language text not null,
  theme text not null,
  notify_email boolean not null,
  notify_push boolean not null,
  notify_course_reminders boolean not null,
  high_contrast boolean not null,
  large_text boolean not null,
  reduced_motion boolean not null,
  screen_reader boolean not null,
  keyboard_navigation boolean not null,
  stay_on_lesson boolean not null,
  data_sharing boolean not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  time_zone text default 'UTC'::text not null,
  quiet_from time without time zone,
  quiet_until time without time zone,
  next_reminder_at timestamp with time zone,
  interface_language text,
  operator_rewrites boolean default true not null,
  opens_on text,
  reminder_time time without time zone,
  reminder_asked_at timestamp with time zone,
  constraint user_settings_pkey PRIMARY KEY (account_id),
  constraint user_settings_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint user_settings_language_check CHECK (language = ANY (ARRAY['english'::text, 'spanish'::text, 'french'::text, 'german'::text, 'italian'::text, 'portuguese'::text, 'russian'::text, 'chinese'::text, 'japanese'::text, 'korean'::text, 'arabic'::text, 'hindi'::text])),
  constraint user_settings_opens_on_check CHECK (opens_on = ANY (ARRAY['builder'::text, 'courses'::text, 'studio'::text, 'console'::text])),
  constraint user_settings_quiet_hours CHECK ((quiet_from IS NULL) = (quiet_until IS NULL) AND quiet_from IS DISTINCT FROM quiet_until OR quiet_from IS NULL AND quiet_until IS NULL),
  constraint user_settings_theme_check CHECK (theme = ANY (ARRAY['light'::text, 'dark'::text, 'auto'::text]))
);
CREATE INDEX user_settings_reminder ON public.user_settings USING btree (next_reminder_at) WHERE notify_course_reminders;
CREATE INDEX user_settings_shared ON public.user_settings USING btree (account_id DESC) WHERE data_sharing;

create table vendor_batch (
  id uuid not null,
  batch_id uuid not null,
  service text not null,
  model text not null,
  state text default 'submitting'::text not null,
  vendor_id text,
  vendor_state text,
  requests integer not null,
  tries smallint default 0 not null,
  not_ours text[] default '{}'::text[] not null,
  problem text,
  created_at timestamp with time zone default now() not null,
  submitted_at timestamp with time zone,
  looked_at timestamp with time zone,
  due_at timestamp with time zone default now() not null,
  held_until timestamp with time zone,
  cancel_asked_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint vendor_batch_pkey PRIMARY KEY (id),
  constraint vendor_batch_service_vendor_id_key UNIQUE (service, vendor_id),
  constraint vendor_batch_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES run(id) ON DELETE CASCADE,
  constraint vendor_batch_state_check CHECK (state = ANY (ARRAY['submitting'::text, 'submitted'::text, 'ended'::text, 'failed'::text]))
);
CREATE INDEX vendor_batch_due ON public.vendor_batch USING btree (due_at) WHERE (state = ANY (ARRAY['submitting'::text, 'submitted'::text]));
CREATE INDEX vendor_batch_of ON public.vendor_batch USING btree (batch_id, created_at);
CREATE UNIQUE INDEX vendor_batch_one_submission ON public.vendor_batch USING btree (service) WHERE (state = 'submitting'::text);

create table vendor_batch_item (
  id uuid not null,
  vendor_batch_id uuid,
  batch_id uuid not null,
  run_id uuid not null,
  step_id uuid not null,
  account_id uuid,
  service text not null,
  model text not null,
  purpose text not null,
  input_hash text not null,
  attempt integer not null,
  request jsonb,
  state text default 'waiting'::text not null,
  answer text,
  finish text,
  input_tokens integer,
  cached_tokens integer,
  output_tokens integer,
  problem text,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint vendor_batch_item_pkey PRIMARY KEY (id),
  constraint vendor_batch_item_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint vendor_batch_item_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES run(id) ON DELETE CASCADE,
  constraint vendor_batch_item_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE CASCADE,
  constraint vendor_batch_item_step_id_fkey FOREIGN KEY (step_id) REFERENCES step(id) ON DELETE CASCADE,
  constraint vendor_batch_item_vendor_batch_id_fkey FOREIGN KEY (vendor_batch_id) REFERENCES vendor_batch(id) ON DELETE CASCADE,
  constraint vendor_batch_item_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sent'::text, 'answered'::text, 'failed'::text, 'cancelled'::text]))
);
CREATE INDEX vendor_batch_item_account ON public.vendor_batch_item USING btree (account_id);
CREATE INDEX vendor_batch_item_in ON public.vendor_batch_item USING btree (vendor_batch_id, state);
CREATE INDEX vendor_batch_item_of ON public.vendor_batch_item USING btree (batch_id) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX vendor_batch_item_once ON public.vendor_batch_item USING btree (step_id, input_hash, attempt) WHERE (state <> 'cancelled'::text);
CREATE INDEX vendor_batch_item_run ON public.vendor_batch_item USING btree (run_id);
CREATE INDEX vendor_batch_item_waiting ON public.vendor_batch_item USING btree (created_at) WHERE (state = 'waiting'::text);

create table vendor_call (
  id uuid not null,
  account_id uuid,
  run_id uuid,
  step_id uuid,
  service text not null,
  model text not null,
  purpose text not null,
  started_at timestamp with time zone default now() not null,
  ms integer,
  outcome text not null,
  http_status integer,
  input_tokens integer,
  cached_tokens integer,
  output_tokens integer,
  cost_micro_usd bigint,
  detail text,
  discarded boolean default false not null,
  price_share real default 1 not null,
  constraint vendor_call_pkey PRIMARY KEY (id),
  constraint vendor_call_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint vendor_call_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE SET NULL,
  constraint vendor_call_outcome_check CHECK (outcome = ANY (ARRAY['ok'::text, 'rate_limited'::text, 'unavailable'::text, 'timed_out'::text, 'refused'::text, 'broken'::text, 'aborted'::text]))
);
CREATE INDEX vendor_call_account ON public.vendor_call USING btree (account_id, started_at DESC);
CREATE INDEX vendor_call_by_run ON public.vendor_call USING btree (run_id);
CREATE INDEX vendor_call_of_no_run ON public.vendor_call USING btree (started_at) WHERE (run_id IS NULL);
CREATE INDEX vendor_call_purpose ON public.vendor_call USING btree (purpose, run_id);
CREATE INDEX vendor_call_recent ON public.vendor_call USING btree (started_at DESC);
CREATE TRIGGER vendor_call_added_up AFTER INSERT ON vendor_call REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION append_call_delta();
CREATE TRIGGER vendor_call_change_added_up AFTER UPDATE ON vendor_call REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION append_call_delta();
CREATE TRIGGER vendor_call_corrected AFTER UPDATE ON vendor_call REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION correct_run_cost();
CREATE TRIGGER vendor_call_counted AFTER INSERT ON vendor_call REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_run_cost();

create table vendor_lane (
  service text not null,
  model text not null,
  request_level double precision not null,
  token_level double precision not null,
  refilled_at timestamp with time zone default now() not null,
  closed_until timestamp with time zone,
  failures integer default 0 not null,
  open_until timestamp with time zone,
  probe_until timestamp with time zone,
  paused_at timestamp with time zone,
  unanswered_since timestamp with time zone,
  unanswered_at timestamp with time zone,
  shut_for text,
  constraint vendor_lane_pkey PRIMARY KEY (service, model)
);

create table video_clip (
  run_id uuid not null,
  account_id uuid not null,
  title text not null,
  prompt text not null,
  negative_prompt text default ''::text not null,
  mode text not null,
  seconds integer not null,
  image_id uuid,
  image_name text,
  video_id uuid,
  poster_id uuid,
  created_at timestamp with time zone default now() not null,
  captions text,
  constraint video_clip_pkey PRIMARY KEY (run_id),
  constraint video_clip_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint video_clip_image_id_fkey FOREIGN KEY (image_id) REFERENCES media_object(id),
  constraint video_clip_poster_id_fkey FOREIGN KEY (poster_id) REFERENCES media_object(id),
  constraint video_clip_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE CASCADE,
  constraint video_clip_video_id_fkey FOREIGN KEY (video_id) REFERENCES media_object(id),
  constraint video_clip_mode_check CHECK (mode = ANY (ARRAY['fast'::text, 'quality'::text])),
  constraint video_clip_seconds_check CHECK (seconds > 0)
);
CREATE INDEX video_clip_image ON public.video_clip USING btree (image_id) WHERE (image_id IS NOT NULL);
CREATE INDEX video_clip_newest ON public.video_clip USING btree (account_id, created_at DESC, run_id DESC);
CREATE INDEX video_clip_poster ON public.video_clip USING btree (poster_id) WHERE (poster_id IS NOT NULL);
CREATE INDEX video_clip_video ON public.video_clip USING btree (video_id) WHERE (video_id IS NOT NULL);

create table voice_note (
  id uuid not null,
  account_id uuid not null,
  title text not null,
  audio_id uuid not null,
  seconds double precision not null,
  transcription text default ''::text not null,
  heard jsonb,
  run_id uuid,
  created_at timestamp with time zone default now() not null,
  search_text text generated always as (folded_text(((title || ' '::text) || transcription))) stored,
  constraint voice_note_pkey PRIMARY KEY (id),
  constraint voice_note_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint voice_note_audio_id_fkey FOREIGN KEY (audio_id) REFERENCES media_object(id),
  constraint voice_note_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE SET NULL,
  constraint voice_note_seconds_check CHECK (seconds >= 0::double precision)
);
CREATE INDEX voice_note_audio ON public.voice_note USING btree (audio_id);
CREATE INDEX voice_note_newest ON public.voice_note USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX voice_note_run ON public.voice_note USING btree (run_id) WHERE (run_id IS NOT NULL);

create table voice_upload_part (
  account_id uuid not null,
  upload_id uuid not null,
  number integer not null,
  bytes bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint voice_upload_part_pkey PRIMARY KEY (account_id, upload_id, number),
  constraint voice_upload_part_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint voice_upload_part_number_check CHECK (number >= 0 AND number <= 63)
);
CREATE INDEX voice_upload_part_age ON public.voice_upload_part USING btree (created_at);

create table webhook (
  id uuid not null,
  account_id uuid not null,
  holder text not null,
  organisation_id uuid,
  url text not null,
  events text[] not null,
  secret_sealed bytea not null,
  old_secret_sealed bytea,
  old_secret_until timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  ended_why text,
  failures integer default 0 not null,
  failing_since timestamp with time zone,
  rests_until timestamp with time zone,
  is_quick boolean default false not null,
  constraint webhook_pkey PRIMARY KEY (id),
  constraint webhook_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint webhook_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE,
  constraint webhook_check CHECK ((holder = 'organisation'::text) = (organisation_id IS NOT NULL)),
  constraint webhook_check1 CHECK ((ended_at IS NULL) = (ended_why IS NULL)),
  constraint webhook_check2 CHECK ((old_secret_sealed IS NULL) = (old_secret_until IS NULL)),
  constraint webhook_ended_why_check CHECK (ended_why = ANY (ARRAY['owner'::text, 'failing'::text, 'gone'::text, 'left'::text])),
  constraint webhook_events_check CHECK (cardinality(events) > 0),
  constraint webhook_holder_check CHECK (holder = ANY (ARRAY['account'::text, 'organisation'::text, 'operator'::text]))
);
CREATE INDEX webhook_of_account ON public.webhook USING btree (account_id, holder);
CREATE INDEX webhook_of_operators ON public.webhook USING btree (created_at) WHERE (holder = 'operator'::text);
CREATE INDEX webhook_of_organisation ON public.webhook USING btree (organisation_id) WHERE (organisation_id IS NOT NULL);

create table webhook_delivery (
  webhook_id uuid not null,
  event_id uuid not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone default now() not null,
  tried_until timestamp with time zone not null,
  lease_until timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint webhook_delivery_pkey PRIMARY KEY (webhook_id, event_id),
  constraint webhook_delivery_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhook_event(id) ON DELETE CASCADE,
  constraint webhook_delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE,
  constraint webhook_delivery_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text, 'withheld'::text]))
);
CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (webhook_id, due_at) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_delivery_held ON public.webhook_delivery USING btree (lease_until) WHERE (lease_until IS NOT NULL);
CREATE INDEX webhook_delivery_log ON public.webhook_delivery USING btree (webhook_id, created_at DESC, event_id DESC);
CREATE INDEX webhook_delivery_of_event ON public.webhook_delivery USING btree (event_id);

create table webhook_event (
  id uuid not null,
  seq bigint generated always as identity not null,
  account_id uuid,
  organisation_id uuid,
  type text not null,
  object_id text not null,
  data jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint webhook_event_pkey PRIMARY KEY (id),
  constraint webhook_event_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint webhook_event_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE,
  constraint webhook_event_check CHECK (account_id IS NULL OR organisation_id IS NULL)
);
CREATE INDEX webhook_event_of_account ON public.webhook_event USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX webhook_event_of_organisation ON public.webhook_event USING btree (organisation_id) WHERE (organisation_id IS NOT NULL);
CREATE INDEX webhook_event_old ON public.webhook_event USING btree (created_at);

create table webhook_try (
  webhook_id uuid not null,
  event_id uuid not null,
  number integer not null,
  at timestamp with time zone not null,
  took_ms integer not null,
  status smallint,
  answer text,
  error text,
  constraint webhook_try_pkey PRIMARY KEY (webhook_id, event_id, number),
  constraint webhook_try_webhook_id_event_id_fkey FOREIGN KEY (webhook_id, event_id) REFERENCES webhook_delivery(webhook_id, event_id) ON DELETE CASCADE
);
CREATE INDEX webhook_try_newest ON public.webhook_try USING btree (webhook_id, at DESC);

create table words_answer (
  account_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  lesson_id uuid,
  question_id text not null,
  asked jsonb not null,
  text text not null,
  grade jsonb,
  second jsonb,
  written_at timestamp with time zone default clock_timestamp() not null,
  constraint words_answer_pkey PRIMARY KEY (account_id, id),
  constraint words_answer_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint words_answer_course_id_fkey FOREIGN KEY (course_id) REFERENCES course(id) ON DELETE CASCADE,
  constraint words_answer_check CHECK (char_length(text) >= 1 AND char_length(text) <=
CASE
    WHEN lesson_id IS NULL THEN 8000
    ELSE 2000
END),
  constraint words_answer_question_id_check CHECK (char_length(question_id) >= 1 AND char_length(question_id) <= 60)
);
CREATE INDEX words_answer_course ON public.words_answer USING btree (course_id);
CREATE INDEX words_answer_lesson ON public.words_answer USING btree (account_id, course_id, lesson_id, question_id, written_at DESC);

create table worker_process (
  id text not null,
  started_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  lanes text[] not null,
  queues text[] not null,
  concurrency integer not null,
  held integer not null,
  constraint worker_process_pkey PRIMARY KEY (id)
);
CREATE INDEX worker_process_seen ON public.worker_process USING btree (seen_at);

create table writing_suspension (
  account_id uuid not null,
  until timestamp with time zone not null,
  note text default ''::text not null,
  suspended_by uuid,
  created_at timestamp with time zone default now() not null,
  constraint writing_suspension_pkey PRIMARY KEY (account_id),
  constraint writing_suspension_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint writing_suspension_suspended_by_fkey FOREIGN KEY (suspended_by) REFERENCES account(id) ON DELETE SET NULL
);
CREATE INDEX writing_suspension_by ON public.writing_suspension USING btree (suspended_by) WHERE (suspended_by IS NOT NULL);

CREATE OR REPLACE FUNCTION public.append_call_delta()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op = 'UPDATE' then
        insert into call_delta (at, service, purpose, outcome, place, calls, micro_usd, input_tokens, output_tokens)
        select * from (
          select date_trunc('minute', started_at) as at, service, purpose, outcome,
                 case when outcome = 'ok' and price_share = 1 and ms is not null then histogram_place(ms / 1000.0) end as place, sum(sign)::integer as calls,
                 sum(sign * coalesce(cost_micro_usd, 0))::bigint as micro_usd, sum(sign * coalesce(input_tokens, 0))::bigint as input_tokens,
                 sum(sign * coalesce(output_tokens, 0))::bigint as output_tokens
            from (select fresh.*, 1 as sign from fresh union all select stale.*, -1 from stale) changed
           group by 1, 2, 3, 4, 5) delta
         where (calls, micro_usd, input_tokens, output_tokens) <> (0, 0, 0, 0);
      else
        insert into call_delta (at, service, purpose, outcome, place, calls, micro_usd, input_tokens, output_tokens)
        select date_trunc('minute', started_at), service, purpose, outcome,
               case when outcome = 'ok' and price_share = 1 and ms is not null then histogram_place(ms / 1000.0) end, count(*),
               coalesce(sum(cost_micro_usd), 0), coalesce(sum(input_tokens), 0), coalesce(sum(output_tokens), 0)
          from fresh group by 1, 2, 3, 4, 5;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.append_step_delta()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op = 'UPDATE' and old.state in ('completed', 'failed') and old.finished_at is not null then
        insert into step_delta (at, job, lane, error_code, wait_place, run_place, count)
        select date_trunc('minute', old.finished_at), old.job, run.lane, case when old.state = 'failed' then coalesce(old.error_code, 'unknown') end,
               histogram_place(extract(epoch from coalesce(old.started_at, old.finished_at) - old.created_at)),
               histogram_place(extract(epoch from old.finished_at - coalesce(old.started_at, old.finished_at))), -1
          from run where run.id = old.run_id;
      end if;
      if new.state in ('completed', 'failed') and new.finished_at is not null then
        insert into step_delta (at, job, lane, error_code, wait_place, run_place, count)
        select date_trunc('minute', new.finished_at), new.job, run.lane, case when new.state = 'failed' then coalesce(new.error_code, 'unknown') end,
               histogram_place(extract(epoch from coalesce(new.started_at, new.finished_at) - new.created_at)),
               histogram_place(extract(epoch from new.finished_at - coalesce(new.started_at, new.finished_at))), 1
          from run where run.id = new.run_id;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.audit_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin raise exception 'append-only: % on %', tg_op, tg_table_name; end $function$;

CREATE OR REPLACE FUNCTION public.correct_run_cost()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      update run_cost cost set micro_usd = cost.micro_usd + late.change
        from (select fresh.run_id, sum(coalesce(fresh.cost_micro_usd, 0) - coalesce(stale.cost_micro_usd, 0)) as change
                from fresh join stale on stale.id = fresh.id where fresh.run_id is not null and stale.run_id = fresh.run_id group by fresh.run_id order by 1) late
       where late.run_id = cost.run_id and late.change <> 0;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.count_course_rating()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      update creator_course
         set rating_count = rating_count + (tg_op = 'INSERT')::int - (tg_op = 'DELETE')::int,
             rating_sum = rating_sum + (case when tg_op = 'DELETE' then 0 else new.stars end) - (case when tg_op = 'INSERT' then 0 else old.stars end)
       where id = (case when tg_op = 'DELETE' then old.creator_course_id else new.creator_course_id end);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.count_run_cost()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into run_cost as cost (run_id, micro_usd, calls, services)
      select run_id, coalesce(sum(cost_micro_usd), 0), count(*), array_agg(distinct service)
        from fresh where run_id is not null group by run_id order by run_id
      on conflict (run_id) do update set micro_usd = cost.micro_usd + excluded.micro_usd, calls = cost.calls + excluded.calls,
        services = array(select distinct name from unnest(cost.services || excluded.services) name order by name);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.count_student()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      update creator_course
         set students = students + (case when tg_op <> 'DELETE' and new.refunded_at is null then 1 else 0 end)
                                 - (case when tg_op <> 'INSERT' and old.refunded_at is null then 1 else 0 end)
       where id = (case when tg_op = 'DELETE' then old.creator_course_id else new.creator_course_id end);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.course_contents(content jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      select jsonb_build_object('language', left(content->>'language', 60), 'modules', coalesce((
        select jsonb_agg(jsonb_build_object('title', left(module.value->>'title', 500), 'lessons', coalesce((
                 select jsonb_agg(jsonb_build_object('lesson_id', left(lesson.value->>'lesson_id', 60), 'title', left(lesson.value->>'title', 500),
                                    'questions', (select count(*) from jsonb_path_query(lesson.value, '$.quiz[*]') item
                                                   where item->>'kind' is distinct from 'short'),
                                    'has_practice', jsonb_path_exists(lesson.value, '$.quiz[*]')
                                                      or jsonb_path_exists(lesson.value, '$.exercises[*]')) order by lesson.place)
                   from jsonb_path_query(module.value, '$.lessons[*]') with ordinality lesson (value, place)), '[]')) order by module.place)
          from jsonb_path_query(content, '$.modules[*]') with ordinality module (value, place)), '[]'))
        || case when jsonb_typeof(content->'plan'->'pace') = 'object' then jsonb_build_object('pace', content->'plan'->'pace') else '{}' end $function$;

CREATE OR REPLACE FUNCTION public.course_lesson_ids(contents jsonb)
 RETURNS uuid[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT ((lesson.lesson #>> '{}'::text[]))::uuid AS uuid FROM jsonb_path_query(course_lesson_ids.contents, '$."modules"[*]."lessons"[*]."lesson_id"'::jsonpath) lesson(lesson));

CREATE OR REPLACE FUNCTION public.course_search_text(title text, outline jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select folded_text(title || ' ' || jsonb_path_query_array(outline, '$.modules[*].lessons[*].title')::text) $function$;

CREATE OR REPLACE FUNCTION public.end_organisation_access()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op = 'UPDATE' and new.organisation_id = old.organisation_id then return null; end if;
      update session set revoked_at = now(), revoked_reason = 'left-organisation'
       where account_id = old.account_id and organisation_id = old.organisation_id and revoked_at is null;
      delete from pending_sign_in where account_id = old.account_id and organisation_id = old.organisation_id;
      delete from organisation_identity where account_id = old.account_id and organisation_id = old.organisation_id;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.folded_beyond_ascii(given text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
    begin
      if given ~ '[‘’‚‛ʹʻʼʽˈˊˋ´′‵՚׳ꞌ＇“”„‟«»″‶״〃〝〞〟＂‐‑‒–—―⁃−־᠆⸗⸚⸺⸻﹘   〜∼]' then given := translate(given, '‘’‚‛ʹʻʼʽˈˊˋ´′‵՚׳ꞌ＇“”„‟«»″‶״〃〝〞〟＂‐‑‒–—―⁃−־᠆⸗⸚⸺⸻﹘   〜∼', '''''''''''''''''''''''''''''''''''''""""""""""""""---------------    ~~'); end if;
      given := lower(normalize(regexp_replace(normalize(given, nfkd), '[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08ff\u180b-\u180e\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\U000e0000-\U000e01ef]', '', 'g'), nfc));
      if octet_length(given) = char_length(given) then return given; end if;
      if given ~ '[ⱥƀɓȼƈđðɖɗɇǥɠħıɨɉƙĸłƚɫŋɲƞøɵƥɍɽŧƭʈʉʋƴɏƶȥґςٱٲٳٵةہھەۇۆۈۋیىےېکڪګßæœþ]' then given := replace(replace(replace(replace(translate(given, 'ⱥƀɓȼƈđðɖɗɇǥɠħıɨɉƙĸłƚɫŋɲƞøɵƥɍɽŧƭʈʉʋƴɏƶȥґςٱٲٳٵةہھەۇۆۈۋیىےېکڪګ', 'abbccddddegghiijkklllnnnooprrtttuvyyzzгσااااههههووووييييككك'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'); end if;
      if given ~ '[٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९]' then given := translate(given, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९', '012345678901234567890123456789'); end if;
      if given ~ '[٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹߀߁߂߃߄߅߆߇߈߉०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯෦෧෨෩෪෫෬෭෮෯๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖໗໘໙༠༡༢༣༤༥༦༧༨༩၀၁၂၃၄၅၆၇၈၉႐႑႒႓႔႕႖႗႘႙០១២៣៤៥៦៧៨៩᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙᥆᥇᥈᥉᥊᥋᥌᥍᥎᥏᧐᧑᧒᧓᧔᧕᧖᧗᧘᧙᪀᪁᪂᪃᪄᪅᪆᪇᪈᪉᪐᪑᪒᪓᪔᪕᪖᪗᪘᪙᭐᭑᭒᭓᭔᭕᭖᭗᭘᭙᮰᮱᮲᮳᮴᮵᮶᮷᮸᮹᱀᱁᱂᱃᱄᱅᱆᱇᱈᱉᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙꘠꘡꘢꘣꘤꘥꘦꘧꘨꘩꣐꣑꣒꣓꣔꣕꣖꣗꣘꣙꤀꤁꤂꤃꤄꤅꤆꤇꤈꤉꧐꧑꧒꧓꧔꧕꧖꧗꧘꧙꧰꧱꧲꧳꧴꧵꧶꧷꧸꧹꩐꩑꩒꩓꩔꩕꩖꩗꩘꩙꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹]' then given := translate(given, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹߀߁߂߃߄߅߆߇߈߉०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯෦෧෨෩෪෫෬෭෮෯๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖໗໘໙༠༡༢༣༤༥༦༧༨༩၀၁၂၃၄၅၆၇၈၉႐႑႒႓႔႕႖႗႘႙០១២៣៤៥៦៧៨៩᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙᥆᥇᥈᥉᥊᥋᥌᥍᥎᥏᧐᧑᧒᧓᧔᧕᧖᧗᧘᧙᪀᪁᪂᪃᪄᪅᪆᪇᪈᪉᪐᪑᪒᪓᪔᪕᪖᪗᪘᪙᭐᭑᭒᭓᭔᭕᭖᭗᭘᭙᮰᮱᮲᮳᮴᮵᮶᮷᮸᮹᱀᱁᱂᱃᱄᱅᱆᱇᱈᱉᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙꘠꘡꘢꘣꘤꘥꘦꘧꘨꘩꣐꣑꣒꣓꣔꣕꣖꣗꣘꣙꤀꤁꤂꤃꤄꤅꤆꤇꤈꤉꧐꧑꧒꧓꧔꧕꧖꧗꧘꧙꧰꧱꧲꧳꧴꧵꧶꧷꧸꧹꩐꩑꩒꩓꩔꩕꩖꩗꩘꩙꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹', '01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789'); end if;
      return given;
    end $function$;

CREATE OR REPLACE FUNCTION public.folded_text(text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select case when octet_length(text) = char_length(text) then lower(text) else public.folded_beyond_ascii(text) end $function$;

CREATE OR REPLACE FUNCTION public.forget_position()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        delete from learner_position where account_id = new.id;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.histogram_place(seconds double precision)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      select case when seconds is null or seconds <= 0.001 then 0 else ceil(ln(seconds * 1000) / ln(1.05)) end::smallint
    $function$;

CREATE OR REPLACE FUNCTION public.ledger_apply_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        update ledger_account a set balance = a.balance + s.amount
          from (select account_id, sum(amount) as amount from added group by account_id) s
         where a.id = s.account_id and s.amount <> 0;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.ledger_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin raise exception 'append-only: % on %', tg_op, tg_table_name; end $function$;

CREATE OR REPLACE FUNCTION public.ledger_transaction_balances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if exists (select from ledger_entry e join ledger_account a on a.id = e.account_id
                    where e.transaction_id = new.transaction_id group by a.unit having sum(e.amount) <> 0) then
          raise exception 'unbalanced transaction %', new.transaction_id;
        end if;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.next_reminder(moment timestamp with time zone, zone text, quiet_from time without time zone, quiet_until time without time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
      select case when (local::date + at) at time zone zone > moment then (local::date + at) at time zone zone
                  else (local::date + 1 + at) at time zone zone end
        from (select moment at time zone zone as local,
                     case when quiet_from < quiet_until and time '18:00' >= quiet_from and time '18:00' < quiet_until
                            or quiet_from > quiet_until and (time '18:00' >= quiet_from or time '18:00' < quiet_until)
                          then quiet_until else time '18:00' end as at) here $function$;

CREATE OR REPLACE FUNCTION public.next_reminder(moment timestamp with time zone, zone text, quiet_from time without time zone, quiet_until time without time zone, wanted time without time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
      select case when (local::date + at) at time zone zone > moment then (local::date + at) at time zone zone
                  else (local::date + 1 + at) at time zone zone end
        from (select moment at time zone zone as local,
                     case when quiet_from < quiet_until and wanted >= quiet_from and wanted < quiet_until
                            or quiet_from > quiet_until and (wanted >= quiet_from or wanted < quiet_until)
                          then quiet_until else wanted end as at) here $function$;

CREATE OR REPLACE FUNCTION public.note_course_contents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if octet_length(new.content::text) > 3000000 then
          raise exception 'a version of a course is too large' using errcode = 'program_limit_exceeded';
        end if;
        new.contents := course_contents(new.content);
        return new;
      end $function$;

CREATE OR REPLACE FUNCTION public.note_creator_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      update creator_course set search_text = '' where account_id = new.id;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_former_student()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if tg_op = 'DELETE' and old.role = 'student' or tg_op = 'UPDATE' and old.role = 'student' and new.role <> 'student' then
          -- nothing is kept of a class that is deleted
          insert into former_student (classroom_id, account_id, email_hash, binds)
          select c.id, old.account_id,
                 (select sha256(convert_to(p.email, 'UTF8')) from organisation_person p
                   where p.organisation_id = c.organisation_id and p.account_id = old.account_id order by p.changed_at desc limit 1),
                 tg_op = 'DELETE'
            from classroom c where c.id = old.classroom_id;
        elsif tg_op <> 'DELETE' and new.role = 'student' then
          delete from former_student where classroom_id = new.classroom_id and account_id = new.account_id;
        elsif tg_op <> 'DELETE' then
          update former_student set binds = false, email_hash = null where classroom_id = new.classroom_id and account_id = new.account_id;
        end if;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.note_market_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      new.search_text := lower(concat_ws(' ', new.title, array_to_string(new.tags, ' '),
        (select first_name || ' ' || last_name from account where id = new.account_id)));
      new.found_text := folded_text(new.search_text);
      if new.status = 'published' then
        -- no names of people: the words stay when somebody goes. In one order, so that two courses published at once never wait in a circle
        insert into market_word
        select distinct word
          from (select lower(concat_ws(' ', new.title, array_to_string(new.tags, ' '))) as said) own,
               regexp_split_to_table(own.said || ' ' || folded_text(own.said), '\s+') word
         where char_length(word) between 2 and 60 order by word
            on conflict do nothing;
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION public.quiet_end(moment timestamp with time zone, zone text, quiet_from time without time zone, quiet_until time without time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
      select case
        when quiet_from is null then null
        when quiet_from < quiet_until then
          case when local::time >= quiet_from and local::time < quiet_until then (local::date + quiet_until) at time zone zone end
        when local::time >= quiet_from then (local::date + 1 + quiet_until) at time zone zone
        when local::time < quiet_until then (local::date + quiet_until) at time zone zone
      end from (select moment at time zone zone as local) here $function$;

CREATE OR REPLACE FUNCTION public.tell_account_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform pg_notify('session_changed', session.id::text) from session where account_id = old.id and revoked_at is null;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.tell_chat_access_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform pg_notify('chat_access_changed', tg_argv[0]);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.tell_factor_gone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        perform pg_notify('session_changed', session.id::text) from session where account_id = old.account_id and revoked_at is null;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.tell_message_judged()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      room uuid;
      number bigint;
    begin
      select room_id into room from chat_message where id::text = new.subject_id;
      if room is null then return null; end if;
      update chat_room set last_change = last_change + 1 where id = room returning last_change into number;
      update chat_message set changed = number where id::text = new.subject_id;
      perform pg_notify('live', 'chat.message ' || room || ' ' || new.subject_id);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.tell_session_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform pg_notify('session_changed', old.id::text);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.tell_way_in_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if tg_table_name in ('organisation_member', 'second_factor') then
          perform pg_notify('session_changed', session.id::text) from session where account_id = new.account_id and revoked_at is null;
        elsif tg_table_name = 'account' then
          perform pg_notify('session_changed', session.id::text) from session where account_id = new.id and revoked_at is null;
        elsif tg_table_name = 'organisation' then
          perform pg_notify('session_changed', session.id::text) from session join organisation_member m on m.account_id = session.account_id
            where m.organisation_id = new.id and session.revoked_at is null;
        else
          perform pg_notify('session_changed', session.id::text) from session join organisation_member m on m.account_id = session.account_id
            where m.organisation_id = new.organisation_id and session.revoked_at is null;
        end if;
        return null;
      end $function$;
