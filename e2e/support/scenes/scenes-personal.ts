import type { Page } from '@playwright/test';
import { videoHistory, videoPoster } from '#contract/video/video.contract.ts';
import { saveSettings } from '#contract/settings/settings.contract.ts';
import { readParentalRequest } from '#contract/identity/age.contract.ts';
import { getConsent } from '#contract/identity/connected-apps.contract.ts';
import { type ApiKey, listKeys } from '#contract/identity/api-keys.contract.ts';
import {
  type Webhook,
  type WebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
  readWebhookDelivery,
  rotateWebhookSecret,
} from '#contract/webhooks/webhooks.contract.ts';
import { getDashboard } from '#contract/dashboard/dashboard.contract.ts';
import { reviewForecast } from '#contract/practice/practice.contract.ts';
import { listVoiceNotes } from '#contract/voice/voice.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { mockAnswer, mockChange, mockFile, refusing } from '../mocks.ts';
import { button, heading, press, type Scene, text } from './scene.ts';

const BEES = { kind: 'course', course_id: 'c1', title: 'Bees on a roof', due_on: '2026-12-24', progress: 40, is_done: false } as const;

const KEY: ApiKey = {
  api_key_id: 'k1',
  name: 'Reports',
  ending: 'Ab3d',
  app: null,
  scopes: ['courses:read', 'generate'],
  day_budget: 50,
  spent_today: 12.5,
  networks: ['203.0.113.0/24', '2001:db8::/32'],
  created_at: '2026-11-01T08:00:00.000Z',
  expires_at: '2099-02-26T08:00:00.000Z',
  ended_at: null,
  last_used_at: '2026-11-28T08:00:00.000Z',
  calls: 1_204,
  acts_for: 'Ada Okafor',
};
/** Keys in every state. */
const KEYS: readonly ApiKey[] = [
  KEY,
  {
    ...KEY,
    api_key_id: 'k2',
    name: 'Course catalogue of the university library of the city',
    scopes: ['courses:read', 'courses:write', 'learn', 'mentor', 'media', 'studio', 'account:read'],
    day_budget: 0,
    networks: [],
    last_used_at: null,
    calls: 0,
  },
  { ...KEY, api_key_id: 'k3', name: 'Old laptop', ended_at: '2026-11-20T08:00:00.000Z' },
  { ...KEY, api_key_id: 'k5', name: 'Study Buddy', ending: '', app: { host: 'localhost' }, networks: [] },
  {
    ...KEY,
    api_key_id: 'k6',
    name: 'An assistant with a name that is as long as one may be, sir',
    ending: '',
    app: { host: 'assistant.example.com' },
  },
  { ...KEY, api_key_id: 'k4', name: 'Trial', expires_at: '2026-11-21T08:00:00.000Z' },
];

