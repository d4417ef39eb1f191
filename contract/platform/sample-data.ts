/** The domain of sample people's addresses, with which nobody can sign in. */
export const SAMPLE_STUDENTS_DOMAIN = 'sample.invalid';

/** Tells whether an address belongs to a sample person. */
export const isSampleAddress = (email: string): boolean => email.endsWith(`@${SAMPLE_STUDENTS_DOMAIN}`);
