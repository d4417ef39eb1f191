import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { FROM_OUR_PAGE, PASSWORD, useTestApi, type Person, type Received, type Sent } from '#api/testing/test-api.ts';
import { COMMUNITY_ROOM_ID } from '#contract/chat/chat.contract.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { badgeKey } from '#domain/practice/certificates/badge-keys.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { givenInvite, givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { givenWebhook } from '#domain/webhooks/webhook.factory.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/The payment service cannot be reached/);

/**
 * Calls every endpoint of the contract, including future ones. Invariants: no access without credentials, no access to another user's data,
 * no crash on invalid input, and security headers on every answer.
 */
const api = useTestApi({ generateWaitMs: 0 });

/** Occurs in every text of the owner's data; it must never be sent to another user. */
const CANARY = 'owners-canary-7f3a';

const messageId = '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a13';
const noteId = '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a10';

let owner: Person;
let stranger: Person;
let reader: Person;
/** A value for each path parameter that identifies the owner's data. */
const owned: Record<string, string> = {};
/** Other values for endpoints whose parameter has the name of another table's. */
const ownedBy: Record<string, Readonly<Record<string, string>>> = {};
const valuesOf = ({ name }: Endpoint): Readonly<Record<string, string>> => ({ ...owned, ...ownedBy[name] });

