import { DELETION_GRACE_DAYS } from '#contract/identity/account.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import type { LegalPage } from '#frontend/features/legal/section.ts';

/** Which data this software stores, and for how long. Changing a table requires changing this text. */
export const PRIVACY_POLICY: LegalPage = {
  title: 'Privacy policy',
  description: `What ${PRODUCT} keeps about you, why, for how long, and who else sees it.`,
  updated: 'November 22, 2026',
  opening: [
    `This is a description of what the software stores, written from its tables. The operator of this installation is responsible for it and for the data. In short, for readers in a hurry: [your privacy](/privacy).`,
  ],
  sections: [
    {
      title: 'What is kept',
      body: [
        {
          rows: [
            [
              'Account',
              'email address and whether it is verified, first and last name, roles, when and in which version you accepted the terms, whether you want news, and your year of birth if you gave it',
            ],
            ['Profile and settings', 'your bio, and what you chose for language, theme, notifications, accessibility and privacy'],
            ['Password', 'an Argon2 hash; the password itself is never stored and cannot be read by anybody'],
            [
              'Sessions',
              'where you are signed in: the name your browser gives itself, when the session began and was last used, and the hash of its cookie',
            ],
            [
              'Courses',
              'the forms you fill in, the courses written from them with every version, which lessons you completed, bookmarked, pinned or edited, your notes and highlights, where you stopped reading in each course, your answers’ points, and your notifications',
            ],
            ['Voice notes', 'your recordings, the text that was heard in them, and your corrections'],
            ['AI calls', 'for each call to an AI service: which service, how long it took, how much text went in and out, what it cost'],
            [
              'Plans and orders',
              'your plan, trial, orders, refunds, and the numbers by which Stripe knows you; card numbers never reach this service',
            ],
            ['Tokens', 'every movement of tokens with its cause and time'],
            ['Organisations', 'membership, role and invites, if your company or university has a plan here'],
            ['Mail', 'which messages were sent to you, with what was filled in, and whether they arrived at your mail server'],
            ['Audit', 'acts of operators, and acts of yours that concern security, such as asking for deletion'],
          ],
        },
      ],
    },
    {
      title: 'What it is used for',
      body: [
        'To write and show your courses, to let you in and keep others out, to take payments and count tokens, to send the mails you caused, and to find faults. News is sent only if you asked for it. Nothing is sold, there is no advertising, and no page loads anything from a third party to watch you.',
      ],
    },
    {
      title: 'Cookies and what your browser keeps',
      body: [
        'Signing in sets two cookies, which only this site can read, and no script. One proves that your requests come from you; signing out removes it. The other opens nothing: by it this browser is known for 400 days after a sign-in, so that a sign-in from a new one is reported to you, and yours does not wait behind strangers’. While you sign in through an organisation or another service, one more is kept for ten minutes.',
        'Your browser’s own storage holds your session, the appearance and the accessibility you chose, unfinished forms and edits, and which course is open. It stays on your device. There are no cookies for measuring or advertising, which is why nobody asks you to accept any.',
      ],
    },
    {
      title: 'Who else receives something',
      body: [
        {
          rows: [
            [
              'Other people here',
              'signed-in people can read your name and bio if you turned ‘Share my profile’ on and gave a year of birth that makes you an adult; nobody can otherwise',
            ],
            [
              'AI services',
              'Anthropic, Google, OpenAI and xAI receive what is in your form and the parts of the course being written, without your name and address, unless you write them into the form yourself. In an installation that says Demo library, nothing leaves the machine.',
            ],
            [
              'OpenAI’s moderation service',
              'OpenAI receives texts you write for others to see (discussions, replies, messages in shared rooms, your profile, groups, events and places), without your name unless it stands in the text, when our rules are unsure of them and while you are new here. It answers whether they are abusive; direct messages are not sent. Where the operator has no key of OpenAI, nothing is sent.',
            ],
            [
              'Speech services',
              'OpenAI or Google receive the sound of a voice note to write down what is said, unless this installation does that by itself',
            ],
            ['Stripe', 'your email address and what you buy, when you pay'],
            ['Mail server', 'your address and the message, when a mail is sent to you'],
          ],
        },
      ],
    },
    {
      title: 'How long it is kept',
      body: [
        {
          rows: [
            [
              'Sessions',
              'end after 14 days without use and 90 days at the latest, or earlier where your organisation says so; their record goes 30 days after the end',
            ],
            [
              'Changes in an organisation',
              'who has changed its people, roles or sign-in, when, and with which browser, stays with the organisation, for its owners and administrators',
            ],
            ['Mails', 'their record goes 180 days after they were sent'],
            ['Network addresses', 'are counted against misuse such as guessing passwords for at most a day, and are not in the log'],
            ['Courses and the rest', 'until you delete your account'],
            [
              'Ledgers and orders',
              'stay after the account is deleted, without your name and address, because accounts must remain whole; the law demands it for payments',
            ],
          ],
        },
      ],
    },
    {
      title: 'Deleting your account',
      body: [
        `You can ask for deletion in your account, with your password. All sessions end at once. After ${DELETION_GRACE_DAYS} days the account is deleted: courses, runs, progress, sessions, notifications and mails go; name, address, bio, settings, password and year of birth are removed from what must stay. Signing in before that day lets you take the wish back.`,
        'A hash of your address remains if you used the free trial, so that it can be used once only.',
        'For each class of an organisation that you left, another hash remains, so that the limits of the class still apply to you.',
      ],
    },
    {
      title: 'Your rights',
      body: [
        'Depending on where you live, the law gives you rights to see, correct, take with you, restrict and delete what is kept about you, and to complain to an authority, for example under the GDPR or the CCPA. A copy of what is kept about you is a button in your settings. Ask the operator of this installation for whatever you cannot do yourself.',
      ],
    },
    {
      title: 'Children',
      body: [
        'Nobody is asked for their age to create an account. Who has not given a year of birth counts as a minor for location, community, calls and the leaderboard: they can read the forums, but neither write to others nor be found by them. Under 13, a school or a parent must authorize the use. Under 18, only a parent who has agreed or our team changes the year.',
      ],
    },
    {
      title: 'Security',
      body: [
        'Connections off the machine itself are encrypted. Access tokens live ten minutes and are renewed by tokens that work once; a stolen one that is used again ends the session. The pages run only scripts of this site.',
      ],
    },
  ],
};
