/** Sample people have addresses of this domain, at which nobody can sign in. */
export const SAMPLE_STUDENTS_DOMAIN = 'sample.invalid';

/** Tells whether an address is a sample person's. */
export const isSampleAddress = (email: string): boolean => email.endsWith(`@${SAMPLE_STUDENTS_DOMAIN}`);
