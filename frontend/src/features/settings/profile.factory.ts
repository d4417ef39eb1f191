import type { Profile } from '#contract/settings/profile.contract.ts';
import { DEFAULT_SETTINGS, type Settings } from '#contract/settings/settings.contract.ts';
import { aBalance } from '#frontend/testing/balance.factory.ts';

export const someSettings = (part: Partial<Settings> = {}): Settings => ({ ...DEFAULT_SETTINGS, ...part });

export const aProfile = (part: Partial<Profile> = {}): Profile => ({
  user_id: 'user-1',
  email: 'ines@example.com',
  first_name: 'Ines',
  last_name: 'Moreno',
  name: 'Ines Moreno',
  bio: '',
  roles: ['learner'],
  email_verified: false,
  birth_year: null,
  age_verification: { verified: false, age: null, parentalConsent: false, requiresParentalConsent: false },
  created_at: '2026-11-01T10:00:00.000Z',
  subscription: { plan: 'Free Plan', package_id: null, status: 'free', expires: null, trial_used: false },
  tokens: aBalance(),
  counts: { courses: 3, completed_courses: 1, points: 120 },
  settings: someSettings(),
  ...part,
});
