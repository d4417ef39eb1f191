/** The interface's names for the values of course fields, in English (CRE-19). */
export const CATEGORY_WORDS = {
  business: 'Business',
  technology: 'Technology',
  creative: 'Creative',
  personal: 'Personal Development',
  academic: 'Academic',
} as const;
export const DIFFICULTY_WORDS = { beginner: 'Beginner', intermediate: 'Intermediate', advanced: 'Advanced' } as const;