beforeAll(async () => {
  owner = await api.givenPerson('owner@example.com', { proven: true });
  stranger = await api.givenPerson('stranger@example.com', { proven: true });
  reader = await api.givenPerson('reader@example.com', { proven: true });
  // adults: age limits are tested in age-restrictions.test.ts
  await api.database.knex('account').whereIn('id', [owner.userId, stranger.userId, reader.userId]).update({ birth_year: 1990 });
  const courseId = await givenCourse(owner.userId, { document: { title: CANARY, description: CANARY } });
  const { id: session_id } = (await api.database.knex('session').where({ account_id: owner.userId }).first('id'))!;
  const { run_id } = (await api.database.knex('course').where({ id: courseId }).first('run_id'))!;
  await api.database.knex('run').where({ id: run_id! }).update({ subject: CANARY });
  const note = { course_id: courseId, lesson_id: courseId, text: CANARY };
  await api.database.knex('lesson_note').insert({ ...note, account_id: owner.userId, id: noteId });
  // one id for both kinds of session, because both paths call it session_id
  await api.database.knex('mentor_session').insert({ id: session_id, account_id: owner.userId, title: CANARY, engine: 'claude' });
  await api.database.knex('mentor_message').insert([
    { account_id: owner.userId, id: messageId, session_id, sender: 'user', text: CANARY, state: 'sent' },
    { account_id: owner.userId, id: noteId, session_id, sender: 'other', reply_to: messageId, text: CANARY, state: 'sent' },
  ]);
  // one id for both kinds of course, because both paths call it course_id
  const { content } = (await api.database.knex('course_version').where({ course_id: courseId }).first('content'))!;
  const { lesson_id } = content.modules[0]!.lessons[0]!;
  await api.database.knex('creator_course').insert({
    id: courseId,
    account_id: owner.userId,
    title: CANARY,
    description: CANARY,
    status: 'published',
    published_version: 1,
    published_at: new Date(),
    renewed_at: new Date(),
    language: 'english',
    age_group: 'Adults',
    preview_lessons: [lesson_id],
  });
  await api.database.knex('publication_version').insert({ creator_course_id: courseId, number: 1, content: JSON.stringify(content) });
  await api.database
    .knex('study_group')
    .insert({ id: courseId, name: CANARY, description: CANARY, is_public: false, creator_id: owner.userId });
  await api.database.knex('study_group_member').insert({ group_id: courseId, account_id: owner.userId, standing: 'owner' });
  const post = { id: courseId, author_id: owner.userId, group_id: courseId, title: CANARY, content: CANARY };
  await api.database.knex('forum_post').insert(post);
  await api.database.knex('forum_reply').insert({ id: courseId, post_id: courseId, author_id: owner.userId, content: CANARY });
  const certificate = { id: noteId, account_id: owner.userId, course_id: courseId, course_title: 'Bees', holder_name: 'Ines' };
  await api.database.knex('certificate').insert({ ...certificate, lesson_count: 3, completed_at: new Date() });
  const place = { account_id: owner.userId, cell_y: 1, cell_x: 1, address: CANARY };
  await api.database.knex('study_place').insert({ ...place, id: noteId, name: CANARY, type: 'Library' });
  const event = { ...place, id: noteId, title: CANARY, event_type: 'Talk', location_name: CANARY, time_zone: 'UTC', max_attendees: 3 };
  await api.database.knex('local_event').insert({ ...event, starts_at: '2099-01-01T10:00:00Z', ends_at: '2099-01-01T11:00:00Z' });
  const organisation = await givenOrganisation({ owner: { id: owner.userId, email: owner.email }, name: CANARY });
  await givenInvite(organisation.id, `${CANARY}@example.com`);
  const platform = { id: noteId, organisation_id: organisation.id, name: CANARY, product: 'moodle' as const, state: 'waiting' as const };
  await api.database.knex('lti_platform').insert(platform);
  await api.database.knex('lti_context').insert({ id: noteId, platform_id: noteId, context_ref: CANARY, title: CANARY });
  Object.assign(owned, { platform_id: noteId, context_id: noteId });
  const classId = { id: noteId, organisation_id: organisation.id, name: CANARY };
  await api.database.knex('classroom').insert(classId);
  await api.database.knex('classroom_member').insert({ classroom_id: noteId, account_id: owner.userId, role: 'teacher' });
  await api.database.knex('assignment').insert({ id: noteId, classroom_id: noteId, course_id: courseId, title: CANARY });
  const asked = { id: noteId, assignment_id: noteId, account_id: owner.userId, text: CANARY };
  await api.database.knex('class_question').insert(asked);
  // a student of the owner's class
  await api.database.knex('organisation_member').insert({ organisation_id: organisation.id, account_id: reader.userId, role: 'member' });
  await api.database.knex('classroom_member').insert({ classroom_id: noteId, account_id: reader.userId, role: 'student' });
  const marked = { id: noteId, assignment_id: noteId, account_id: reader.userId, mark: CANARY.slice(0, 12), reason: CANARY };
  await api.database.knex('assignment_mark').insert(marked);
  Object.assign(owned, { class_id: noteId, assignment_id: noteId, member_id: reader.userId, student_id: reader.userId });
  // one id for a person and for an entry of the list of people, because both paths call it person_id
  await api.database
    .knex('organisation_person')
    .where({ organisation_id: organisation.id })
    .update({ id: owner.userId, family_name: CANARY });
  const roster = { organisation_id: organisation.id, made_by: owner.userId, file_name: CANARY, removes: false, columns: ['email'] };
  await api.database.knex('organisation_roster').insert({ ...roster, id: noteId });
  const token = { organisation_id: organisation.id, made_by: owner.userId, ending: '0000', token_hash: Buffer.alloc(32) };
  await api.database.knex('organisation_scim_token').insert({ ...token, id: noteId });
  Object.assign(owned, {
    organisation_id: organisation.id,
    roster_id: noteId,
    token_id: noteId,
    holder: 'organisation',
    api_key_id: noteId,
  });
  const key = { id: noteId, account_id: owner.userId, holder: 'organisation' as const, organisation_id: organisation.id, name: CANARY };
  const secret = { secret_hash: Buffer.alloc(32), ending: '0000', scopes: ['organisation'], day_budget: 0 };
  await api.database.knex('api_key').insert({ ...key, ...secret, expires_at: new Date('2099-01-01') });
  await api.database.knex('organisation_sign_in').insert({
    organisation_id: organisation.id,
    slug: 'apiary',
    kind: 'saml',
    mode: 'offered',
    issuer: CANARY,
    sso_address: 'https://idp.example/',
  });
  await api.database.knex('organisation_domain').insert({ id: noteId, organisation_id: organisation.id, domain: `${CANARY}.example` });
  Object.assign(owned, { connection_id: organisation.id, organisation_id: organisation.id, domain: `${CANARY}.example` });
  const hook = await givenWebhook({
    accountId: owner.userId,
    holder: 'organisation',
    organisationId: organisation.id,
    url: `https://${CANARY}.example/`,
  });
  const told = {
    id: noteId,
    organisation_id: organisation.id,
    type: 'member.joined',
    object_id: owner.userId,
    data: { invite_id: CANARY },
  };
  await api.database.knex('webhook_event').insert(told);
  const waiting = { webhook_id: hook.id, event_id: noteId, tried_until: new Date('2099-01-01') };
  await api.database.knex('webhook_delivery').insert({ ...waiting, due_at: new Date('2099-01-01') });
  Object.assign(owned, { webhook_id: hook.id, event_id: noteId });
  Object.assign(owned, {
    user_id: owner.userId,
    course_id: courseId,
    task_id: run_id,
    session_id,
    lesson_id,
    creator_id: owner.userId,
    post_id: courseId,
    reply_id: courseId,
    group_id: courseId,
    forum_id: 'general',
    person_id: owner.userId,
    rating_id: noteId,
    note_id: noteId,
    code_id: noteId,
    question_id: noteId,
    certificate_id: noteId,
    test_id: noteId,
    voice_note_id: noteId,
    batch_id: await givenBatch(),
    upload_id: noteId,
    part: '0',
    event_id: noteId,
    location_id: noteId,
    message_id: messageId,
    content_id: courseId,
    month: '2026-11',
    module: '0',
    number: '1',
    language: 'german',
    hash: '0'.repeat(64),
    proposal_id: noteId,
    media_id: noteId,
    place: 'cover',
    passkey_id: noteId,
    token: 'a'.repeat(32),
    source_id: noteId,
    simulation_id: noteId,
    key_id: badgeKey('RS256').thumbprint,
    card_id: noteId,
    deck: CANARY,
    answer_id: noteId,
    room_id: noteId,
    invoice_id: noteId,
    // a topic saved for later
    id: noteId,
  });
  const ofOwner = { id: noteId, account_id: owner.userId };
  const card = { deck: CANARY, front: CANARY, back: CANARY };
  await api.database.knex('flash_card').insert([
    { ...ofOwner, ...card, guid: 'walk' },
    { ...ofOwner, ...card, guid: 'in the deck', id: messageId },
  ]);
  const rated = { card_id: noteId, rating: 'good' as const, card_before: 'null', due_before: new Date(), reviews_before: 0 };
  await api.database.knex('flash_card_rating').insert({ ...ofOwner, ...rated });
  await api.database.knex('final_test').insert({ ...ofOwner, course_id: courseId, questions: '[]' });
  await api.database.knex('market_code').insert({ ...ofOwner, code: 'WALK', percent: 10 });
  // what the reader wrote about the owner's course, and asks of the owner
  const ofReader = { id: noteId, account_id: reader.userId, creator_course_id: courseId, text: CANARY };
  await api.database.knex('course_rating').insert({ ...ofReader, stars: 5 });
  await api.database.knex('lesson_question').insert({ ...ofReader, lesson_id });
  await api.database.knex('study_group_member').insert({ group_id: courseId, account_id: reader.userId, standing: 'requested' });
  const asker = await api.givenPerson('asker@example.com');
  await api.database.knex('connection').insert([
    { requester_id: reader.userId, addressee_id: owner.userId, state: 'accepted', answered_at: new Date() },
    { requester_id: asker.userId, addressee_id: owner.userId },
  ]);
  await api.database.knex('course_translation').insert({ course_id: courseId, language: 'german' });
  const invited = { id: noteId, organisation_id: organisation.id, email: 'invited@example.com', source: 'scim' as const };
  await api.database.knex('organisation_person').insert(invited);
  const words = { course_id: courseId, lesson_id: courseId, question_id: 'q2', asked: '{}', text: CANARY };
  await api.database.knex('words_answer').insert({ ...ofOwner, ...words });
  await api.database.knex('kept_topic').insert({ ...ofOwner, topic: CANARY });
  const payment = {
    reason: 'purchase',
    description: CANARY,
    package_id: 'starter',
    amount_cents: 500,
    status: 'paid',
    paid_at: new Date(),
  };
  await api.database.knex('billing_payment').insert({ ...ofOwner, ...payment, stripe_payment_intent_id: 'pi_walk' });
  const [first_id, second_id] = [owner.userId, reader.userId].toSorted();
  await api.database.knex('chat_room').insert({ id: noteId, kind: 'direct', first_id, second_id });
  const recording = { id: noteId, account_id: owner.userId, kind: 'voice', type: 'audio/webm', bytes: 1, sha256: 'none' };
  await api.database.knex('media_object').insert(recording);
  const voiceNote = { id: noteId, account_id: owner.userId, title: CANARY, audio_id: noteId, seconds: 1, transcription: CANARY };
  await api.database.knex('voice_note').insert(voiceNote);
  await api.database.knex('source').insert({ id: noteId, account_id: owner.userId, type: 'pdf', name: CANARY, ready_at: new Date() });
  const passage = { source_id: noteId, number: 1, starts_at: 0, body: CANARY, search: CANARY };
  await api.database.knex('source_passage').insert(passage);
  const message = { room_id: COMMUNITY_ROOM_ID, account_id: owner.userId, place: 1, changed: 1, content: CANARY };
  await api.database.knex('chat_message').insert({ ...message, id: messageId });
  await api.database.knex('simulation').insert({ id: noteId, home_id: courseId, place: 1, account_id: owner.userId, wish: CANARY });
  await api.database.knex('course_share').insert({ course_id: courseId, account_id: owner.userId, token: 'a'.repeat(32) });
  const passkey = { id: noteId, account_id: owner.userId, credential_id: 'c', public_key: Buffer.alloc(1), counter: 0, name: CANARY };
  await api.database.knex('passkey').insert(passkey);
  await api.database.knex('interface_file').insert({ language: 'de', hash: '0'.repeat(64), release: 'r', body: '{}', untranslated: 0 });
  await api.database.knex('video_clip').insert({
    run_id: run_id!,
    account_id: owner.userId,
    title: CANARY,
    prompt: CANARY,
    mode: 'fast',
    seconds: 5,
    video_id: noteId,
    poster_id: noteId,
    captions: CANARY,
  });
  // pictures and clips belong to the course's run
  const ofCourse = { home_id: run_id!, account_id: owner.userId };
  await api.database.knex('course_clip').insert({ ...ofCourse, lesson_id: courseId, run_id: run_id! });
  await api.database
    .knex('course_picture')
    .insert({ ...ofCourse, place: 'cover', state: 'drawn', media_id: noteId, thumb_id: noteId, alt: CANARY });
  const spoken = { course_id: courseId, language: 'german', account_id: owner.userId };
  await api.database.knex('audio_course').insert({ ...spoken, style: 'voice' });
  const audio = { source_hash: 'x', turns: '[]', seconds: 1, spoken_by: 'x', written_by: 'x', media_id: noteId };
  await api.database.knex('audio_lesson').insert({ ...spoken, ...audio, lesson_id });
  const costs = { expected_micro_usd: 0, worst_micro_usd: 0 };
  const item = { batch_id: owned['batch_id']!, course_id: courseId, account_id: owner.userId, position: 0, lesson_ids: [], ...costs };
  await api.database.knex('batch_item').insert(item);
  const order = { kind: 'tokens', package_id: 'starter', catalogue_version: 1, amount_cents: 500, status: 'expired' };
  await api.database.knex('billing_order').insert({ ...ofOwner, ...order, stripe_session_id: 'cs_walk' });
  const exported = { ...run, id: uuidv7(), kind: 'course-export', account_id: owner.userId, subject: CANARY, status: 'completed' };
  await api.database.knex('run').insert({ ...exported, is_parked: false });
  const file = { course_id: courseId, format: 'pdf' as const, filename: `${CANARY}.pdf`, file_id: noteId };
  await api.database.knex('course_export').insert({ run_id: exported.id, account_id: owner.userId, ...file });
  Object.assign(ownedBy, {
    paymentStatus: { session_id: 'cs_walk' },
    downloadExport: { task_id: exported.id },
    decideMember: { person_id: reader.userId },
    removeConnection: { person_id: reader.userId },
    answerConnection: { person_id: asker.userId },
    resendInvite: { person_id: noteId },
  });
});

