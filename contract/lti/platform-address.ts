/** The domain of placeholder addresses, for accounts that a learning platform identifies. `.invalid` never resolves. */
export const PLATFORM_DOMAIN = '@platform.invalid';

/** Tells whether an address is a placeholder, because a learning platform identifies the person. */
export const isPlatformAddress = (email: string): boolean => email.endsWith(PLATFORM_DOMAIN);
