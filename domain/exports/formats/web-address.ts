/** Tells whether it is a link to a web page: nothing in an exported file may run or load anything else. */
export const isWebAddress = (url: string | undefined): url is string => /^https?:\/\//i.test(url ?? '');
