import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { isNameKey, TEMPLATES, type MailData, type MailKind } from './mail-kinds.ts';
import { insertAccount } from '#domain/testing/account.factory.ts';
import { database } from '#domain/platform/database.ts';
import { saveSettings, tellTimeZone } from '#domain/settings/save-settings.command.ts';
import { speechFor } from './mail.queries.ts';
import { renderMail } from './render-mail.ts';
import { speechIn } from './words.ts';
import { textsOf } from '#domain/translation/interface/interface-texts.queries.ts';
import { hashToken, newSecret } from '#domain/platform/links/secret-link.ts';

useTestDatabase({ publicOrigin: 'https://learn.example.com' });

const SAMPLES: { [K in MailKind]: MailData<K> } = {
  'account-exists': { first_name: 'Ada', link: '/forgot-password' },
  'verify-email': { first_name: 'Ada', seed: 'seed' },
  'parental-consent': { first_name: 'Ada', seed: 'seed' },
  'reset-password': { first_name: 'Ada', seed: 'seed' },
  'password-changed': { first_name: 'Ada', at: '2026-12-03T14:02:00.000Z', link: '/forgot-password' },
  'security-changed': { first_name: 'Ada', change: 'passkey_added', at: '2026-12-03T14:02:00.000Z', about: 'Phone', link: '/account' },
  'new-device': { first_name: 'Ada', at: '2026-12-03T14:02:00.000Z', browser: 'Firefox', system: 'Linux', link: '/account' },
  receipt: {
    reference: 'P-1',
    order: 'A-1',
    occasion: 'purchase',
    description: '330 tokens',
    amount_cents: 2500,
    tokens: 33_000,
    date: '2026-12-03T23:30:00.000Z',
  },
  'payment-confirmed': { plan: 'Premium', tokens: 1250, link: '/billing' },
  'payment-disputed': { what: 'Premium (monthly)', amount_cents: 5000, outcome: 'open', is_plan: true, link: '/billing' },
  'payment-review': { what: '100 tokens', amount_cents: 999, received_cents: 100, link: '/billing' },
  'payment-failed': { what: 'Premium (monthly)', amount_cents: 5000, outcome: 'tried_again', link: '/billing' },
  'trial-begun': { plan: 'Standard', ends_at: '2026-12-10T00:00:00.000Z', amount_cents: 30_000, interval: 'year', link: '/billing' },
  'trial-ending': { plan: 'Standard', ends_at: '2026-12-10T00:00:00.000Z', link: '/billing' },
  invite: { organisation: 'Bees & Co', inviter: 'Ben', link: '/organisation/join?token=t' },
  'organisation-ready': {
    organisation: 'Bees & Co',
    plan: 'Enterprise',
    seats: 1000,
    tokens: 20_000_000,
    starts_at: '2026-12-03T00:00:00.000Z',
    ends_at: '2027-12-03T00:00:00.000Z',
    link: '/organisation',
  },
  'sign-in-notice': {
    change: 'certificate_ends',
    organisation: 'Bees & Co',
    domain: '',
    at: '2026-12-03T00:00:00.000Z',
    link: '/organisation/sign-in',
  },
  'organisation-added': { organisation: 'Bees & Co', link: '/organisation' },
  'organisation-left': { organisation: 'Bees & Co', signed_out: true, link: '/account' },
  refund: { amount_cents: 999 },
  'refund-failed': { amount_cents: 999, tokens: 10_000, link: '/billing' },
  'course-message': {
    first_name: 'Ada',
    title: 'Beekeeping',
    about: 'The swarm season begins',
    text: 'Look at your colonies.\n\nThen write to me.',
    link: '/market/c-1',
    course_id: 'c-1',
  },
  'assignment-date': {
    first_name: 'Ada',
    title: 'Beekeeping',
    due_at: '2026-12-02T12:00:00.000Z',
    was_due_at: '2026-11-30T12:00:00.000Z',
    link: '/classes/c-1',
  },
  'assignment-due': { first_name: 'Ada', title: 'Beekeeping', due_at: '2026-11-30T12:00:00.000Z', link: '/classes/c-1' },
  'class-week': { first_name: 'Ada', what: '7b', students: 30, active: 20, completed: 12, overdue: 2, questions: 1, link: '/classes/c-1' },
  'course-reminder': {
    first_name: 'Ada',
    title: 'Beekeeping',
    lesson: 'Spring',
    day: { unit: 'day', number: 3, of: 7, left: 2 },
    reviews: 3,
    link: '/courses/c-1/learn/0/0',
  },
  'course-taken-down': { first_name: 'Ada', title: 'Beekeeping', reason: 'Its pictures are not yours.', link: '/studio/courses/c-1' },
  'operator-alert': {
    rule: 'NoWorkers',
    summary: 'No worker is running: nothing is being written.',
    subject: '',
    value: 0,
    threshold: 1,
    link: '/operator',
  },
  'sales-messages': { link: '/operator/sales' },
  'webhook-ended': { first_name: 'Ada', address: 'hooks.example/', why: 'failing', link: '/settings/programs' },
  'course-finished': { first_name: 'Ada', title: 'Beekeeping', lessons: 12, missing: 2, link: '/courses/c-1' },
  'account-deletion': {
    first_name: 'Ada',
    due_at: '2026-12-17T10:00:00.000Z',
    ends: { plan: true, organisation: { name: 'Apiary Ltd', ends_at: '2027-06-01T10:00:00.000Z' } },
    link: '/sign-in',
  },
};

