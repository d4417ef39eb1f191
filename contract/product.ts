/** The product's name, spelt in one place (decision A11). */
export const PRODUCT = 'Coursewright';
