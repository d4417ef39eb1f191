/** Ways out of this document. They stand in a file of their own because no test can put anything in the place of `location`. */

/** To another document, with a way back. @param url an address that may be gone to: nothing is checked here */
export const leaveFor = (url: string): void => location.assign(url);

/** To another document in the place of this one. */
export const replaceBy = (url: string): void => location.replace(url);
