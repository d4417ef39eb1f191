import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { personOwner } from '#domain/billing/ledger/owner.ts';
import { reserveTokens } from '#domain/billing/ledger/hold.commands.ts';
import { givenTokens } from '#domain/billing/ledger/wallet.factory.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { saveCourse } from '#domain/courses/saved/saved-course.commands.ts';
import { keepTopic } from '#domain/generation/topics/kept-topic.commands.ts';
import { registerAccount } from '#domain/identity/accounts/account.commands.ts';
import { updateProfile } from '#domain/people/update-profile.command.ts';
import { createNote } from '#domain/notes/note.commands.ts';
import { addNotification } from '#domain/notifications/notification.commands.ts';
import { givenInvite, givenOrganisation, personIdOf } from '#domain/organisations/organisation.factory.ts';
import { database, transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { completeLesson, bookmarkLesson } from '#domain/progress/lesson-progress.commands.ts';
import { createCreatorCourse } from '#domain/studio/creator-course.commands.ts';
import { insertAccount } from '#domain/testing/account.factory.ts';
import { givenWebhook } from '#domain/webhooks/webhook.factory.ts';
import { saveSettings } from '../save-settings.command.ts';

/** A user with rows in every table, and `mark` in their texts. */
export interface FullAccount {
  readonly accountId: string;
  readonly email: string;
  readonly mark: string;
}

/** Creates such a user, with a verified address. */
export async function givenFullAccount(mark: string): Promise<FullAccount> {
  const email = `${mark}@example.com`;
  const { accountId } = await registerAccount({
    email,
    password: 'correct horse battery',
    firstName: mark,
    lastName: 'Okafor',
    marketingConsent: true,
    userAgent: mark,
  });
  const person = { accountId, email, mark };
  await database()('account').where({ id: accountId }).update({ email_verified_at: new Date(), birth_year: 1990 });
  await database()('parental_consent').insert({ account_id: accountId, given_by: 'parent', parent_email: `${mark}@example.com` });
  await database()('parental_request').insert({ account_id: accountId, parent_email: `${mark}@example.com` });
  await updateProfile({ accountId, bio: mark });
  await database()('second_factor').insert({ account_id: accountId, secret: randomBytes(48), confirmed_at: new Date() });
  await database()('recovery_code').insert({ account_id: accountId, number: 1, code_hash: randomBytes(32) });
  const device = { id: uuidv7(), account_id: accountId, device_hash: randomBytes(32), user_agent: mark };
  await database()('known_device').insert(device);
  const { id: session_id } = (await database()('session').where({ account_id: accountId }).first('id'))!;
  const browser = { id: uuidv7(), account_id: accountId, session_id, endpoint: uuidv7(), p256dh: 'k', auth: 'k', user_agent: mark };
  await database()('push_subscription').insert(browser);
  await database()('operator_run_view').insert({ account_id: accountId, name: mark, find: 'status=failed' });
  const identity = { provider: 'google', subject: mark, account_id: accountId, email };
  await database()('provider_identity').insert(identity);
  const passkey = { id: uuidv7(), account_id: accountId, credential_id: uuidv7(), public_key: randomBytes(77), counter: 1, name: mark };
  await database()('passkey').insert(passkey);
  const key = { id: uuidv7(), account_id: accountId, holder: 'account' as const, name: mark, secret_hash: randomBytes(32), ending: 'Ab3d' };
  const expires_at = new Date(Date.now() + 86_400_000);
  await database()('api_key').insert({ ...key, scopes: ['courses:read'], day_budget: 0, expires_at });
  const { id: webhook_id } = await givenWebhook({ accountId, url: `https://${mark}.example/` });
  const [told, sent] = [
    { id: uuidv7(), account_id: accountId },
    { webhook_id, tried_until: expires_at },
  ];
  await database()('webhook_event').insert({ ...told, type: 'webhook.test', object_id: mark, data: { mark } });
  await database()('webhook_delivery').insert({ ...sent, event_id: told.id });
  await database()('webhook_try').insert({ webhook_id, event_id: told.id, number: 1, at: new Date(), took_ms: 1, answer: mark });
  await saveSettings({ accountId, changes: { theme: 'dark', opens_on: 'courses' } });
  await keepTopic({ accountId, topic: mark });
  await givenLearning(person);
  await givenMoney(person);
  await givenPlaces(person);
  await givenTokensUsed(person);
  await givenOrganisations(person);
  await givenOthers(person);
  await recordAudit({ actor: 'script:root', action: 'role.grant', subject: `account:${accountId}`, detail: { role: mark } });
  return person;
}

async function givenLearning({ accountId, mark }: FullAccount): Promise<void> {
  const store = database();
  const courseId = await givenCourse(accountId, { document: { title: mark } });
  await saveCourse({ accountId, courseId });
  await store('course_share').insert({ course_id: courseId, account_id: accountId, token: uuidv7() });
  const fields = { title: mark, description: mark, difficulty: 'beginner' } as const;
  const { id: creatorCourseId } = await createCreatorCourse({ accountId, fields, idempotencyKey: newHash() });
  await givenMarket({ accountId, creatorCourseId, mark });
  const lesson = { accountId, courseId, lessonId: '0_0' };
  await completeLesson(lesson);
  await bookmarkLesson(lesson);
  await createNote({ ...lesson, noteId: uuidv7(), passage: null, text: mark });
  const answered = { account_id: accountId, course_id: courseId, lesson_id: uuidv7(), question_id: 'q1' };
  await store('question_answer').insert({ ...answered, id: uuidv7(), chosen_ids: ['a'], is_right: true });
  await store('words_answer').insert({ ...answered, id: uuidv7(), asked: '{}', text: 'It is kept warm.' });
  await store('final_test').insert({ id: uuidv7(), account_id: accountId, course_id: courseId, questions: '[]' });
  await store('review_card').insert({ ...answered, due_at: new Date(), card: JSON.stringify({ note: mark }) });
  const certificate = { id: uuidv7(), account_id: accountId, course_id: courseId, course_title: mark, holder_name: mark };
  await store('certificate').insert({ ...certificate, lesson_count: 3, course_version: 1, completed_at: new Date() });
  await store('course_completion').insert({ account_id: accountId, course_id: courseId });
  await store('activity_minute').insert({ account_id: accountId, at: '2026-11-20T10:00:00Z', course_id: courseId });
  await store('learning_goal').insert({ account_id: accountId, subject: 'week', minutes: 60 });
  const [session_id, question] = [uuidv7(), uuidv7()];
  await store('mentor_session').insert({ id: session_id, account_id: accountId, title: mark, engine: 'claude' });
  const message = { account_id: accountId, session_id, text: mark, state: 'sent' };
  await store('mentor_message').insert([
    { ...message, id: question, sender: 'user', reply_to: null },
    { ...message, id: uuidv7(), sender: 'other', reply_to: question },
  ]);
  await store('lesson_pin').insert({ course_id: courseId, lesson_id: uuidv7() });
  const { id: runId } = (await store('run').where({ account_id: accountId }).first('id'))!;
  await store('run')
    .where({ id: runId })
    .update({ subject: mark, dedupe_key: newHash(), operator_detail: `operator ${newHash()}` });
  await store('outline_draft').insert({ run_id: runId, version: 1, draft: JSON.stringify({ title: mark, modules: [] }) });
  await store('run_event').insert({ run_id: runId, event: 'run.completed', text: mark });
  const step = { id: uuidv7(), run_id: runId, job: 'write-lesson', key: 'lesson:1', worker: `worker ${newHash()}`, input_hash: newHash() };
  await store('step').insert({ ...step, output: JSON.stringify({ content: mark }), error_detail: `detail ${newHash()}` });
  await store('outbox').insert({ step_id: step.id, dispatch: 1, job: 'write-lesson', lane: 'interactive', due_at: new Date() });
  await store('idempotency_key').insert({ account_id: accountId, key: mark, request_hash: newHash(), run_id: runId });
  const image = { id: uuidv7(), account_id: accountId, kind: 'image', type: 'image/jpeg', bytes: 1, sha256: newHash() };
  await store('media_object').insert(image);
  const clip = {
    run_id: runId,
    account_id: accountId,
    title: mark,
    prompt: mark,
    mode: 'fast',
    seconds: 5,
    image_id: image.id,
    captions: mark,
  };
  await store('video_clip').insert(clip);
  await store('course_clip').insert({ home_id: courseId, account_id: accountId, lesson_id: uuidv7(), run_id: runId });
  const pictured = { media_id: image.id, thumb_id: image.id, state: 'drawn', alt: mark, prompt: mark };
  const simulation = { id: uuidv7(), home_id: runId, place: 1, account_id: accountId, run_id: runId, wish: 'How bees see' };
  await store('simulation').insert(simulation);
  await store('solved_task').insert({ account_id: accountId, simulation_id: simulation.id, task: 0 });
  const card = { account_id: accountId, id: uuidv7(), guid: mark, deck: mark, course_id: courseId, front: mark, back: mark };
  await store('flash_card').insert(card);
  await store('flash_card_rating').insert({ account_id: accountId, id: uuidv7(), card_id: card.id, rating: 'good' });
  await store('declined_cards').insert({ account_id: accountId, course_id: courseId });
  await store('audio_course').insert({ course_id: courseId, language: 'english', account_id: accountId, style: 'voice', run_id: null });
  const heard = { course_id: courseId, language: 'english', lesson_id: uuidv7(), account_id: accountId };
  const turns = JSON.stringify([{ voice: 'first', words: [{ text: mark, start: 0, end: 1 }] }]);
  const spoken = {
    source_hash: mark,
    turns,
    media_id: image.id,
    seconds: 1,
    spoken_by: 'espeak',
    written_by: 'claude',
    checked_by: 'gemini',
  };
  await store('audio_lesson').insert({ ...heard, ...spoken });
  await store('audio_place').insert({ ...heard, seconds: 1 });
  await store('audio_feed').insert({ id: uuidv7(), account_id: accountId, course_id: courseId, language: 'english' });
  await store('course_picture').insert({ home_id: runId, place: 'cover', account_id: accountId, run_id: runId, ...pictured });
  await store('course_export').insert({ run_id: runId, account_id: accountId, course_id: courseId, format: 'zip', filename: mark });
  const note = { id: uuidv7(), account_id: accountId, title: mark, audio_id: image.id, seconds: 3, transcription: mark, run_id: runId };
  await store('voice_note').insert({ ...note, heard: JSON.stringify({ text: mark, words: [], language: null }) });
  const source = { id: uuidv7(), account_id: accountId, type: 'pdf', name: mark, run_id: runId, ready_at: new Date() };
  await store('source').insert(source);
  await store('source_passage').insert({ source_id: source.id, number: 1, starts_at: 0, body: mark, search: mark });
  await store('run_source').insert({ run_id: runId, source_id: source.id, name: mark, place: 0 });
  const proposal = { id: uuidv7(), account_id: accountId, language: 'de', source: 'Save', proposed: mark };
  await store('text_proposal').insert(proposal);
  const translation = { course_id: courseId, language: 'german' };
  await store('course_translation').insert({ ...translation, frame: JSON.stringify({ title: mark }), frame_hash: newHash() });
  const texts = { texts: JSON.stringify({ title: mark }), source_hash: newHash(), service: 'claude' };
  await store('lesson_translation').insert({ ...translation, ...texts, lesson_id: uuidv7() });
  const call = { id: uuidv7(), account_id: accountId, run_id: runId, service: 'claude', model: 'm', purpose: mark, outcome: 'ok' };
  await store('vendor_call').insert({ ...call, detail: `detail ${newHash()}` });
  await store('spend_day').insert({ day: '2026-11-20', account_id: accountId });
  await transact((trx) => addNotification(trx, { accountId, kind: 'run.completed', cause: `cause ${newHash()}`, subject: mark }));
}

async function givenMarket(given: { accountId: string; creatorCourseId: string; mark: string }): Promise<void> {
  const store = database();
  const [account_id, creator_course_id] = [given.accountId, given.creatorCourseId];
  await store('publication_version').insert({ creator_course_id, number: 1, content: JSON.stringify({ title: given.mark }) });
  await store('course_view_day').insert({ creator_course_id, day: '2026-11-20', views: 3 });
  await store('enrolment').insert({ account_id, creator_course_id, version: 1 });
  await store('course_rating').insert({ account_id, creator_course_id, stars: 4, text: given.mark });
  await store('course_report').insert({ id: uuidv7(), account_id, creator_course_id, reason: 'spam', text: given.mark });
  await store('market_code').insert({ id: uuidv7(), account_id, code: 'SPRING', percent: 20 });
  const message = { id: uuidv7(), creator_course_id, account_id, subject: given.mark, text: given.mark, recipients: 1 };
  await store('course_message').insert(message);
  await store('course_message_to').insert({ message_id: message.id, account_id });
  await store('lesson_question').insert({ id: uuidv7(), creator_course_id, lesson_id: uuidv7(), account_id, text: given.mark });
}

async function givenMoney({ accountId, mark }: FullAccount): Promise<void> {
  const store = database();
  const now = new Date();
  const order = { id: uuidv7(), account_id: accountId, kind: 'tokens', package_id: 'tokens_300', catalogue_version: 1, amount_cents: 2500 };
  await store('billing_order').insert({ ...order, stripe_session_id: `cs_test_${newHash()}`, detail: JSON.stringify({ note: mark }) });
  const code = { id: uuidv7(), account_id: accountId, code: 'AUTUMN', percent: 10 };
  await store('market_code').insert(code);
  await store('market_code_use').insert({ order_id: order.id, code_id: code.id, list_cents: 2600 });
  const paid = { account_id: accountId, order_id: order.id, stripe_payment_intent_id: `pi_${mark}`, reason: 'purchase', description: mark };
  const payment = { ...paid, id: uuidv7(), package_id: 'tokens_300', amount_cents: 2500, status: 'paid', paid_at: now };
  await store('billing_payment').insert({ ...payment, url: `https://invoice.example.com/${newHash()}` });
  const refund = { id: uuidv7(), payment_id: payment.id, account_id: accountId, amount_cents: 100, requested_by: 'self', reason: mark };
  await store('refund').insert(refund);
  await store('billing_dispute').insert({ stripe_dispute_id: `dp_${mark}`, payment_id: payment.id, account_id: accountId, status: mark });
  const alarm = { id: uuidv7(), kind: mark, cause: newHash(), subject: `order:${order.id}`, account_id: accountId };
  await store('billing_alarm').insert(alarm);
  await store('billing_customer').insert({ account_id: accountId, stripe_customer_id: `cus_${mark}` });
  await store('creator_payout_account').insert({ account_id: accountId, stripe_account_id: `acct_${mark}`, country: 'DE' });
  const payout = { id: uuidv7(), account_id: accountId, stripe_account_id: `acct_${mark}`, cents: 100, stripe_transfer_id: `tr_${mark}` };
  await store('creator_payout').insert(payout);
  await store('trial_use').insert({ account_id: accountId, email_hash: randomBytes(32), via: 'local' });
  const times = { anchor: now, period_start: now, period_end: now };
  await store('subscription').insert({ id: uuidv7(), account_id: accountId, package_id: mark, status: 'canceled', ...times });
  await store('stripe_event').insert({ event_id: `evt_${mark}`, type: 'charge.refunded', object_id: 'ch_1', created: now });
  await recordAudit({ actor: 'system:billing', action: 'order.fulfil', subject: `order:${order.id}`, detail: { note: mark } });
}

async function givenPlaces({ accountId, mark }: FullAccount): Promise<void> {
  const store = database();
  const place = { account_id: accountId, cell_y: 1, cell_x: 1 };
  await store('learner_position').insert({ ...place, subjects: [mark] });
  const [starts_at, ends_at] = ['2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z'];
  const event = { ...place, id: uuidv7(), title: mark, event_type: mark, location_name: mark, address: mark, time_zone: 'UTC' };
  await store('local_event').insert({ ...event, starts_at, ends_at, max_attendees: 3 });
  await store('event_attendance').insert({ event_id: event.id, account_id: accountId, state: 'joined', confirmation_code: mark });
  const spot = { ...place, id: uuidv7(), name: mark, address: mark, type: mark };
  await store('study_place').insert(spot);
  await store('study_place_rating').insert({ place_id: spot.id, account_id: accountId, stars: 4 });
}

async function givenTokensUsed({ accountId, mark }: FullAccount): Promise<void> {
  const store = database();
  await givenTokens(accountId, 100);
  const expiresAt = new Date(Date.now() + 60_000);
  await transact((trx) =>
    reserveTokens(trx, { owner: personOwner(accountId), jobId: `job-${mark}`, centitokens: 500, expiresAt, cause: mark }),
  );
  const counter = { id: uuidv7(), owner_kind: 'user', owner_id: accountId, feature: 'text_course', period_key: mark, allowed: 4, held: 1 };
  await store('quota_counter').insert(counter);
  await store('quota_hold').insert({
    job_id: `job-${mark}`,
    feature: 'text_course',
    counter_id: counter.id,
    units: 1,
    expires_at: expiresAt,
  });
  await store('ledger_transaction').insert({ ...movement(mark), unit: 'USD', kind: 'sale', owner_kind: 'user', owner_id: accountId });
}

/** Data that a learning platform of their organisation has about the user, and a course that they offer there. */
async function givenLearningPlatform({ accountId, email, mark }: FullAccount, organisationId: string): Promise<void> {
  const store = database();
  const [platform_id, user_id, context_id, placement_id, link_id] = Array.from({ length: 5 }, () => uuidv7()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const course_id = await givenCourse(accountId);
  const source_id = await givenCourse((await insertAccount(store)) as string);
  await store('lti_platform').insert({ id: platform_id, organisation_id: organisationId, name: mark, product: 'moodle', state: 'waiting' });
  await store('lti_user').insert({ id: user_id, platform_id, subject: mark, account_id: accountId, email });
  await store('lti_context').insert({ id: context_id, platform_id, context_ref: mark, title: mark });
  await store('lti_context_member').insert({ context_id, subject: mark, name: mark, email, roles: ['Learner'], is_active: true });
  await store('lti_offer').insert({ organisation_id: organisationId, course_id, account_id: accountId });
  await store('lti_copy').insert({ account_id: accountId, source_id, course_id });
  await store('lti_placement').insert({ id: placement_id, platform_id, kind: 'course', title: mark, course_id });
  const link = { id: link_id, platform_id, deployment_id: '1', resource_link_ref: mark, placement_id, context_id };
  await store('lti_link').insert(link);
  await store('lti_score').insert({ id: uuidv7(), link_id, user_id, percent: 80, is_complete: true, achieved_at: new Date() });
}

/** An organisation that the user owns, in whose name they spent tokens; an invite that they sent, and one they got. */
async function givenOrganisations({ accountId, email, mark }: FullAccount): Promise<void> {
  const store = database();
  const own = await givenOrganisation({ owner: { id: accountId, email }, name: mark });
  await givenLearningPlatform({ accountId, email, mark }, own.id);
  await givenInvite(own.id, `invited-by-${mark}@elsewhere.example`);
  const known = { organisation_id: own.id, issuer: 'https://idp.example', subject: mark, account_id: accountId };
  await store('organisation_identity').insert(known);
  await store('organisation_invite').where({ organisation_id: own.id }).update({ invited_by: accountId });
  const group = { id: uuidv7(), organisation_id: own.id, name: mark, source: 'roster' as const };
  await store('organisation_group').insert(group);
  await store('organisation_group_person').insert({ group_id: group.id, person_id: await personIdOf(own.id, email) });
  const other = await givenOrganisation({ name: 'Another organisation' });
  await givenInvite(other.id, email);
  const data = { organisation: mark, inviter: 'Ben', link: `/organisation/join?token=${newHash()}` };
  await store('outgoing_mail').insert({
    kind: 'invite',
    cause: newHash(),
    recipient: email,
    data: JSON.stringify(data),
    message_id: newHash(),
  });
  await store('ledger_transaction').insert({
    ...movement(mark),
    unit: 'TOK',
    kind: 'capture',
    owner_kind: 'organisation',
    owner_id: own.id,
    actor_id: accountId,
  });
  await givenClasses({ accountId, email, mark }, own.id);
}

/** A class that the user made and learns in, with an assignment that they opened and asked about. */
async function givenClasses({ accountId, mark }: FullAccount, organisationId: string): Promise<void> {
  const store = database();
  const [classroom_id, assignment_id, account_id] = [uuidv7(), uuidv7(), accountId];
  await store('classroom').insert({ id: classroom_id, organisation_id: organisationId, name: mark, created_by: account_id });
  await store('classroom_member').insert({ classroom_id, account_id, role: 'student' });
  const [left] = await store('classroom').insert({ id: uuidv7(), organisation_id: organisationId, name: 'Left' }).returning('id');
  await store('classroom_member').insert({ classroom_id: left!.id, account_id, role: 'student' });
  await store('classroom_member').where({ classroom_id: left!.id, account_id }).delete();
  await store('assignment').insert({ id: assignment_id, classroom_id, title: mark, assigned_by: account_id, for_all: false });
  await store('assignment_person').insert({ assignment_id, account_id });
  await store('assignment_copy').insert({ assignment_id, account_id, version: 1 });
  await store('assignment_extension').insert({ assignment_id, account_id, due_at: new Date() });
  const calendar_id = uuidv7();
  await store('due_calendar').insert({ id: calendar_id, account_id });
  await store('due_calendar_entry').insert({ calendar_id, assignment_id, title: mark, class_name: mark, due_at: new Date() });
  await store('assignment_mark').insert({ id: uuidv7(), assignment_id, account_id, mark: '1+', reason: mark });
  await store('assignment_reminder').insert({ assignment_id, account_id, due_at: new Date() });
  await store('class_question').insert({ id: uuidv7(), assignment_id, account_id, text: mark });
}

/** A connection of the user, and a user they blocked. */
async function givenOthers({ accountId, mark }: FullAccount): Promise<void> {
  const store = database();
  const [friend, foe] = [await insertAccount(store), await insertAccount(store)];
  await givenTexts({ accountId, friend, mark });
  await givenDiscussions({ accountId, mark });
  await store('connection').insert({ requester_id: accountId, addressee_id: friend });
  await store('person_block').insert({ account_id: accountId, blocked_id: foe });
  await store('person_mute').insert({ account_id: accountId, muted_id: foe });
  const [first_id, second_id] = [accountId, friend].toSorted();
  const room = { id: uuidv7(), kind: 'direct', first_id, second_id };
  await store('chat_room').insert(room);
  await store('chat_message').insert({ id: uuidv7(), room_id: room.id, account_id: accountId, place: 1, changed: 1, content: mark });
  const study = { id: uuidv7(), account_id: accountId, client_key: uuidv7(), name: mark };
  await store('study_room').insert(study);
  await store('study_participant').insert({ room_id: study.id, account_id: accountId });
  await store('chat_read').insert({ account_id: accountId, room_id: room.id, place: 1 });
}

/** A group, with a discussion they started, replied to, liked and read. */
async function givenDiscussions({ accountId, mark }: Omit<FullAccount, 'email'>): Promise<void> {
  const store = database();
  const [group_id, post_id, reply_id] = [uuidv7(), uuidv7(), uuidv7()];
  await store('study_group').insert({ id: group_id, name: mark, description: mark, creator_id: accountId });
  await store('study_group_member').insert({ group_id, account_id: accountId, standing: 'owner' });
  await store('forum_member').insert({ account_id: accountId, forum_id: 'general' });
  await store('forum_post').insert({ id: post_id, author_id: accountId, group_id, title: mark, content: mark });
  await store('forum_reply').insert({ id: reply_id, post_id, author_id: accountId, content: mark });
  await store('post_like').insert({ post_id, account_id: accountId });
  await store('reply_like').insert({ reply_id, account_id: accountId });
  await store('post_reading').insert({ post_id, account_id: accountId });
  await store('leaderboard_entry').insert({ account_id: accountId, display_name: mark });
}

/** A text of theirs that was removed, and another user's that they reported. */
async function givenTexts({ accountId, friend, mark }: { accountId: string; friend: string; mark: string }): Promise<void> {
  const store = database();
  const row = { subject_type: 'post', href: '/community', fingerprint: newHash() };
  const [own, theirs, moderator] = [uuidv7(), uuidv7(), await insertAccount(store)];
  await store('public_text').insert({ ...row, subject_id: own, author_id: accountId, text: mark, state: 'removed', decided_by: moderator });
  await store('public_text').insert({ ...row, subject_id: theirs, author_id: friend, text: 'Theirs', state: 'clear' });
  const report = { id: uuidv7(), subject_type: 'post', subject_id: theirs, account_id: accountId, reason: 'spam' };
  await store('text_report').insert(report);
  await store('writing_suspension').insert({ account_id: accountId, until: new Date(), note: mark, suspended_by: moderator });
}

const newHash = () => randomBytes(24).toString('hex');
const movement = (cause: string) => ({
  id: uuidv7(),
  idempotency_key: newHash(),
  request_hash: newHash(),
  cause,
  change: 0,
  balance_after: 0,
});
