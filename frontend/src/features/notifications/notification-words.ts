import type { Notification } from '#contract/notifications/notifications.contract.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import type { ToastKind, ToastLink } from '#frontend/lib/toast.ts';

interface Words {
  readonly kind: ToastKind;
  readonly text: string;
  readonly link: ToastLink | null;
}

const courseHref = (courseId: string): string => `/courses/${encodeURIComponent(courseId)}`;
/** Where a change can be compared and undone. */
const toHistory = (courseId: string | null): ToastLink | null =>
  courseId === null ? null : { href: `${courseHref(courseId)}/history`, label: t('Compare or undo') };
const toAudio = (courseId: string | null, label: string): ToastLink | null =>
  courseId === null ? null : { href: `${courseHref(courseId)}/audio`, label };
const runHref = (taskId: string): string => `/create/runs/${encodeURIComponent(taskId)}`;

const proposalLink = (taskId: string | null, courseId: string | null): ToastLink | null =>
  courseId === null || taskId === null
    ? null
    : { href: `${courseHref(courseId)}/proposals/${encodeURIComponent(taskId)}`, label: t('Look at it') };

/** Whether fewer lessons were written than planned. */
const isPart = (lessons: Notification['lessons']): boolean => lessons !== undefined && lessons.delivered < lessons.planned;

