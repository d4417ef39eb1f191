/** Where the focus goes when the screens are made anew in another language. */
export const PROFILE_BUTTON = 'profile-button';
