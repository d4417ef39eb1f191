/** Tells whether a link leads to a web page; nothing else may run or load from an exported file. */
export const isWebAddress = (url: string | undefined): url is string => /^https?:\/\//i.test(url ?? '');