const run = { kind: 'batch', lane: 'batch', request: '{}', request_id: 'walk', subject: 'Walk', status: 'running', is_parked: true };

const named = ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const);
const guarded = named.filter(([, endpoint]) => endpoint.auth !== 'public');
const paramNames = (endpoint: Endpoint) => [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
const addressOf = (endpoint: Endpoint, values: Readonly<Record<string, string>>) =>
  endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? 'missing'));

/** Creates an empty batch of the owner. */
async function givenBatch(): Promise<string> {
  const id = uuidv7();
  await api.database.knex('run').insert({ ...run, id });
  await api.database.knex('batch').insert({
    run_id: id,
    creator_id: owner.userId,
    name: 'Walk',
    what: 'refresh_all',
    selection: '{}',
    at_once: 1,
    most_failures: 1,
    most_cost_drift: 1,
    most_unclean: 1,
    budget_micro_usd: 0,
    estimate: JSON.stringify({ lessons: 0, pinned: 0, edited: 0 }),
  });
  return id;
}

/** Fields of an example that identify the caller or a row, which the walk replaces with its own. */
const IDS_IN_BODY = ['user_id', 'course_id', 'session_id', 'content_id'] as const;
/** Returns a request with the endpoint's example: a refusal for its shape would prove nothing about ownership. */
function requestTo(
  endpoint: Endpoint,
  values: Readonly<Record<string, string>> = valuesOf(endpoint),
  body: object = endpoint.example ?? {},
): [string, Sent] {
  // unknown ids are ignored, except another user's `user_id`
  const ids = IDS_IN_BODY.filter((id) => id in body || id === 'user_id' || id === 'course_id').map((id) => [id, values[id]]);
  const withIds = { ...body, ...Object.fromEntries(ids) };
  const sent = endpoint.upload ? asForm(endpoint.upload, withIds) : endpoint.body && { body: withIds };
  return [addressOf(endpoint, values), { method: endpoint.method, ...sent }];
}

