/** Audiences of courses, youngest first, each with its highest age (inclusive). */
export const AGE_GROUPS = [
  { to: 7, name: 'Young Children (5-7)' },
  { to: 12, name: 'Children (8-12)' },
  { to: 17, name: 'Teens (13-17)' },
  { to: 64, name: 'Adults' },
  { to: Infinity, name: 'Seniors (65+)' },
] as const;