const WEBHOOK: Webhook = {
  webhook_id: 'w1',
  url: 'https://reports.example.com/coursewright/hooks',
  events: ['run.ended', 'lesson.ready', 'sale.made'],
  state: 'active',
  ended_why: null,
  created_at: '2026-11-01T08:00:00.000Z',
  old_secret_until: '2099-11-29T08:00:00.000Z',
  waiting: 0,
  last: { at: '2026-11-28T08:00:00.000Z', state: 'delivered', status: 204 },
};
/** Webhooks in every state. */
const WEBHOOKS: readonly Webhook[] = [
  WEBHOOK,
  {
    ...WEBHOOK,
    webhook_id: 'w2',
    url: `https://warehouse.example.com/${'a-long-way/'.repeat(12)}`,
    state: 'failing',
    old_secret_until: null,
    waiting: 12,
    last: { at: '2026-11-28T08:00:00.000Z', state: 'waiting', status: null },
  },
  { ...WEBHOOK, webhook_id: 'w3', url: 'https://gone.example.com/', state: 'ended', ended_why: 'gone', old_secret_until: null, last: null },
];
const SENT: WebhookDelivery = {
  event_id: 'e1',
  type: 'sale.made',
  state: 'failed',
  created_at: '2026-11-27T08:00:00.000Z',
  tries: 2,
  due_at: null,
  status: 500,
};
const withWebhooks = async (page: Page) => {
  await mockAnswer(page, listWebhooks, { webhooks: WEBHOOKS });
  const deliveries = [
    { ...SENT, event_id: 'e2', state: 'waiting', due_at: '2099-11-29T08:00:00.000Z' },
    SENT,
    { ...SENT, event_id: 'e3', type: 'lesson.ready', state: 'delivered', tries: 1, status: 204 },
  ];
  await mockAnswer(page, listWebhookDeliveries, { deliveries, next_cursor: null });
  const body = { id: 'e1', type: 'sale.made', object: { type: 'sale', id: 's1', version: 7 }, data: { price_cents: 999 } };
  const failed = { took_ms: 41, status: 500, answer: 'The queue is full.', error: null };
  const tries = [
    { ...failed, at: '2026-11-27T08:00:00.000Z' },
    { at: '2026-11-27T08:00:05.000Z', took_ms: 10_000, status: null, answer: null, error: 'no answer within 10 s' },
  ];
  await mockAnswer(page, readWebhookDelivery, { delivery: SENT, body: JSON.stringify(body), tries });
};

/** Mocks the dashboard of a user who has learned for a while. */
const learned = (page: Page) =>
  mockChange(page, getDashboard, (told) => ({
    ...told,
    completed_courses: 2,
    total_hours: 14.5,
    streak_days: 6,
    total_points: 1485,
    weekly_activity: told.weekly_activity.map((day, n) => ({ ...day, minutes: n * 12, lessons: n % 3 })),
    review_due: 12,
    goals: [
      { kind: 'week', minutes: 300, done_minutes: 252 },
      { ...BEES, lessons_left: 9, days_left: 34 },
    ],
  }));

const refuseToSave = refusing(saveSettings, 'validation.failed', 'Not now.');
const share = (page: Page) => page.getByRole('switch', { name: 'Share my profile' }).click();

const clip = {
  negative_prompt: '',
  mode: 'fast',
  type: 'text',
  duration: 5,
  duration_seconds: null,
  progress: 100,
  eta: null,
  error: null,
  created_at: '2026-11-20T10:00:00.000Z',
  image_file: null,
  may_retry: false,
  has_captions: false,
  course: null,
};
const CLIPS = [
  { ...clip, task_id: 'c1', title: 'A bee lands on lavender', prompt: 'A bee lands on lavender', status: 'processing', progress: 40 },
  { ...clip, task_id: 'c2', title: 'Foxes at night', prompt: 'Foxes at night', status: 'completed', duration_seconds: 5 },
  {
    ...clip,
    task_id: 'c3',
    title: 'A harbour in fog',
    prompt: 'A harbour in fog',
    mode: 'quality',
    duration: 30,
    status: 'failed',
    error: t('The video service refused this request because it breaks the service’s rules. You were not charged.'),
    may_retry: true,
  },
];
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

async function withClips(page: Page): Promise<void> {
  await mockAnswer(page, videoHistory, { videos: CLIPS, next: null });
  await mockFile(page, videoPoster, 'image/png', pixel);
}

const note = {
  user_id: 'u1',
  type: 'audio/webm',
  duration: 95,
  created_at: '2026-11-20T10:00:00.000Z',
  transcription_status: 'ready',
  edited: false,
  language: 'en',
};
const NOTES = [
  { ...note, id: 'n1', title: 'On the way home', transcription: '', transcription_status: 'transcribing' },
  {
    ...note,
    id: 'n2',
    title: 'Bees in winter',
    transcription: 'They keep each other warm until spring brings flowers again.',
    edited: true,
  },
  { ...note, id: 'n3', title: 'Frost', transcription: 'Auto-transcription not available', transcription_status: 'failed', language: null },
].map((one) => ({ ...one, audio_data: `/api/voice-notes/${one.id}/audio` }));