/** Encodes the fields like a browser's form with files. */
function asForm(upload: NonNullable<Endpoint['upload']>, fields: object): Pick<Sent, 'rawBody' | 'headers'> {
  const boundary = 'route-walk';
  const part = (disposition: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
  const values = Object.entries(fields).filter(([, value]) => value !== undefined);
  const files = Object.entries(upload).map(([name, { types }]) =>
    part(`name="${name}"; filename="file"\r\nContent-Type: ${types[0]}`, 'no such file\0'),
  );
  return {
    rawBody: `${values.map(([name, value]) => part(`name="${name}"`, String(value))).join('')}${files.join('')}--${boundary}--\r\n`,
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  };
}

const callAs = (person: Person | null, [address, sent]: [string, Sent], by: 'bearer' | 'cookie' = 'bearer') =>
  api.call(address, {
    ...sent,
    ...(person &&
      (by === 'bearer' ? { bearer: person.accessToken } : { cookie: person.cookie, headers: { ...sent.headers, ...FROM_OUR_PAGE } })),
  });

/** Returns the owner's rows by name. Compared once for many calls, because reading them takes longer than a call. */
async function rowsOfOwner(): Promise<object> {
  const { rows } = await api.database.knex.raw(
    `select (select jsonb_agg(to_jsonb(c)) from course c where account_id = :id) as courses, (select jsonb_agg(to_jsonb(r)) from run r where account_id = :id) as runs,
            (select jsonb_agg(to_jsonb(d)) from outline_draft d join run on run.id = run_id where account_id = :id) as outline_drafts,
            (select jsonb_agg(to_jsonb(c)) from creator_course c where account_id = :id) as studio,
            (select jsonb_agg(to_jsonb(s)) from saved_course s where account_id = :id) as saved,
            (select jsonb_agg(to_jsonb(v)) from course_version v join course on course.id = course_id where account_id = :id) as versions,
            (select jsonb_agg(to_jsonb(p)) from lesson_pin p join course on course.id = course_id where account_id = :id) as pins,
            (select jsonb_agg(to_jsonb(d)) from lesson_completion d join course on course.id = course_id where course.account_id = :id) as completions,
            (select jsonb_agg(to_jsonb(b)) from lesson_bookmark b join course on course.id = course_id where course.account_id = :id) as bookmarks,
            (select jsonb_agg(to_jsonb(p)) from reading_place p where account_id = :id) as places,
            (select jsonb_agg(to_jsonb(n)) from lesson_note n where account_id = :id) as notes,
            (select jsonb_agg(to_jsonb(m)) from chat_message m where account_id = :id) as chat_messages,
            (select jsonb_agg(to_jsonb(s)) from mentor_session s where account_id = :id) as mentor_sessions,
            (select jsonb_agg(to_jsonb(m)) from mentor_message m where account_id = :id) as mentor_messages,
            (select jsonb_agg(to_jsonb(s)) from source s where account_id = :id) as sources,
            (select jsonb_agg(to_jsonb(v)) from voice_note v where account_id = :id) as voice_notes,
            (select jsonb_agg(to_jsonb(c)) from certificate c where account_id = :id) as certificates,
            (select jsonb_agg(to_jsonb(a)) from question_answer a where account_id = :id) as answers,
            (select jsonb_agg(to_jsonb(w)) from words_answer w where account_id = :id) as words_answers,
            (select jsonb_agg(to_jsonb(c)) from flash_card c where account_id = :id) as flash_cards,
            (select jsonb_agg(to_jsonb(t)) from kept_topic t where account_id = :id) as kept_topics,
            (select jsonb_agg(to_jsonb(p)) from billing_payment p where account_id = :id) as payments,
            (select jsonb_agg(to_jsonb(r)) from chat_room r where :id in (first_id, second_id)) as chat_rooms,
            (select jsonb_agg(to_jsonb(e)) from point_entry e where account_id = :id) as points,
            (select jsonb_agg(to_jsonb(n)) from notification n where account_id = :id) as notifications,
            (select jsonb_agg(to_jsonb(o)) from organisation o join organisation_member m on m.organisation_id = o.id where account_id = :id) as organisations,
            (select jsonb_agg(to_jsonb(i)) from organisation_invite i join organisation_member m using (organisation_id) where account_id = :id) as invites,
            (select jsonb_agg(to_jsonb(p)) from organisation_person p join organisation_member m using (organisation_id) where m.account_id = :id) as organisation_people,
            (select jsonb_agg(to_jsonb(r)) from organisation_roster r where made_by = :id) as rosters,
            (select jsonb_agg(to_jsonb(t)) from organisation_scim_token t where made_by = :id) as scim_tokens,
            (select jsonb_agg(to_jsonb(p)) from forum_post p where author_id = :id) as posts,
            (select jsonb_agg(to_jsonb(r)) from forum_reply r where author_id = :id) as replies,
            (select jsonb_agg(to_jsonb(g)) from study_group g where creator_id = :id) as study_groups,
            (select jsonb_agg(to_jsonb(p)) from learner_position p where account_id = :id) as positions,
            (select jsonb_agg(to_jsonb(e)) from local_event e where account_id = :id) as events,
            (select jsonb_agg(to_jsonb(p)) from study_place p where account_id = :id) as study_places,
            (select jsonb_agg(to_jsonb(s)) from course_share s where account_id = :id) as shares,
            (select jsonb_agg(to_jsonb(p)) from passkey p where account_id = :id) as passkeys,
            (select jsonb_agg(to_jsonb(p)) from lti_platform p join organisation_member m using (organisation_id) where account_id = :id) as platforms,
            (select jsonb_agg(to_jsonb(s)) from organisation_sign_in s join organisation_member m using (organisation_id) where account_id = :id) as sign_ins,
            (select jsonb_agg(to_jsonb(d)) from organisation_domain d join organisation_member m using (organisation_id) where account_id = :id) as domains,
            (select jsonb_agg(to_jsonb(c)) from classroom c join organisation_member m using (organisation_id) where account_id = :id) as classes,
            (select jsonb_agg(to_jsonb(m)) from classroom_member m join classroom_member c using (classroom_id) where c.account_id = :id) as class_members,
            (select jsonb_agg(to_jsonb(a)) from assignment a join classroom_member c using (classroom_id) where account_id = :id) as assignments,
            (select jsonb_agg(to_jsonb(q)) from class_question q where account_id = :id) as class_questions,
            (select jsonb_agg(to_jsonb(m)) from assignment_mark m join assignment a on a.id = assignment_id
               join classroom_member c using (classroom_id) where c.account_id = :id) as class_marks,
            (select jsonb_agg(to_jsonb(x)) from assignment_extension x where account_id = :id) as class_extensions,
            (select jsonb_agg(to_jsonb(k)) from api_key k where account_id = :id) as api_keys,
            (select jsonb_agg(to_jsonb(w)) from webhook w where account_id = :id) as webhooks,
            (select jsonb_agg(to_jsonb(d)) from webhook_delivery d join webhook w on w.id = d.webhook_id where account_id = :id) as deliveries,
            (select jsonb_agg(to_jsonb(a)) from account a where id = :id) as account,
            (select jsonb_agg(jsonb_build_object('id', s.id, 'revoked', s.revoked_at)) from session s where account_id = :id) as sessions,
            (select jsonb_agg(to_jsonb(u)) from user_settings u where account_id = :id) as settings,
            (select jsonb_agg(to_jsonb(m)) from outgoing_mail m where account_id = :id) as mails`,
    { id: owner.userId },
  );
  return rows[0];
}

/** Tells whether its body identifies a row of the owner, which its path need not do. */
const namesRow = ({ example = {} }: Endpoint): boolean => IDS_IN_BODY.some((id) => id !== 'user_id' && id in example);

/**
 * Endpoints that answer the owner here as they answer a stranger, because the owner has no such row. Each with the file of the test that proves
 * that strangers are refused, and a part of that test's name.
 */
const UNPROVEN: Readonly<Record<string, readonly [file: string, test: string]>> = {
  getConsent: ['api/mcp/oauth/oauth.test.ts', 'nobody can have another user approve a sign-in'],
  decideConsent: ['api/mcp/oauth/oauth.test.ts', 'nobody can have another user approve a sign-in'],
  getGenerationLesson: ['api/generation/pending-lesson-parts.test.ts', 'is read by its owner only'],
  retryLesson: ['domain/generation/lessons/retry-lesson.test.ts', 'and another user’s'],
  solveTasks: ['api/simulations/simulations.routes.test.ts', 'remember for each account which tasks are solved'],
  acceptProposal: ['domain/generation/proposals/proposals.test.ts', 'belongs to one user and one course'],
  discardProposal: ['domain/generation/proposals/proposals.test.ts', 'belongs to one user and one course'],
  answerInWords: ['workers/practice/grade-answer.test.ts', 'is taken only from those who have the course'],
  answerFinalTask: ['workers/practice/final-task.test.ts', 'is taken only from those who have the course'],
  startFinalTest: ['api/practice/practice.routes.test.ts', 'exists when the form requested certification'],
  startAssignment: ['domain/classes/classes.test.ts', 'can be for some students; nobody else opens it'],
  askTeacher: ['domain/classes/classes.test.ts', 'can be for some students; nobody else opens it'],
};

/** Checks that a call by the owner has another answer than a stranger's: otherwise a stranger's 404 would prove nothing. */
function expectProven({ name }: Endpoint, answers: readonly Received[]): void {
  const isRefused = answers.every(({ status, json }) => status === 404 || json?.code === 'access.denied');
  const says = isRefused
    ? `${name} answers its owner ${answers[0]!.status}: a stranger’s 404 proves nothing. Give \`owned\` a row for it (or \`ownedBy\`, if its parameter has the name of another table’s), or list it in UNPROVEN with the test that proves it`
    : `${name} answers its owner: take it out of UNPROVEN`;
  expect(isRefused, says).toBe(name in UNPROVEN);
}

/** Parameters that do not identify a row of the owner here: a word of the path, or a row that the feature's own tests create. */
const NOT_OWNED = new Set('provider service name slug uid'.split(' '));
const OF_OPERATORS = new Set('alarm_id sales_message_id alert_id entry_id bulk_id evaluation_id'.split(' '));

const namesUser = ({ query, body }: Endpoint): boolean =>
  [query, body].some((part) => part && 'user_id' in (z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }).properties ?? {}));

