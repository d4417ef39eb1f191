import { DELETION_GRACE_DAYS } from '#contract/identity/account.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import type { LegalPage } from '#frontend/features/legal/section.ts';

/** The short version: what users can do. The full version is the privacy policy. */
export const YOUR_PRIVACY: LegalPage = {
  title: 'Your privacy',
  description: `What you can see, change and end about your data in ${PRODUCT}.`,
  updated: 'November 22, 2026',
  opening: ['What you can do yourself, on one page. What is kept and why, in full: the [privacy policy](/privacy-policy).'],
  sections: [
    {
      title: 'Before you sign in',
      body: [
        'Reading these pages sets no cookie and is not measured. The assistant in the corner answers in your browser and sends nothing.',
      ],
    },
    {
      title: 'See where you are signed in',
      body: ['Your account lists every session with its browser and last use. You can end any of them, or all but this one.'],
    },
    {
      title: 'Take a copy',
      body: ['‘Export my data’ in your settings gives you everything that is kept about you as one file, with a list of what is in it.'],
    },
    {
      title: 'Decide what you tell',
      body: [
        'Nobody sees your name and bio unless you turn ‘Share my profile’ on in your settings.',
        'News by mail is off unless you ticked it; settings change it. A year of birth is optional; without it you count as a minor for location, community, calls and the leaderboard.',
        'What you write into the form goes to AI services, without your name and address. Leave out what they should not read.',
        'What you write for others to see may go to OpenAI’s moderation service, which says whether it is abusive; direct messages do not.',
      ],
    },
    {
      title: 'Leave',
      body: [
        `Delete your account with your password. Sessions end at once, your data goes after ${DELETION_GRACE_DAYS} days, and until then you can change your mind by signing in.`,
      ],
    },
  ],
};