const withNotes = (page: Page) => mockAnswer(page, listVoiceNotes, { voice_notes: NOTES, next: null });
const PARENT = { first_name: 'Ada', birth_year: 2015, band: 'child', is_child: true, state: 'asked' } as const;

/** The dashboard, the screens of the profile menu, clips and voice notes. */
export const SCENES_PERSONAL: readonly Scene[] = [
  { name: 'dashboard, nothing yet', address: '/dashboard', ready: heading('No course yet') },
  { name: 'dashboard', who: 'learner', address: '/dashboard', ready: heading('Goals') },
  {
    name: 'dashboard, the five minutes of a second day',
    isMain: true,
    who: 'learner',
    address: '/dashboard',
    arrange: (page) => mockChange(page, reviewForecast, (told) => ({ ...told, again: 3, questions: 3, flash_cards: 3, waiting: 0 })),
    ready: text(/^The 3 hardest questions/),
  },
  { name: 'dashboard after a while', address: '/dashboard', arrange: learned, ready: (page) => page.getByRole('img', { name: /36/ }) },
  {
    name: 'dashboard that cannot be loaded',
    address: '/dashboard',
    arrange: refusing(getDashboard, 'validation.failed', 'Not now.'),
    ready: heading('The dashboard could not be loaded'),
  },
  { name: 'achievements', who: 'learner', address: '/dashboard/achievements', ready: text('Learned on a hundred days') },
  {
    name: 'points',
    who: 'learner',
    address: '/dashboard/points',
    ready: (page) => page.getByRole('heading', { level: 1, name: t('Your points') }),
  },
  { name: 'profile', isMain: true, who: 'learner', address: '/profile', ready: heading('Name and email') },
  { name: 'settings', isMain: true, address: '/settings', ready: button('Sign Out') },
  {
    name: 'programs',
    who: 'learner',
    address: '/settings/programs',
    arrange: async (page) => {
      await mockAnswer(page, listKeys, { keys: KEYS });
      await withWebhooks(page);
    },
    ready: button('Revoke Reports'),
  },
  { name: 'programs, none yet', who: 'learner', address: '/settings/programs', ready: button('Create a key') },
  {
    name: 'programs, making a key',
    isReadFirst: true,
    who: 'learner',
    address: '/settings/programs',
    act: press('Create a key'),
    ready: button('Create the key'),
  },
  {
    name: 'a program asks to be let in',
    isReadFirst: true,
    who: 'learner',
    address: '/connect/a',
    arrange: (page) =>
      mockAnswer(page, getConsent, {
        client_name: 'Study Buddy',
        host: 'cursor:',
        redirect_uri: 'cursor://anysphere.cursor-mcp/oauth/callback',
        scopes: ['courses:read', 'generate', 'learn', 'mentor'],
        replaces: true,
        age_refusal: null,
      }),
    ready: (page) => page.getByRole('button', { name: t('Allow'), exact: true }),
  },
  { name: 'a program whose sign-in is over', who: 'learner', address: '/connect/gone', ready: heading('This sign-in has expired') },
  {
    name: 'programs, making a webhook',
    isReadFirst: true,
    who: 'learner',
    address: '/settings/programs',
    act: press('Create a webhook'),
    ready: button('Create the webhook'),
  },
  {
    name: 'programs, what was sent',
    who: 'learner',
    address: '/settings/programs',
    arrange: withWebhooks,
    act: async (page) => {
      await page.getByRole('button', { name: /^Log https:\/\/reports/ }).click();
      await page
        .getByRole('button', { name: /^Details/ })
        .nth(1)
        .click();
    },
    ready: (page) => page.getByText('The queue is full.'),
  },
  {
    name: 'programs, a new secret',
    isReadFirst: true,
    who: 'learner',
    address: '/settings/programs',
    arrange: async (page) => {
      await withWebhooks(page);
      await mockAnswer(page, rotateWebhookSecret, {
        webhook: WEBHOOK,
        secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      });
    },
    act: async (page) => {
      await page
        .getByRole('button', { name: /reports\.example/ })
        .last()
        .click();
      await page.getByRole('menuitem', { name: t('New secret') }).click();
      await page.getByRole('dialog').getByRole('button').first().click();
    },
    ready: button('Copy the secret'),
  },
  {
    name: 'programs, changing a webhook',
    isReadFirst: true,
    who: 'learner',
    address: '/settings/programs',
    arrange: withWebhooks,
    act: async (page) => {
      await page
        .getByRole('button', { name: /reports\.example/ })
        .last()
        .click();
      await page.getByRole('menuitem').first().click();
    },
    ready: button('Save the webhook'),
  },
  {
    name: 'settings, not saved',
    address: '/settings',
    arrange: refuseToSave,
    act: async (page) => {
      await share(page);
      await page.getByRole('button', { name: 'Save All Settings' }).click();
    },
    ready: (page) => page.getByText('Failed to save settings. Not now.').first(),
  },
  {
    name: 'settings, asked before leaving',
    address: '/settings',
    act: async (page) => {
      await share(page);
      await page.getByRole('link', { name: 'AI Builder' }).click();
    },
    ready: (page) => page.getByRole('dialog').getByRole('button', { name: 'Leave without saving' }),
  },
  {
    name: 'search and commands',
    who: 'learner',
    address: '/courses',
    act: async (page) => {
      await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();
      // the key handler is attached shortly after the screen renders
      const field = page.getByRole('combobox', { name: 'Search and commands' });
      for (let tries = 0; tries < 40 && !(await field.isVisible()); tries += 1) {
        await page.keyboard.press('Control+k');
        await field.waitFor({ timeout: 100 }).catch(() => undefined);
      }
      await field.fill('co');
    },
    ready: (page) => page.getByRole('option', { name: 'My Courses' }),
  },
  {
    name: 'edit bio, too long',
    isMain: true,
    address: '/courses?dialog=bio',
    act: (page) => page.getByRole('textbox', { name: 'Bio' }).fill('I keep bees on a roof. '.repeat(14)),
    ready: text('322/300 characters'),
  },
  {
    name: 'accessibility settings',
    isMain: true,
    address: '/courses?dialog=accessibility',
    ready: (page) => page.getByRole('dialog').getByRole('button', { name: 'Apply' }),
  },
  {
    name: 'help and support',
    isMain: true,
    address: '/courses?dialog=help',
    act: async (page) => {
      const questions = page.getByRole('dialog').locator('.MuiAccordionSummary-root');
      await questions.last().waitFor();
      for (const question of await questions.all()) await question.click();
    },
    ready: text('or ask in AI Mentor itself.'),
  },
  { name: 'videos, none yet', address: '/videos', ready: text('No videos yet') },
  { name: 'videos', address: '/videos', arrange: withClips, ready: heading('A harbour in fog') },
  {
    name: 'video from a picture',
    address: '/create',
    ready: text('Starting picture: JPG, PNG or WebP'),
    async act(page) {
      await page.getByRole('button', { name: new RegExp(`^${t('Video')}`) }).click();
      await page.getByRole('combobox', { name: t('Start with') }).selectOption('image');
      await page.getByRole('button', { name: t('Generate video') }).click();
      await page.getByText(t('Please select an image file')).waitFor();
    },
  },
  { name: 'certificates, none yet', who: 'newcomer', address: '/certificates', ready: heading('No certificates yet') },
  { name: 'voice notes', address: '/voice-notes', arrange: withNotes, ready: heading('Frost') },
  {
    name: 'a parent is asked',
    who: 'nobody',
    address: '/parental-consent?token=t',
    arrange: (page) => mockAnswer(page, readParentalRequest, PARENT),
    ready: button('I do not agree'),
  },
];
