/** Navigation to other documents, in its own file because tests mock it: `location` cannot be mocked. */

/** Opens another document; Back returns here. @param url a trusted address, not checked here */
export const navigateTo = (url: string): void => location.assign(url);

/** Replaces this document with another in the history. */
export const replaceBy = (url: string): void => location.replace(url);
