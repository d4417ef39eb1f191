import { uuidv7 } from 'uuidv7';
import type { Page } from '@playwright/test';
import { cellOf } from '#contract/places/grid.ts';
import { COMMUNITY_ROOM_ID } from '#contract/chat/chat.contract.ts';
import { ATTACKS } from './attack-strings.ts';
import { pause, type Installation } from './installation.ts';

const HERE = { latitude: -41.2866, longitude: 174.7756 };
/** The number of strings combined in one plain text. */
const PER_TEXT = 20;
const CHUNKS = Array.from({ length: ATTACKS.length / PER_TEXT }, (_, n) => ATTACKS.slice(n * PER_TEXT, (n + 1) * PER_TEXT).join(' '));

/**
 * Inserts each attack string into every kind of text that other users see, as if it had passed the api's checks, and opens every screen that
 * shows them. No script may run, and no request may go to another host.
 */
export async function attacks(on: Installation): Promise<void> {
  if (ATTACKS.length !== 60) throw new Error(`${ATTACKS.length} strings`);
  const { posts, groups, events } = await write(on);
  const { page, context } = await on.enter('Reader', '/community', (profile) =>
    Promise.all([profile.setGeolocation(HERE), profile.grantPermissions(['geolocation'])]),
  );
  const strange = new Set<string>();
  const own = new URL(on.stack.url).host;
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url());
    if (host !== own && !['data:', 'blob:'].includes(protocol)) strange.add(request.url());
  });
  let dialogs = 0;
  page.on('dialog', (dialog) => ((dialogs += 1), void dialog.dismiss()));
  await page.evaluate(
    async ({ token, here }) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      await fetch('/api/places/sharing', { method: 'PUT', headers, body: JSON.stringify({ consent: true, ...here, subjects: ['Bees'] }) });
    },
    { token: (await page.evaluate(() => localStorage.getItem('access_token')))!, here: HERE },
  );
  const screens = [
    '/community',
    '/community/discussions',
    '/community/groups',
    '/community/people',
    '/community/leaderboard',
    '/community/chat',
    '/community/study-rooms',
    '/community/nearby',
    '/community/nearby?show=learners',
    '/community/nearby?show=locations',
    '/operator/moderation',
    ...events.map((id) => `/community/nearby?event=${id}`),
    ...groups.map((id) => `/community/groups/${id}`),
    ...posts.map((id) => `/community/discussions/${id}`),
  ];
  let [ran, live, shown] = [0, 0, 0];
  for (const screen of screens) {
    const found = await look(page, screen);
    ran += found.ran;
    live += found.live.length;
    shown += found.isShown ? 1 : 0;
    for (const one of found.live) on.problems.push(`attacks: ${screen} holds ${one}`);
  }
  console.log(
    `attacks: ${ATTACKS.length} strings on ${screens.length} screens (${shown} display the text itself): ${ran} scripts ran, ${live} live elements, ${dialogs} dialogs, ${strange.size} foreign requests`,
  );
  if (ran + dialogs > 0) on.problems.push('attacks: a script ran');
  for (const url of strange) on.problems.push(`attacks: requested ${url}`);
  await context.close();
}

/** Opens a screen, waits until it has loaded, and finds elements and attributes that sanitising should have removed. */
async function look(page: Page, screen: string): Promise<{ ran: number; live: string[]; isShown: boolean }> {
  await page.goto(screen);
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
  await page.getByRole('heading').first().waitFor();
  await pause(150);
  return page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body;
    const live = [...main.querySelectorAll('*')].flatMap((element) => {
      const name = element.tagName.toLowerCase();
      const isForbidden = ['script', 'iframe', 'object', 'embed', 'base', 'meta', 'link'].includes(name);
      const bad = [...element.attributes].filter(
        ({ name: attribute, value }) =>
          attribute.startsWith('on') ||
          /^\s*(?:javascript|vbscript|data:text)/i.test(value) ||
          /attacker\.invalid/.test(attribute === 'src' ? value : ''),
      );
      return isForbidden || bad.length > 0
        ? [`<${name} ${bad.map(({ name: attribute, value }) => `${attribute}=${value}`).join(' ')}>`]
        : [];
    });
    return {
      ran: '__attacked' in window ? 1 : 0,
      live,
      isShown: /__attacked|attacker/.test(document.body.innerText),
    };
  });
}