/** Returns all values with their keys, at any depth. */
const flat = (data: object): Record<string, unknown> =>
  Object.assign(
    {},
    ...Object.entries(data).map(([key, value]) => (typeof value === 'object' && value !== null ? flat(value) : { [key]: value })),
  ) as Record<string, unknown>;
/** Returns the data with every name replaced. */
const withNames = (data: Record<string, unknown>, name: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => {
      if (typeof value === 'string') return [key, isNameKey(key) ? name : value];
      return [key, typeof value === 'object' && value !== null ? withNames(value as Record<string, unknown>, name) : value];
    }),
  );

describe('every email', () => {
  it.each(Object.keys(TEMPLATES) as MailKind[])('%s has a subject, a text and the same in HTML, and no missing words', (kind) => {
    const { subject, text, html } = renderMail(kind, SAMPLES[kind] as Record<string, unknown>);
    expect(subject.length).toBeGreaterThan(10);
    expect(subject.length).toBeLessThan(90);
    for (const part of [subject, text, html]) expect(part).not.toMatch(/undefined|null|NaN|\[object/);
    expect(html).toMatch(/^<!doctype html><html lang="en">/);
    for (const [link] of text.matchAll(/https?:\/\/\S+/g)) {
      expect(link).toMatch(/^https:\/\/learn\.example\.com\//);
      expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
    }
    expect(text).not.toContain('!');
  });

  it.each(Object.keys(TEMPLATES) as MailKind[])(
    '%s looks like the product: its logo, 560 px, one button, styles on the elements alone',
    (kind) => {
      const { text, html } = renderMail(kind, SAMPLES[kind] as Record<string, unknown>);
      expect(html).toContain('max-width:560px');
      expect(html).toMatch(/<span style="[^"]*border-inline-start:3px solid #0B5C63[^"]*">Coursewright<\/span>/);
      expect(html).not.toMatch(/<style|<link|<script|<img|class=|url\(/);
      expect(html.match(/<a [^>]*display:inline-block/g) ?? []).toHaveLength(text.includes('https://') ? 1 : 0);
    },
  );

  it('writes money, tokens and days as people do', () => {
    const { text } = renderMail('receipt', { ...SAMPLES.receipt });
    expect(text).toContain('Paid: $25.00');
    expect(text).toContain('Tokens: 330');
    expect(text).toContain('Date: 3 December 2026');
    expect(renderMail('payment-confirmed', { ...SAMPLES['payment-confirmed'] }).text).toContain('12.50 tokens');
    expect(renderMail('password-changed', { ...SAMPLES['password-changed'] }).text).toContain('3 December 2026, 14:02 UTC');
  });

  it('writes a time in the reader’s zone; else in the class’s zone, which is named; else in UTC', () => {
    const due = (ownZone: string | null, time_zone: string | null) =>
      renderMail(
        'assignment-due',
        { ...SAMPLES['assignment-due'], due_at: '2026-12-01T07:59:00.000Z', time_zone },
        { speech: speechIn('en', {}, ownZone) },
      ).text;
    const [angeles, berlin] = ['America/Los_Angeles', 'Europe/Berlin'];
    expect(due(angeles, berlin)).toContain('is due on 30 November 2026, 23:59.');
    expect(due(null, angeles)).toContain('is due on 30 November 2026, 23:59 (Pacific Time).');
    expect(due(null, null)).toContain('is due on 1 December 2026, 07:59 UTC.');
    expect(due('Mars/Olympus', berlin), 'a zone this system does not know').toContain('1 December 2026, 08:59 (Central European Time)');
  });

  it('shows the new and the old value of a date that has moved, in one zone', () => {
    const moved = (changes: object) =>
      renderMail(
        'assignment-date',
        { ...SAMPLES['assignment-date'], time_zone: 'Europe/Berlin', ...changes },
        { speech: speechIn('en', {}, 'Asia/Tokyo') },
      ).text;
    expect(moved({})).toContain('is now due on 2 December 2026, 21:00. It was due on 30 November 2026, 21:00.');
    expect(moved({ was_due_at: null })).toContain('is now due on 2 December 2026, 21:00.');
    expect(moved({ due_at: null })).toContain('no longer has a due date');
  });

  it('uses the zone from the reader’s settings, once a device has set it', async () => {
    const id = await insertAccount(database());
    const passwordChanged = async () =>
      renderMail('password-changed', { ...SAMPLES['password-changed'] }, { speech: await speechFor(id) }).text;
    await saveSettings({ accountId: id, changes: { theme: 'dark' } });
    expect(await passwordChanged()).toContain('3 December 2026, 14:02 UTC');
    expect(await tellTimeZone({ accountId: id, timeZone: 'Asia/Tokyo' })).toBe('Asia/Tokyo');
    expect(await passwordChanged()).toMatch(/3 December 2026, 23:02(?! UTC)/);
    expect(await tellTimeZone({ accountId: id, timeZone: 'Europe/Berlin' }), 'of another device').toBe('Asia/Tokyo');
    await saveSettings({ accountId: id, changes: { time_zone: 'Europe/Berlin' } });
    expect(await passwordChanged()).toContain('3 December 2026, 15:02');
  });

  it.each([
    ['trial-begun', { interval: 'month' }, '$300.00'],
    ['trial-begun', { interval: 'year' }, '$300.00'],
    ['trial-ending', { charge: { amount_cents: 1_999, interval: 'month' } }, '$19.99 on that day and every month after'],
    ['trial-ending', { charge: { amount_cents: 1_999, interval: 'year' } }, '$19.99 on that day and every year after'],
    ['payment-failed', { outcome: 'tried_again' }, '$50.00'],
    ['payment-failed', { outcome: 'to_confirm' }, '$50.00'],
    ['payment-disputed', { outcome: 'open' }, '$50.00'],
    ['payment-disputed', { outcome: 'won' }, '$50.00'],
    ['payment-disputed', { outcome: 'lost' }, '$50.00'],
    ['refund', {}, '$9.99'],
    ['refund', { tokens: 500 }, '$9.99'],
    ['refund-failed', {}, '$9.99'],
  ] as const)('%s with %j names its sum', (kind, changes, sum) => {
    expect(renderMail(kind, { ...SAMPLES[kind], ...changes }).text).toContain(sum);
  });

  it.each([
    ['purchase', '330 tokens', 'Receipt: 330 tokens, 3 December 2026'],
    ['subscription_create', 'Premium (monthly)', 'Receipt: Premium (monthly), first payment of 3 December 2026'],
    ['subscription_cycle', 'Premium (monthly)', 'Receipt: Premium (monthly), renewal of 3 December 2026'],
    ['subscription_update', 'Change to Premium (monthly)', 'Receipt: Change to Premium (monthly), 3 December 2026'],
  ] as const)('a receipt for a %s identifies the payment, and contains its reference', (occasion, description, subject) => {
    const letter = renderMail('receipt', { ...SAMPLES.receipt, occasion, description });
    expect(letter.subject).toBe(subject);
    expect(letter.text).toContain('Payment: P-1');
  });

  it('the deletion of an account lists the paid products that end with it, or nothing', () => {
    const { text } = renderMail('account-deletion', { ...SAMPLES['account-deletion'] });
    expect(text).toContain(
      'Your plan ends with your account. You can request a refund of what you paid in the last 14 days on the billing page',
    );
    expect(text).toContain('Members of Apiary Ltd keep its tokens until 1 June 2027. Once you leave, nobody can invite or remove people');
    const free = renderMail('account-deletion', { ...SAMPLES['account-deletion'], ends: { plan: false, organisation: null } });
    expect(free.text).not.toMatch(/plan|Apiary/);
  });

  it('treats user text as text, never as markup or another header', () => {
    const { subject, html } = renderMail('invite', {
      organisation: '<img src=x onerror=alert(1)>',
      inviter: 'Eve\r\nBcc: all@example.com',
      link: '/join',
    });
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x');
    expect(subject).not.toMatch(/[\r\n]/);
  });

  it('of an unknown kind is an error', () => {
    expect(() => renderMail('toString', {})).toThrow('no mail of the kind');
  });
});

describe.each(['es', 'ar'])('I18N-03 an email to a user whose language is %s', (language) => {
  it('is completely in that language, with its amounts, days and direction', async () => {
    const speech = speechIn(language, await textsOf(language));
    const receipt = renderMail('receipt', { ...SAMPLES.receipt }, { speech });
    expect(receipt.text).toContain(language === 'es' ? 'Fecha: 3 de diciembre de 2026' : '3 ديسمبر 2026');
    expect(receipt.text).toMatch(/25[.,]00/);
    expect(receipt.html).toContain(language === 'es' ? '<html lang="es">' : '<html lang="ar" dir="rtl">');
    for (const kind of Object.keys(TEMPLATES) as MailKind[]) {
      // operators read English; texts by creators and operators are not translated
      if (/^(operator-alert|sales-messages|course-message|course-taken-down)$/.test(kind)) continue;
      const { text } = renderMail(kind, SAMPLES[kind] as Record<string, unknown>, { speech });
      expect(text, kind).not.toMatch(/undefined|\{\w+\}|\b(your|the|you)\b/i);
    }
  });
});

describe('a secret link', () => {
  it('contains a token that neither the email’s row nor the link’s row contains', () => {
    const { seed, tokenHash } = newSecret('reset-password');
    const { text } = renderMail('reset-password', { first_name: 'Ada', seed });
    const token = /\/reset-password\?token=([\w-]{43})/.exec(text)![1]!;
    expect(hashToken(token)).toEqual(tokenHash);
    expect(token).not.toBe(seed);
    expect(renderMail('verify-email', { first_name: 'Ada', seed }).text).not.toContain(token);
  });
});

describe('a name that was stored before names were checked', () => {
  const BAD = 'Your account is blocked, see evil.com';

  it.each(['verify-email', 'reset-password', 'password-changed', 'course-finished', 'account-deletion'] as const)(
    'does not greet in %s',
    (kind) => {
      const { text, html } = renderMail(kind, { ...SAMPLES[kind], first_name: BAD });
      expect(text).toContain('Hello there,');
      for (const part of [text, html]) expect(part).not.toContain('evil.com');
    },
  );

  it('contains no URL from the names of sender and organisation, and no injected line break', () => {
    const { subject, text } = renderMail('invite', {
      organisation: 'www.evil.example',
      inviter: 'Ben\nPay now',
      link: '/organisation/join?token=t',
    });
    expect(subject).toMatch(/^Somebody invites you to an organisation on /);
    expect(text).not.toMatch(/evil|Pay now/);
  });

  it('is not used inside an email either', () => {
    const ends = { plan: false, organisation: { name: 'http://evil.test', ends_at: '2027-06-01T10:00:00.000Z' } };
    expect(renderMail('account-deletion', { ...SAMPLES['account-deletion'], ends }).text).toContain('Members of your organisation keep');
  });

  const TRAPS = ['evil.example', 'Win at prize.link', 'Call +1 900 555 0134', 'Ada\u202Egnp.exe'];
  const mailsWithNames = (Object.keys(TEMPLATES) as MailKind[]).filter((kind) => Object.keys(flat(SAMPLES[kind])).some(isNameKey));
  it.each(mailsWithNames)('is in no name of %s', (kind) => {
    for (const trap of TRAPS) {
      const { subject, text, html } = renderMail(kind, withNames(SAMPLES[kind] as Record<string, unknown>, trap));
      for (const part of [subject, text, html]) expect(part).not.toContain(trap);
    }
  });
});
