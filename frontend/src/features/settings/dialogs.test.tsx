import { existsSync } from 'node:fs';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { isDelivered } from '#contract/platform/delivered-parts.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { setAccessibilityPreferences, getAccessibilityPreferences } from '#frontend/lib/preferences/accessibility-preferences.ts';
import { dialogSearch, isBillingDialog } from '#frontend/lib/dialog-address.ts';
import { enterSession } from '#frontend/lib/session/session.ts';
import { getNotices } from '#frontend/lib/toast.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import PersonalDialogs from './personal-dialogs.tsx';
import { someSettings } from './profile.factory.ts';

const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const toasts = () => getNotices().map(({ kind, text }) => `${kind}: ${text}`);

beforeEach(() => {
  setAccessibilityPreferences({
    large_text: false,
    reduced_motion: false,
    screen_reader: false,
    keyboard_navigation: true,
    stay_on_lesson: false,
  });
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
});

it('G43 the dialogs of the profile menu have addresses', () => {
  expect(['bio', 'accessibility', 'help', 'others'].map((name) => dialogSearch(name).dialog)).toEqual([
    'bio',
    'accessibility',
    'help',
    undefined,
  ]);
  expect((['tokens', 'plan', 'journey', 'bio'] as const).map(isBillingDialog)).toEqual([true, true, true, false]);
});

describe('Accessibility Settings', () => {
  const flip = (name: string) => fireEvent.click(screen.getByRole('switch', { name }));

  it('A11Y-01 A11Y-02 has the five specified flags and our own, applies them here at once and saves them for other devices', async () => {
    const sent = stubServer(() => partly({ message: 'ok', settings: someSettings() }));
    await showScreen(<PersonalDialogs dialog="accessibility" />);
    await screen.findByRole('dialog', { name: 'Accessibility Settings' });
    const flags = screen.getAllByRole<HTMLInputElement>('switch').map(({ name, checked }) => [name, checked]);
    expect(flags).toEqual([
      ['high_contrast', false],
      ['large_text', false],
      ['reduced_motion', false],
      ['screen_reader', false],
      ['keyboard_navigation', true],
      ['stay_on_lesson', false],
    ]);
    flip('High contrast');
    flip('Large text');
    expect(getAccessibilityPreferences().large_text).toBe(false);
    await press('Apply');
    expect(getAccessibilityPreferences().large_text).toBe(true);
    await waitFor(() => expect(document.documentElement.dataset.scheme).toBe('contrast'));
    await waitFor(() => expect(toasts()).toEqual(['success: Accessibility settings applied']));
    expect(sent.at(-1)).toMatchObject({
      path: '/api/user/settings',
      body: { user_id: 'user-1', accessibility: { high_contrast: true, large_text: true, keyboard_navigation: true } },
    });
  });

  it('applies them here even if the server is unavailable, and says so', async () => {
    stubServer(() => problem('service.unavailable', 'Not now.'));
    await showScreen(<PersonalDialogs dialog="accessibility" />);
    await screen.findByRole('dialog');
    flip('Reduced motion');
    await press('Apply');
    expect(getAccessibilityPreferences().reduced_motion).toBe(true);
    await waitFor(() => expect(toasts()[0]).toMatch(/^warning: Accessibility settings applied in this browser/));
  });
});

describe('Help & Support', () => {
  const open = async (about: object) => {
    stubServer(() => partly({ product: 'x', ai_mode: 'live', takes_payments: true, ...about }));
    await showScreen(<PersonalDialogs dialog="help" />);
    await screen.findByRole('dialog', { name: 'Help & Support' });
  };
  const wayOf = (name: string) => screen.getByText(name).nextElementSibling!;

  it('HELP-01 links to available content, and names the parts that are still missing', async () => {
    await open({ tutorials_url: 'https://videos.example.com/list' });
    screen.getByRole('heading', { name: 'Getting Started Guide' });
    expect(screen.getByRole('link', { name: 'Open AI Builder' }).getAttribute('href')).toBe('/create');
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Watch in a new tab' });
    expect([link.href, link.target]).toEqual(['https://videos.example.com/list', '_blank']);
    expect(wayOf('AI Mentor Help').querySelector('a')?.getAttribute('href')).toBe('/mentor');
    const community = wayOf('Community Support').querySelector('a')?.getAttribute('href');
    expect(community).toBe(isDelivered('community') ? '/community' : undefined);
  });

  it('HELP-01 has its own tour in pictures if an installation has no tutorials', async () => {
    await open({});
    expect(wayOf('Video Tutorials').textContent).toBe('see the tour below');
    fireEvent.click(screen.getByText('A short tour in pictures'));
    const pictures = [...document.querySelectorAll('figure')].map((figure) => [
      figure.querySelector('figcaption')?.textContent,
      existsSync(`frontend/public${figure.querySelector('img')?.getAttribute('src')}`),
    ]);
    expect(pictures).toHaveLength(4);
    expect(pictures[0]).toEqual(['1. Describe the course in AI Builder: what you want to learn, and why.', true]);
    expect(pictures.every(([, isThere]) => isThere)).toBe(true);
  });

  it('HELP-02 answers the three questions, then others', async () => {
    await open({});
    const answers = screen.getAllByRole('heading', { name: /\?$/ }).map((question) => question.parentElement!.textContent!);
    expect(answers).toHaveLength(7);
    expect(answers[0]).toMatch(/AI Builder tab.*‘Generate Course’/);
    expect(answers[1]).toContain('24/7');
    expect(answers[2]).toMatch(/video, AR\/VR and visuals/);
  });
});
