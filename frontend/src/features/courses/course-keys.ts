/** Query key of everything about a user's courses. */
export const coursesKey = (userId: string) => ['courses', userId] as const;
export const generatedKey = (userId: string) => [...coursesKey(userId), 'generated'] as const;
export const savedKey = (userId: string) => [...coursesKey(userId), 'saved'] as const;
export const continueKey = (userId: string) => [...coursesKey(userId), 'continue'] as const;
export const courseKey = (userId: string, courseId: string) => [...coursesKey(userId), 'course', courseId] as const;
export const proposalsKey = (userId: string, courseId: string) => [...coursesKey(userId), 'proposals', courseId] as const;
export const versionsKey = (userId: string, courseId: string) => [...coursesKey(userId), 'versions', courseId] as const;
export const missingKey = (userId: string, courseId: string) => [...coursesKey(userId), 'missing', courseId] as const;