/** Inserts rows of other users whose texts are the attack strings. */
async function write({ knex }: Installation): Promise<{ posts: string[]; groups: string[]; events: string[] }> {
  const people = ATTACKS.map(() => uuidv7());
  await knex('account').insert(
    people.map((id, n) => ({
      id,
      email: `attacker-${n}@example.com`,
      first_name: ATTACKS[n]!,
      last_name: ATTACKS[(n + 1) % ATTACKS.length]!,
      bio: ATTACKS[n]!,
      terms_version: '1',
      terms_accepted_at: new Date(),
      birth_year: 1990,
    })),
  );
  const off = ['notify_email', 'notify_push', 'notify_course_reminders', 'high_contrast', 'large_text', 'reduced_motion', 'screen_reader'];
  const settings = {
    language: 'english',
    theme: 'auto',
    keyboard_navigation: false,
    stay_on_lesson: false,
    ...Object.fromEntries(off.map((name) => [name, false])),
  };
  await knex('user_settings').insert(people.map((id) => ({ ...settings, account_id: id, data_sharing: true })));
  await knex('leaderboard_entry').insert(people.map((id, n) => ({ account_id: id, display_name: ATTACKS[n]! })));
  const { y: cell_y, x: cell_x } = cellOf(HERE);
  await knex('learner_position').insert(people.map((id, n) => ({ account_id: id, cell_y, cell_x, subjects: [ATTACKS[n]!] })));
  const posts = people.map(() => uuidv7());
  await knex('forum_post').insert(
    posts.map((id, n) => ({ id, author_id: people[n], forum_id: 'general', title: ATTACKS[n]!, content: ATTACKS[n]! })),
  );
  await knex('forum_reply').insert(posts.map((id, n) => ({ id: uuidv7(), post_id: id, author_id: people[n], content: ATTACKS[n]! })));
  const groups = CHUNKS.map(() => uuidv7());
  await knex('study_group').insert(groups.map((id, n) => ({ id, name: CHUNKS[n]!, description: CHUNKS[n]!, creator_id: people[n] })));
  const places = CHUNKS.map((text, n) => ({ id: uuidv7(), account_id: people[n], address: text, cell_y, cell_x }));
  await knex('study_place').insert(
    places.map((place, n) => ({ ...place, name: CHUNKS[n]!, description: CHUNKS[n]!, hours: CHUNKS[n]!, type: 'Library' })),
  );
  const [starts_at, ends_at] = [new Date(Date.now() + 86_400_000), new Date(Date.now() + 90_000_000)];
  const when = { starts_at, ends_at, time_zone: 'UTC', event_type: 'Talk', max_attendees: 9 };
  const events = CHUNKS.map(() => uuidv7());
  await knex('local_event').insert(
    places.map((place, n) => ({ ...place, ...when, id: events[n], title: CHUNKS[n]!, description: CHUNKS[n]!, location_name: CHUNKS[n]! })),
  );
  const room = { room_id: COMMUNITY_ROOM_ID };
  const { last_change: last } = await knex('chat_room').where({ id: COMMUNITY_ROOM_ID }).first('last_change');
  await knex('chat_message').insert(
    people.map((id, n) => ({
      ...room,
      id: uuidv7(),
      account_id: id,
      place: Number(last) + n + 1,
      changed: Number(last) + n + 1,
      content: ATTACKS[n]!,
    })),
  );
  await knex('chat_room')
    .where({ id: COMMUNITY_ROOM_ID })
    .update({ last_change: Number(last) + ATTACKS.length });
  for (const [n, name] of CHUNKS.entries()) {
    const id = uuidv7();
    await knex('study_room').insert({ id, account_id: people[n], client_key: uuidv7(), name });
    await knex('study_participant').insert({ room_id: id, account_id: people[n], seen_at: new Date(Date.now() + 3_600_000) });
    await knex('chat_room').insert({ id: uuidv7(), kind: 'study', study_id: id });
  }
  await knex('public_text').insert(
    CHUNKS.map((text, n) => ({
      subject_type: 'post',
      subject_id: uuidv7(),
      author_id: people[n],
      href: '/community',
      text,
      fingerprint: `attack-${n}`,
      state: 'held',
      judgement: 'unsure',
      judgement_reason: text,
      appeal: text,
      appealed_at: new Date(),
      waits_since: new Date(),
    })),
  );
  return { posts, groups, events };
}
