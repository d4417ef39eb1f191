import type { User } from '#contract/identity/identity.contract.ts';

export const aUser = (part: Partial<User> = {}): User => ({
  user_id: 'user-1',
  email: 'ines@example.com',
  first_name: 'Ines',
  last_name: 'Moreno',
  name: 'Ines Moreno',
  subscription_status: 'free',
  subscription_plan: null,
  subscription_expires: null,
  trial_used: false,
  courses_saved: [],
  roles: ['learner'],
  ...part,
});
