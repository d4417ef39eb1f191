/** The API page's groups in plain words, with the first path segments that belong to each. */
const GROUPS: readonly (readonly [name: string, tags: readonly string[]])[] = [
  [
    'Account',
    ['auth', 'caller', 'keys', 'programs', 'oauth', 'settings', 'user', 'consents', 'unsubscribe', 'notifications', 'push-subscriptions'],
  ],
  [
    'Writing courses',
    ['generate-course', 'topics', 'sources', 'runs', 'ai', 'vertex-ai', 'recommendations', 'course-imports', 'course-exports'],
  ],
  [
    'Courses',
    [
      'courses',
      'library',
      'course-pictures',
      'course-clips',
      'course-simulations',
      'simulations',
      'course-translations',
      'course-shares',
      'shared',
      'search',
    ],
  ],
  [
    'Learning',
    ['continue', 'lesson-complete', 'activity', 'study-days', 'goals', 'dashboard', 'points', 'achievements', 'certificates', 'badge-keys'],
  ],
  [
    'Practice and notes',
    [
      'practice',
      'review',
      'review-forecast',
      'flash-cards',
      'flash-card-decks',
      'flash-card-file',
      'course-flash-cards',
      'notes',
      'voice-notes',
    ],
  ],
  ['Audio and video', ['course-audio', 'audio-feeds', 'videos', 'video-links']],
  ['AI mentor', ['mentor', 'ai-mentor', 'live']],
  [
    'Community',
    [
      'community',
      'discussions',
      'discussion-forums',
      'study-groups',
      'study-rooms',
      'chat',
      'community-chat',
      'shared-courses',
      'leaderboard',
      'user-profiles',
      'user-connections',
      'connect-users',
      'connections',
      'blocks',
      'mutes',
      'reports',
      'moderation',
    ],
  ],
  ['Places and events', ['places', 'nearby-learners', 'local-events', 'join-local-event', 'study-locations']],
  ['Marketplace and studio', ['market', 'creator']],
  [
    'Plans and payments',
    [
      'packages',
      'subscription',
      'subscription-packages',
      'create-checkout-session',
      'purchase-tokens',
      'payments',
      'usage',
      'user-tokens',
      'sales-messages',
    ],
  ],
  ['Organisations and classes', ['organisation', 'classes', 'class-groups', 'assignments', 'due-calendar', 'due-calendars', 'lti']],
  [
    'About the product',
    ['about', 'health', 'openapi.json', 'translate', 'investors', 'investor-deck', 'patents', 'valuation-analysis', 'white-paper'],
  ],
  ['Operations', ['operator']],
];

const SHORT = /\b(ai|lti|api|json)\b/g;

/** Returns a tag as displayed: 'Flash cards' for 'flash-cards'. */
const wordsOf = (tag: string): string => {
  const words = tag.replaceAll(/[-.]/g, ' ').replaceAll(SHORT, (short) => short.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Returns the tags with the names that the page shows. @param tags sorted */
export const namedTags = (tags: readonly string[]) => tags.map((name) => ({ name, 'x-displayName': wordsOf(name) }));

/** Returns the page's groups; a tag that belongs to no group gets one of its own. */
export function tagGroups(tags: readonly string[]) {
  const known = GROUPS.map(([name, wanted]) => ({ name, tags: wanted.filter((tag) => tags.includes(tag)) }));
  const named = new Set(GROUPS.flatMap(([, wanted]) => wanted));
  const rest = tags.filter((tag) => !named.has(tag));
  return [...known.filter((group) => group.tags.length > 0), ...rest.map((tag) => ({ name: wordsOf(tag), tags: [tag] }))];
}