/** Endpoints that identify something of one user. */
const ofSomebody = guarded.filter(
  ([, one]) =>
    one.auth !== 'launch' && !one.namesOpen && (paramNames(one).length > 0 || one.auth === 'operator' || namesUser(one) || namesRow(one)),
);

describe('every endpoint', () => {
  it('has its own name and address', () => {
    expect(new Set(ENDPOINTS.map((endpoint) => endpoint.name)).size).toBe(ENDPOINTS.length);
    expect(new Set(ENDPOINTS.map((endpoint) => `${endpoint.method} ${endpoint.path}`)).size).toBe(ENDPOINTS.length);
  });

  it('names a row of the owner’s by each of its parameters: a stranger’s call of a missing one would prove nothing', () => {
    const unknown = guarded.filter(([, { auth }]) => auth !== 'launch').flatMap(([, endpoint]) => paramNames(endpoint));
    const missing = new Set(unknown.filter((name) => !(name in owned)));
    for (const name of missing) {
      const says = `:${name} names nothing here. In this file, give \`owned\` the id of a row of the owner’s that has the canary (beforeAll), or to OF_OPERATORS if only they use it, or, only if it names nothing of a person, to NOT_OWNED`;
      expect.soft(NOT_OWNED.has(name) || OF_OPERATORS.has(name), says).toBe(true);
    }
    for (const name of [...NOT_OWNED, ...OF_OPERATORS])
      expect
        .soft(missing.has(name), `no path has :${name} without a row of the owner’s: take it out of NOT_OWNED or OF_OPERATORS`)
        .toBe(true);
  });

  it('is tested for strangers elsewhere, if its owner has no row here', () => {
    for (const [name, [file, test]] of Object.entries(UNPROVEN)) {
      expect
        .soft(
          ofSomebody.map(([one]) => one),
          `UNPROVEN: there is no endpoint ${name} of one user`,
        )
        .toContain(name);
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      expect.soft(text.includes(test), `UNPROVEN: ${file} has no test “${test}”`).toBe(true);
    }
  });

  it.each(named)('%s is mounted, and its answer carries the security headers and a request id', async (_, endpoint) => {
    const answer = await callAs(null, requestTo(endpoint));
    // stored files are not tested here: their own tests check who can see whose cover, clip or podcast
    const missing = ['marketCover', 'linkedVideo', 'audioFeed', 'audioFeedPicture', 'audioFeedFile', 'dueCalendar'].includes(endpoint.name)
      ? [405]
      : [404, 405];
    const says = `${endpoint.method} ${endpoint.path} is not mounted: mount(router, ${endpoint.name}, …) in api/<feature>/<feature>.routes.ts, whose function api/routes.ts calls`;
    expect(missing, says).not.toContain(answer.status);
    expectProtected(answer, endpoint);
  });

  it('is described in the OpenAPI document', async () => {
    const { json } = await api.call('/api/openapi.json');
    const operations: { operationId: string; responses: object }[] = Object.values(json.paths).flatMap((path) =>
      Object.values(path as object),
    );
    for (const [name, endpoint] of named.filter(([, { socket }]) => !socket)) {
      const described = operations.filter(({ operationId }) => operationId === name);
      expect.soft(described, `${name} is not in the OpenAPI document`).toHaveLength(1);
      for (const status of Object.keys(endpoint.responses)) expect.soft(described[0]?.responses, name).toHaveProperty(status);
    }
  });

  let shared: Person | null = null;
  /** Returns a user whose session no earlier change has ended, and whose wrong passwords have not used up the limit. */
  async function givenVandal({ name, limit }: Endpoint): Promise<Person> {
    const isUsable = shared && limit !== 'password' && (await callAs(shared, ['/api/auth/me', {}])).status === 200;
    if (!isUsable) shared = await api.givenPerson(`vandal-${name.toLowerCase()}-${uuidv7()}@example.com`, { proven: true });
    return shared!;
  }

  /** Invalid for any value and any body: two of each show whether an endpoint checks its input. */
  const NONSENSE = {
    values: ["' or 1=1 -- % 💥", '019abcde-0000-7000-8000-000000000000'],
    bodies: ['{"a":', '{"email":{},"refresh_token":[]}'],
  };
  const MORE_NONSENSE = { values: ['0', '-1', '..', 'a'.repeat(300), '\u0000'], bodies: ['', 'null'] };

  async function survives(endpoint: Endpoint, { values, bodies }: typeof NONSENSE): Promise<void> {
    const vandal = endpoint.method === 'GET' ? reader : await givenVandal(endpoint);
    const judge = (answer: Received, what: string) => {
      if (endpoint.method === 'GET') expect(answer.status, `${what}: out of turn`).not.toBe(429);
      expect(answer.status, `${what}: ${answer.text}`).toBeLessThan(endpoint.name === 'socialLogin' ? 502 : 500);
      // content opened by a learning platform has its own tokens: api/lti/launch.test.ts
      if (endpoint.auth !== 'public' && endpoint.auth !== 'launch') expect(answer.status, what).not.toBe(401);
    };
    const asked = new Set<string>();
    for (const value of values) {
      const params = Object.fromEntries(paramNames(endpoint).map((name) => [name, name === 'user_id' ? vandal.userId : value]));
      const [address, sent] = requestTo(endpoint, params, { course_id: value });
      const query = endpoint.query ? `?limit=${encodeURIComponent(value)}&after=${encodeURIComponent(value)}` : '';
      const request = JSON.stringify([address, query, sent]);
      if (asked.has(request)) continue;
      asked.add(request);
      judge(await callAs(vandal, [address + query, sent]), `${endpoint.method} ${address}${query}`);
    }
    for (const rawBody of endpoint.body ? bodies : []) {
      judge(await api.call(addressOf(endpoint, owned), { method: endpoint.method, rawBody, bearer: vandal.accessToken }), rawBody);
    }
  }

  it.each(named)('%s does not fail on malformed input', (_, endpoint) => survives(endpoint, NONSENSE));
  it.each(named)('%s does not fail on more malformed input', { tags: 'slow' }, (_, endpoint) => survives(endpoint, MORE_NONSENSE));
});

