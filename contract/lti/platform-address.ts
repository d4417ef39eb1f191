/** What the address of an account ends with whose person a learning platform names: it is none. `.invalid` never resolves. */
export const PLATFORM_DOMAIN = '@platform.invalid';

/** Whether an account's address is none, because a learning platform names its person. */
export const isPlatformAddress = (email: string): boolean => email.endsWith(PLATFORM_DOMAIN);
