/** Navigation to other documents, in a file of its own because tests mock it: `location` itself cannot be mocked. */

/** Opens another document; Back returns here. @param url a trusted address: it is not checked here */
export const navigateTo = (url: string): void => location.assign(url);

/** Replaces this document by another one in the history. */
export const replaceBy = (url: string): void => location.replace(url);