describe('every endpoint that is not public', () => {
  it('ROLE-04 G18 personal and social endpoints require a session; public ones do not', () => {
    const isPublic = (prefix: string) => named.filter(([, { path }]) => path.startsWith(prefix)).map(([, { auth }]) => auth === 'public');
    for (const prefix of [
      '/api/courses',
      '/api/voice-notes',
      '/api/community',
      '/api/chat',
      '/api/nearby-learners',
      '/api/places',
      '/api/videos',
    ])
      expect([prefix, new Set(isPublic(prefix))]).toEqual([prefix, new Set([false])]);
    for (const prefix of ['/api/packages', '/api/subscription-packages', '/api/white-paper', '/api/patents'])
      expect([prefix, new Set(isPublic(prefix))]).toEqual([prefix, new Set([true])]);
  });

  describe('without credentials', () => {
    let before: object;
    beforeAll(async () => {
      before = await rowsOfOwner();
    });

    it.each(guarded)('%s answers 401, even to a malformed request', async (_, endpoint) => {
      const answer = await api.call(...requestTo(endpoint));
      expect([answer.status, answer.json.code]).toEqual([401, 'auth.required']);
      const [address, sent] = requestTo(endpoint, {}, {});
      const forged = await api.call(address, { ...sent, bearer: `${owner.accessToken.slice(0, -4)}AAAA` });
      expect([forged.status, forged.json.code]).toEqual([401, 'auth.token_invalid']);
    });

    it('nothing has changed', async () => {
      expect(await rowsOfOwner()).toEqual(before);
    });
  });

  it.each(guarded.filter(([, { auth }]) => auth === 'operator'))('%s refuses learners', async (_, endpoint) => {
    expect((await callAs(owner, requestTo(endpoint))).status).toBe(403);
  });

  const changing = guarded.filter(([, { method, auth }]) => method !== 'GET' && auth !== 'launch');
  it.each(changing)('%s refuses a cookie that comes from another site', async (_, endpoint) => {
    const [address, sent] = requestTo(endpoint);
    const answer = await api.call(address, { ...sent, cookie: owner.cookie, headers: { ...sent.headers, 'Sec-Fetch-Site': 'cross-site' } });
    expect([answer.status, answer.json.code]).toEqual([403, 'csrf.refused']);
  });

  describe('to its owner', () => {
    const reading = ofSomebody.filter(([, { auth, method }]) => auth !== 'operator' && method === 'GET');

    it.each(reading)('%s does not answer as to a stranger, who otherwise proves nothing', async (_, endpoint) => {
      expectProven(endpoint, [await callAs(owner, requestTo(endpoint))]);
    });
  });

  describe('to a stranger', () => {
    let before: object;
    beforeAll(async () => {
      before = await rowsOfOwner();
    });

    it.each(ofSomebody)('%s shows nothing of another user’s', async (name, endpoint) => {
      const answer = await callAs(stranger, requestTo(endpoint));
      const says = `${name} answers a stranger ${answer.status}: its query or command lacks the owner’s condition; if it is 400, its example is no good: ${answer.text}`;
      expect([403, 404], says).toContain(answer.status);
      expect(answer.text).not.toContain(CANARY);
      // nor if the stranger, by cookie, asserts their own id and only the row is the owner's
      if (paramNames(endpoint).some((name) => name !== 'user_id')) {
        const own = await callAs(stranger, requestTo(endpoint, { ...valuesOf(endpoint), user_id: stranger.userId }), 'cookie');
        expect(own.text).not.toContain(CANARY);
        // operator endpoints do not reveal whether something exists
        expect([own.status, own.json.code]).toEqual(endpoint.auth === 'operator' ? [403, 'access.denied'] : [404, 'not_found']);
      }
    });

    it('no endpoint has changed anything of another user’s', async () => {
      expect(await rowsOfOwner()).toEqual(before);
    });
  });
});

