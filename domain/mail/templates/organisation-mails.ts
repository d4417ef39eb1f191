import { shortened } from '#contract/platform/shortened.ts';
import type { Template } from '../mail-parts.ts';

/** Names of `organisation` and `inviter`; `link` for accepting. */
interface InviteData {
  readonly organisation: string;
  readonly inviter: string;
  readonly link: string;
}

/** Invites a person to join an organisation. */
export const invite: Template<InviteData> = ({ organisation, inviter, link }, { t }) => ({
  subject: t('{inviter} invites you to {organisation} on {product}', { inviter, organisation }),
  paragraphs: [
    t('{inviter} invites you to join {organisation} on {product}. Members share the organisation’s tokens.', {
      inviter,
      organisation,
    }),
    { label: t('See the invitation'), link },
    t('If you do not know the sender, you can ignore this email.'),
  ],
});

/** Name of the `organisation`; `link` to its page. */
interface OrganisationAddedData {
  readonly organisation: string;
  readonly link: string;
}

/** Informs a person that an organisation, to which their address belongs, has made them a member. */
export const organisationAdded: Template<OrganisationAddedData> = ({ organisation, link }, { t }) => ({
  subject: t('You are now a member of {organisation} on {product}', { organisation }),
  paragraphs: [
    t('{organisation} has added you because your email address belongs to it. Its tokens are used before your own.', { organisation }),
    t('Your courses and your own tokens stay yours. Owners and administrators see your name, your address and how many tokens you spend.'),
    { label: t('See the organisation'), link },
    t('You can leave at any time.'),
  ],
});

/** Name of the `organisation`; `signed_out`: whether the account's sessions ended with the membership; `link` to the account's page. */
interface OrganisationLeftData {
  readonly organisation: string;
  readonly signed_out: boolean;
  readonly link: string;
}

/** Informs a person what ended with a membership, and what stays. */
export const organisationLeft: Template<OrganisationLeftData> = ({ organisation, signed_out, link }, { t }) => ({
  subject: t('You are no longer a member of {organisation} on {product}', { organisation }),
  paragraphs: [
    t('You are no longer a member of {organisation}.', { organisation }),
    t('What you no longer have: its tokens, your place in its classes, and the API keys you created for it.'),
    ...(signed_out
      ? [
          t(
            'Because your email address belongs to the organisation, you were signed out everywhere and your own API keys and connected apps were revoked. Sign in again or choose a new password.',
          ),
        ]
      : []),
    t(
      'What you keep: your account, your courses with your progress and notes, your certificates and your own tokens. Work in progress will be completed.',
    ),
    { label: t('See your account'), link },
  ],
});

/** `title` of the assignment; `link` to its class; `time_zone` of the class, which older emails lack. */
interface AssignmentDueData {
  readonly first_name: string;
  readonly title: string;
  readonly due_at: string;
  readonly time_zone?: string | null;
  readonly link: string;
}

/** Reminds a student of assignments that are due within two days. */
export const assignmentDue: Template<AssignmentDueData> = ({ first_name, title, due_at, time_zone, link }, { t, moment }) => ({
  subject: t('Due soon: “{title}”', { title: shortened(title, 60) }),
  paragraphs: [
    t('Hello {name}, “{title}” is due on {time}.', { name: first_name, title, time: moment(due_at, time_zone) }),
    { label: t('Continue'), link },
  ],
});

/** The date of `title` now and before; null for none. */
interface AssignmentDateData extends Omit<AssignmentDueData, 'due_at'> {
  readonly due_at: string | null;
  readonly was_due_at: string | null;
}

/** Informs a student that a due date has moved. */
export const assignmentDate: Template<AssignmentDateData> = (
  { first_name: name, title, due_at: due, was_due_at: was, time_zone: zone, link },
  { t, moment },
) => ({
  subject: t('New due date: “{title}”', { title: shortened(title, 60) }),
  paragraphs: [
    due === null
      ? t('Hello {name}, “{title}” no longer has a due date.', { name, title })
      : was === null
        ? t('Hello {name}, “{title}” is now due on {time}.', { name, title, time: moment(due, zone) })
        : t('Hello {name}, “{title}” is now due on {time}. It was due on {before}.', {
            name,
            title,
            time: moment(due, zone),
            before: moment(was, zone),
          }),
    { label: t('Continue'), link },
  ],
});

/** A week of the class `what`: number of `students` and of `active` ones, and open assignments and questions. */
interface ClassWeekData {
  readonly first_name: string;
  readonly what: string;
  readonly students: number;
  readonly active: number;
  readonly completed: number;
  readonly overdue: number;
  readonly questions: number;
  readonly link: string;
}

/** Informs a teacher on Monday about a class's past week. */
export const classWeek: Template<ClassWeekData> = (
  { first_name, what, students, active, completed, overdue, questions, link },
  { t, count },
) => ({
  subject: t('Your week in {what}', { what }),
  paragraphs: [
    t('Hello {name}, here is last week in {what}:', { name: first_name, what }),
    {
      rows: [
        [t('Active students'), t('{n} of {all}', { n: count(active), all: count(students) })],
        [t('Assignments completed'), count(completed)],
        [t('Assignments overdue'), count(overdue)],
        [t('Unanswered questions'), count(questions)],
      ],
    },
    { label: t('Open the class'), link },
  ],
});
