/** Receives the focus after a language change has remounted the screens. */
export const PROFILE_BUTTON = 'profile-button';