/** The text and link of a notification, by its kind; an unknown kind shows its subject alone. */
export function notificationWords({ kind, subject, lessons, task_id: taskId, course_id: courseId }: Notification): Words {
  const toCourse = (label: string) => (courseId === null ? null : { href: courseHref(courseId), label });
  // notices of before do not name their class
  const toClass = (label: string, part = '') => ({
    href: taskId === null ? '/classes' : `/classes/${encodeURIComponent(taskId)}${part}`,
    label,
  });
  const toRun = (label: string) => (taskId === null ? null : { href: runHref(taskId), label });
  switch (kind) {
    case 'run.completed':
      return {
        kind: isPart(lessons) ? 'info' : 'success',
        text: isPart(lessons)
          ? t(
              '{delivered, plural, one {# of {planned} lessons of “{subject}” is written} other {# of {planned} lessons of “{subject}” are written}}',
              { ...lessons, subject },
            )
          : t('“{subject}” is written', { subject }),
        link: toCourse(t('Open course')) ?? toRun(t('Open')),
      };
    case 'run.failed':
      return { kind: 'error', text: t('“{subject}” could not be written', { subject }), link: toRun(t('See why')) };
    case 'run.practice_failed':
      return {
        kind: 'error',
        text: t('The quiz and exercises of “{subject}” could not be written', { subject }),
        link: toRun(t('See why')),
      };
    case 'outline.waiting':
      return { kind: 'info', text: t('The outline is ready to check: {subject}', { subject }), link: toRun(t('Check the outline')) };
    case 'proposal.ready':
      return { kind: 'info', text: t('A new version is ready: {subject}', { subject }), link: proposalLink(taskId, courseId) };
    case 'organisation.joined':
      return {
        kind: 'info',
        text: t('{subject} joined your organisation', { subject }),
        link: { href: '/organisation', label: t('See the members') },
      };
    case 'organisation.removed':
      return { kind: 'info', text: t('You are no longer a member of {subject}', { subject }), link: null };
    case 'payment.landed':
      return {
        kind: 'success',
        text: t('Your payment arrived: {subject}', { subject: translateServerText(subject) }),
        link: { href: '/billing', label: t('See your plan and payments') },
      };
    case 'course.sold':
      return {
        kind: 'success',
        text: t('Your course was sold: {subject}', { subject: translateServerText(subject) }),
        link: { href: '/studio', label: t('See your figures') },
      };
    case 'reminder.course':
      return { kind: 'info', text: t('Continue “{title}”', { title: subject }), link: toCourse(t('Open course')) };
    case 'reminder.review':
      return {
        kind: 'info',
        text: t('{n, plural, one {A question or card waits to be reviewed} other {# questions and cards wait to be reviewed}}', {
          n: Number(subject),
        }),
        link: { href: '/review', label: t('Review now') },
      };
    case 'operator.rewrote':
      return {
        kind: 'info',
        text: t('An operator rewrote lessons of your course: {subject}', { subject }),
        link: toHistory(courseId),
      };
    case 'operator.added':
      return {
        kind: 'info',
        text: t('An operator added practice, pictures, a simulation or a translation to your course: {subject}', { subject }),
        link: toHistory(courseId),
      };
    case 'operator.took_back':
      return {
        kind: 'info',
        text: t('An operator reversed a change to your course: {subject}', { subject }),
        link: toHistory(courseId),
      };
    case 'market.message':
      return {
        kind: 'info',
        text: t('Message from a creator: {subject}', { subject }),
        link: courseId === null ? null : { href: `/market/${encodeURIComponent(courseId)}`, label: t('Read it') },
      };
    case 'market.question':
      return {
        kind: 'info',
        text: t('New question about your course: {subject}', { subject }),
        link: { href: '/studio/students', label: t('Answer') },
      };
    case 'market.answer':
      return { kind: 'success', text: t('Your question was answered: {subject}', { subject }), link: toCourse(t('Open course')) };
    case 'market.taken_down':
      return {
        kind: 'error',
        text: t('Your course was taken out of the marketplace: {subject}', { subject }),
        link: courseId === null ? null : { href: `/studio/courses/${encodeURIComponent(courseId)}`, label: t('See why') },
      };
    case 'video.completed':
      return { kind: 'success', text: t('Filmed: {subject}', { subject }), link: { href: '/videos', label: t('Watch') } };
    case 'class.joined':
      return { kind: 'info', text: t('You were added to a class: {subject}', { subject }), link: toClass(t('Open the class')) };
    case 'class.assigned':
      return { kind: 'info', text: t('Assigned to you: {subject}', { subject }), link: toClass(t('See when it is due')) };
    case 'class.date':
      return { kind: 'info', text: t('Another date: {subject}', { subject }), link: toClass(t('See when it is due')) };
    case 'class.due':
      return { kind: 'info', text: t('Due soon: {subject}', { subject }), link: toClass(t('Continue')) };
    case 'class.question':
      return { kind: 'info', text: t('A student asks about: {subject}', { subject }), link: toClass(t('Answer'), '/questions') };
    case 'class.answer':
      return { kind: 'success', text: t('Your teacher answered: {subject}', { subject }), link: toClass(t('Read it')) };
    case 'class.marked':
      return { kind: 'info', text: t('Your mark: {subject}', { subject }), link: toClass(t('See it')) };
    case 'chat.mention':
      return {
        kind: 'info',
        text: t('{subject} mentioned you in the chat', { subject }),
        link: { href: '/community/chat', label: t('Open the chat') },
      };
    case 'video.failed':
      return {
        kind: 'error',
        text: t('The video could not be filmed: {subject}', { subject }),
        link: { href: '/videos', label: t('See why') },
      };
    case 'translation.completed':
      return {
        kind: 'success',
        text: t('Translated: {subject}', { subject }),
        link: toCourse(t('Open course')),
      };
    case 'translation.failed':
      return {
        kind: 'error',
        text: t('The course could not be translated: {subject}', { subject }),
        link: toCourse(t('Open course')),
      };
    case 'simulation.completed':
      return {
        kind: 'success',
        text: t('The simulation is ready: {subject}', { subject }),
        link: toCourse(t('Open course')) ?? toRun(t('Open')),
      };
    case 'simulation.failed':
      return {
        kind: 'error',
        text: t('The simulation could not be made: {subject}', { subject }),
        link: toCourse(t('See why')) ?? toRun(t('See why')),
      };
    case 'audio.completed':
      return { kind: 'success', text: t('It can be listened to: {subject}', { subject }), link: toAudio(courseId, t('Listen')) };
    case 'audio.failed':
      return { kind: 'error', text: t('The audio could not be made: {subject}', { subject }), link: toAudio(courseId, t('See why')) };
    case 'cards.completed':
      return { kind: 'success', text: t('The flash cards are ready: {subject}', { subject }), link: toCourse(t('Open course')) };
    case 'cards.failed':
      return { kind: 'error', text: t('The flash cards could not be made: {subject}', { subject }), link: toCourse(t('See why')) };
    case 'connection.requested':
      return {
        kind: 'info',
        text: t('{subject} asks to connect with you', { subject }),
        link: { href: '/community/people', label: t('Open') },
      };
    case 'connection.accepted':
      return {
        kind: 'success',
        text: t('You are now connected with {subject}', { subject }),
        link: { href: '/community/people', label: t('Open') },
      };
    case 'post.replied':
      return {
        kind: 'info',
        text: t('New replies: {subject}', { subject }),
        link: taskId === null ? null : { href: `/community/discussions/${encodeURIComponent(taskId)}`, label: t('Read') },
      };
    case 'group.requested':
      return {
        kind: 'info',
        text: t('New request to join {subject}', { subject }),
        link: { href: '/community/groups', label: t('Open') },
      };
    case 'group.accepted':
      return {
        kind: 'success',
        text: t('You are a member of {subject} now', { subject }),
        link: { href: '/community/groups', label: t('Open') },
      };
    case 'text.cleared':
      return { kind: 'success', text: t('Your text is visible now: {subject}', { subject }), link: null };
    case 'text.help':
      return {
        kind: 'info',
        text: t('You wrote that you are not well: “{subject}”. You are not alone, and there are people who will listen.', { subject }),
        link: { href: 'https://findahelpline.com', label: t('Find a helpline') },
      };
    case 'text.removed':
      return {
        kind: 'error',
        text: t('Your text was removed: {subject}', { subject }),
        link: { href: '/community/own', label: t('See why') },
      };
    case 'author.warned':
      return {
        kind: 'warning',
        text: t('The moderators warn you about: {subject}', { subject }),
        link: { href: '/community/own', label: t('See why') },
      };
    case 'author.suspended':
      return {
        kind: 'error',
        text: t('The moderators have suspended your writing because of: {subject}', { subject }),
        link: { href: '/community/own', label: t('See why') },
      };
    case 'event.cancelled':
      return {
        kind: 'warning',
        text: t('An event was cancelled: {subject}', { subject: translateServerText(subject) }),
        link: { href: '/community/nearby?show=events', label: t('See your events') },
      };
    case 'event.seat':
      return {
        kind: 'success',
        text: t('A seat has become free, and it is yours: {subject}', { subject: translateServerText(subject) }),
        link: { href: '/community/nearby?show=events', label: t('See your events') },
      };
    case 'event.seat_offered':
      return {
        kind: 'info',
        text: t('A seat has become free and is kept for you for a day: {subject}', { subject: translateServerText(subject) }),
        link: { href: '/community/nearby?show=events', label: t('Pay for it') },
      };
    case 'payout.sent':
      return {
        kind: 'success',
        text: t('A payout is on its way to your bank: {subject}', { subject: translateServerText(subject) }),
        link: { href: '/studio/payouts', label: t('See your payouts') },
      };
    case 'payout.failed':
      return {
        kind: 'error',
        text: t('A payout could not be made: {subject}', { subject: translateServerText(subject) }),
        link: { href: '/studio/payouts', label: t('See your payouts') },
      };
    case 'payment.failed':
      return {
        kind: 'error',
        text: t('Your payment did not go through: {subject}', { subject: translateServerText(subject) }),
        link: { href: '/billing', label: t('See your plan and payments') },
      };
    case 'payment.to_confirm':
      return {
        kind: 'warning',
        text: t('Your payment needs your confirmation: {subject}', { subject: translateServerText(subject) }),
        link: { href: '/billing', label: t('See your plan and payments') },
      };
    case 'plan.unpaid':
      return {
        kind: 'error',
        text: t('{subject} has ended because it was not paid', { subject: translateServerText(subject) }),
        link: { href: '/billing', label: t('See your plan and payments') },
      };
    case 'payment.review':
      return {
        kind: 'warning',
        text: t('We received a different amount and are reviewing it: {subject}', { subject: translateServerText(subject) }),
        link: { href: '/billing', label: t('See your plan and payments') },
      };
    case 'sale.disputed':
      return {
        kind: 'warning',
        text: t('A bank disputes a sale, and your share is held back until it decides: {subject}', {
          subject: translateServerText(subject),
        }),
        link: { href: '/studio/payouts', label: t('See your payouts') },
      };
    case 'sale.dispute_won':
      return {
        kind: 'success',
        text: t('The dispute over a sale has ended, and you get your share back: {subject}', { subject: translateServerText(subject) }),
        link: { href: '/studio/payouts', label: t('See your payouts') },
      };
    case 'sale.dispute_lost':
      return {
        kind: 'error',
        text: t('The bank reversed the payment of a sale, including your share: {subject}', {
          subject: translateServerText(subject),
        }),
        link: { href: '/studio/payouts', label: t('See your payouts') },
      };
    case 'payment.disputed':
      return {
        kind: 'error',
        text: t('Your bank is reviewing a disputed payment, and its tokens are on hold: {subject}', {
          subject: translateServerText(subject),
        }),
        link: { href: '/billing', label: t('See your plan and payments') },
      };
    case 'dispute.won':
      return {
        kind: 'success',
        text: t('The dispute has ended and the payment stands: {subject}', { subject: translateServerText(subject) }),
        link: { href: '/billing', label: t('See your plan and payments') },
      };
    case 'dispute.lost':
      return {
        kind: 'error',
        text: t('Your bank reversed a payment, and its product has ended: {subject}', { subject: translateServerText(subject) }),
        link: { href: '/billing', label: t('See your plan and payments') },
      };
    default:
      return { kind: 'info', text: subject, link: toCourse(t('Open course')) ?? toRun(t('Open')) };
  }
}
