import { t } from '#frontend/lib/text.ts';
import { button, type Scene } from './scenes.ts';

/** The hub, a list of discussions, and texts of a user that are hidden from others. */
export const SCENES_COMMUNITY: readonly Scene[] = [
  { name: 'community', who: 'newcomer', address: () => '/community', ready: button('Create Study Group') },
  {
    name: 'community, leaderboard',
    who: 'newcomer',
    address: () => '/community/leaderboard',
    ready: (page) => page.getByRole('heading', { name: t('You'), exact: true }),
  },
];