describe('a text in a request', () => {
  interface Shape {
    readonly type?: string;
    readonly enum?: unknown;
    readonly const?: unknown;
    readonly format?: string;
    readonly properties?: Readonly<Record<string, Shape>>;
    readonly items?: Shape;
    readonly additionalProperties?: Shape;
    readonly anyOf?: readonly Shape[];
    readonly oneOf?: readonly Shape[];
    readonly allOf?: readonly Shape[];
  }
  /** Tells whether a schema contains free text: a string that is not a choice, date, address or id. */
  function hasText(shape: Shape | undefined): boolean {
    if (!shape || typeof shape !== 'object') return false;
    if (shape.type === 'string' && !shape.enum && shape.const === undefined && !shape.format) return true;
    const fields = Object.entries(shape.properties ?? {}).flatMap(([name, field]) => (/(^|_)id$/.test(name) ? [] : [field]));
    const { anyOf = [], oneOf = [], allOf = [], items, additionalProperties } = shape;
    return [...fields, ...anyOf, ...oneOf, ...allOf, items, additionalProperties].some(hasText);
  }
  const taking = guarded.filter(([, { method, auth, upload, body }]) => method !== 'GET' && auth === 'user' && (upload ?? body));
  const takesText = ({ upload, body }: Endpoint): boolean =>
    upload !== undefined || hasText(z.toJSONSchema(body!, { io: 'input', unrepresentable: 'any' }) as Shape);

  it('has declared readers if there is one, or a rule for the age of its author', () => {
    // the compiler ensures that each is declared (`Decisions` of contract/platform/endpoint.ts)
    for (const [name, endpoint] of taking.filter(([, { readBy }]) => readBy)) {
      const says = takesText(endpoint)
        ? `${name} takes a text: its declaration in contract/ says in readBy who reads it`
        : `${name} takes no text: readBy of its declaration in contract/ is 'no_text'`;
      expect.soft(endpoint.readBy !== 'no_text', says).toBe(takesText(endpoint));
    }
  });
});

