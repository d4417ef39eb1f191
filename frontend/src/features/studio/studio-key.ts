/** Query key of everything about one creator: a new course changes the figures as well as the list. */
export const studioKey = (userId: string) => ['studio', userId] as const;
