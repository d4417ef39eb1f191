/** The product's name, spelt in one place (decision A11). */
export const PRODUCT = 'Coursewright';

/** The name shown where no AI service is connected, in place of one. English; screens translate it. */
export const LIBRARY_NAME = 'Demo library';