describe('G18 a user_id in a request', () => {
  const ofPeople = guarded.filter(([, { auth }]) => auth === 'user');
  /** All declared parameters are the stranger's own. */
  const own = (endpoint: Endpoint) => ({ ...valuesOf(endpoint), user_id: stranger.userId });

  describe('in the query', () => {
    let before: object;
    beforeAll(async () => {
      before = await rowsOfOwner();
    });

    it.each(ofPeople)('%s refuses another user’s, even beside the caller’s own', async (_, endpoint) => {
      const [address, sent] = requestTo(endpoint, own(endpoint));
      const answer = await callAs(stranger, [`${address}?user_id=${stranger.userId}&user_id=${owner.userId}`, sent]);
      expect([answer.status, answer.json.code]).toEqual([403, 'access.denied']);
    });

    it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('%s also refuses another user’s alone', async (method) => {
      const [, endpoint] = ofPeople.find(([, one]) => one.method === method)!;
      const [address, sent] = requestTo(endpoint, own(endpoint));
      const answer = await callAs(stranger, [`${address}?user_id=${owner.userId}`, sent]);
      expect([answer.status, answer.json.code]).toEqual([403, 'access.denied']);
    });

    it('nothing has changed', async () => {
      expect(await rowsOfOwner()).toEqual(before);
    });
  });

  it.each(ofPeople.filter(([, { body }]) => body))('%s refuses another user’s in the body', async (_, endpoint) => {
    const answer = await callAs(stranger, requestTo(endpoint, { ...own(endpoint), user_id: owner.userId }));
    expect([answer.status, answer.json.code]).toEqual([403, 'access.denied']);
  });

  it('is accepted if it is the caller’s own', async () => {
    const answer = await callAs(stranger, [`/api/generate-course/runs?user_id=${stranger.userId}`, {}]);
    expect(answer.status).toBe(200);
  });
});

describe('a user’s concurrent requests about their own rows', () => {
  // each changes data that the others need, so that what deletes is last, and the inner of two first; an ended session is renewed for the next call
  const deletes = ({ method, path }: Endpoint): number => (method === 'DELETE' ? 1 / path.split('/').length : 0);
  const changing = named
    .filter(([, { method, auth }]) => method !== 'GET' && auth === 'user')
    .toSorted(([, one], [, other]) => deletes(one) - deletes(other));

  async function survives(endpoint: Endpoint, times: number): Promise<Received[]> {
    if ((await api.call('/api/auth/me', { bearer: owner.accessToken })).status !== 200) {
      await api.database.knex('account').where({ id: owner.userId }).update({ suspended_at: null, deletion_due_at: null });
      const again = await api.call('/api/auth/login', {
        method: 'POST',
        body: { email: owner.email, password: PASSWORD },
        headers: FROM_OUR_PAGE,
      });
      owner = { ...owner, accessToken: again.json.access_token };
    }
    const answers = await Promise.all(Array.from({ length: times }, () => callAs(owner, requestTo(endpoint))));
    for (const { status, text } of answers) expect(status, text.slice(0, 300)).not.toBe(500);
    return answers;
  }

  it.each(changing)('%s does not fail, nor answers as to a stranger', async (_, endpoint) => {
    const answers = await survives(endpoint, 3);
    if (ofSomebody.some(([, one]) => one === endpoint)) expectProven(endpoint, answers);
  });
  // more calls than there are connections
  it.each(changing)('%s waits for its turn', { tags: 'slow' }, async (_, endpoint) => {
    await survives(endpoint, 6);
  });
});

/**
 * Answers that caches can keep: files under the hash of their content, and drawn pictures of public content, here under an unknown key.
 * Feed readers and link previews show those pictures on other sites.
 */
const KEPT: Readonly<Record<string, string>> = {
  interfaceTextsFile: 'public, max-age=31536000, immutable',
  marketPicture: 'public, max-age=300',
  certificatePicture: 'public, max-age=300',
};
const SHOWN_ELSEWHERE = ['marketPicture', 'certificatePicture'];

function expectProtected({ headers }: Received, { name, constant }: Pick<Endpoint, 'name' | 'constant'> = { name: '' }): void {
  const policy = String(headers['content-security-policy']);
  for (const rule of ["default-src 'self'", "script-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(policy).toContain(rule);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': SHOWN_ELSEWHERE.includes(name) ? 'cross-origin' : 'same-origin',
    'permissions-policy': expect.stringContaining('camera=(self)'),
    'cache-control': KEPT[name] ?? (constant ? 'no-cache' : 'no-store'),
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
  });
  // on loopback it would break http for every other local server
  expect(headers).not.toHaveProperty('strict-transport-security');
  expect(headers).not.toHaveProperty('x-powered-by');
}
