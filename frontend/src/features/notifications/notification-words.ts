import type { NotificationKind } from '#contract/notifications/notices.ts';
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
    : { href: `${courseHref(courseId)}/proposals/${encodeURIComponent(taskId)}`, label: t('View') };

/** Whether fewer lessons were written than planned. */
const isPart = (lessons: Notification['lessons']): boolean => lessons !== undefined && lessons.delivered < lessons.planned;

/** The text and link of a notification by its kind; for an unknown kind only its subject. */
export function notificationWords({ kind, subject, lessons, task_id: taskId, course_id: courseId }: Notification): Words {
  const toCourse = (label: string) => (courseId === null ? null : { href: courseHref(courseId), label });
  // older notifications do not name their class
  const toClass = (label: string, part = '') => ({
    href: taskId === null ? '/classes' : `/classes/${encodeURIComponent(taskId)}${part}`,
    label,
  });
  const toRun = (label: string) => (taskId === null ? null : { href: runHref(taskId), label });
  const words: Readonly<Record<NotificationKind, () => Words>> = {
    'run.completed': () => ({
      kind: isPart(lessons) ? 'info' : 'success',
      text: isPart(lessons)
        ? t(
            '{delivered, plural, one {# of {planned} lessons of “{subject}” is written} other {# of {planned} lessons of “{subject}” are written}}',
            { ...lessons, subject },
          )
        : t('“{subject}” is ready', { subject }),
      link: toCourse(t('Open course')) ?? toRun(t('Open')),
    }),
    'run.failed': () => ({ kind: 'error', text: t('“{subject}” could not be written', { subject }), link: toRun(t('See why')) }),
    'run.practice_failed': () => ({
      kind: 'error',
      text: t('The quiz and exercises of “{subject}” could not be written', { subject }),
      link: toRun(t('See why')),
    }),
    'outline.waiting': () => ({
      kind: 'info',
      text: t('The outline is ready to check: {subject}', { subject }),
      link: toRun(t('Check the outline')),
    }),
    'proposal.ready': () => ({
      kind: 'info',
      text: t('A new version is ready: {subject}', { subject }),
      link: proposalLink(taskId, courseId),
    }),
    'organisation.joined': () => ({
      kind: 'info',
      text: t('{subject} joined your organisation', { subject }),
      link: { href: '/organisation', label: t('See the members') },
    }),
    'organisation.removed': () => ({ kind: 'info', text: t('You are no longer a member of {subject}', { subject }), link: null }),
    'payment.landed': () => ({
      kind: 'success',
      text: t('Your payment arrived: {subject}', { subject: translateServerText(subject) }),
      link: { href: '/billing', label: t('See your plan and payments') },
    }),
    'course.sold': () => ({
      kind: 'success',
      text: t('Your course was sold: {subject}', { subject: translateServerText(subject) }),
      link: { href: '/studio', label: t('See your figures') },
    }),
    'reminder.course': () => ({ kind: 'info', text: t('Continue “{title}”', { title: subject }), link: toCourse(t('Open course')) }),
    'reminder.review': () => ({
      kind: 'info',
      text: t('{n, plural, one {A question or card is due for review} other {# questions and cards are due for review}}', {
        n: Number(subject),
      }),
      link: { href: '/review', label: t('Review now') },
    }),
    'operator.rewrote': () => ({
      kind: 'info',
      text: t('An operator rewrote lessons of your course: {subject}', { subject }),
      link: toHistory(courseId),
    }),
    'operator.added': () => ({
      kind: 'info',
      text: t('An operator added practice, pictures, a simulation or a translation to your course: {subject}', { subject }),
      link: toHistory(courseId),
    }),
    'operator.took_back': () => ({
      kind: 'info',
      text: t('An operator undid a change to your course: {subject}', { subject }),
      link: toHistory(courseId),
    }),
    'market.message': () => ({
      kind: 'info',
      text: t('Message from a creator: {subject}', { subject }),
      link: courseId === null ? null : { href: `/market/${encodeURIComponent(courseId)}`, label: t('Read it') },
    }),
    'market.question': () => ({
      kind: 'info',
      text: t('New question about your course: {subject}', { subject }),
      link: { href: '/studio/students', label: t('Answer') },
    }),
    'market.answer': () => ({
      kind: 'success',
      text: t('Your question was answered: {subject}', { subject }),
      link: toCourse(t('Open course')),
    }),
    'market.taken_down': () => ({
      kind: 'error',
      text: t('Your course was removed from the marketplace: {subject}', { subject }),
      link: courseId === null ? null : { href: `/studio/courses/${encodeURIComponent(courseId)}`, label: t('See why') },
    }),
    'video.completed': () => ({ kind: 'success', text: t('Filmed: {subject}', { subject }), link: { href: '/videos', label: t('Watch') } }),
    'class.joined': () => ({
      kind: 'info',
      text: t('You were added to a class: {subject}', { subject }),
      link: toClass(t('Open the class')),
    }),
    'class.assigned': () => ({ kind: 'info', text: t('Assigned to you: {subject}', { subject }), link: toClass(t('See when it is due')) }),
    'class.date': () => ({ kind: 'info', text: t('New date: {subject}', { subject }), link: toClass(t('See when it is due')) }),
    'class.due': () => ({ kind: 'info', text: t('Due soon: {subject}', { subject }), link: toClass(t('Continue')) }),
    'class.question': () => ({
      kind: 'info',
      text: t('A student asks about: {subject}', { subject }),
      link: toClass(t('Answer'), '/questions'),
    }),
    'class.answer': () => ({ kind: 'success', text: t('Your teacher answered: {subject}', { subject }), link: toClass(t('Read it')) }),
    'class.marked': () => ({ kind: 'info', text: t('Your mark: {subject}', { subject }), link: toClass(t('See it')) }),
    'chat.mention': () => ({
      kind: 'info',
      text: t('{subject} mentioned you in the chat', { subject }),
      link: { href: '/community/chat', label: t('Open the chat') },
    }),
    'video.failed': () => ({
      kind: 'error',
      text: t('The video could not be filmed: {subject}', { subject }),
      link: { href: '/videos', label: t('See why') },
    }),
    'translation.completed': () => ({
      kind: 'success',
      text: t('Translated: {subject}', { subject }),
      link: toCourse(t('Open course')),
    }),
    'translation.failed': () => ({
      kind: 'error',
      text: t('The course could not be translated: {subject}', { subject }),
      link: toCourse(t('Open course')),
    }),
    'simulation.completed': () => ({
      kind: 'success',
      text: t('The simulation is ready: {subject}', { subject }),
      link: toCourse(t('Open course')) ?? toRun(t('Open')),
    }),
    'simulation.failed': () => ({
      kind: 'error',
      text: t('The simulation could not be made: {subject}', { subject }),
      link: toCourse(t('See why')) ?? toRun(t('See why')),
    }),
    'audio.completed': () => ({
      kind: 'success',
      text: t('Audio ready: {subject}', { subject }),
      link: toAudio(courseId, t('Listen')),
    }),
    'audio.failed': () => ({
      kind: 'error',
      text: t('The audio could not be made: {subject}', { subject }),
      link: toAudio(courseId, t('See why')),
    }),
    'cards.completed': () => ({
      kind: 'success',
      text: t('The flash cards are ready: {subject}', { subject }),
      link: toCourse(t('Open course')),
    }),
    'cards.failed': () => ({
      kind: 'error',
      text: t('The flash cards could not be made: {subject}', { subject }),
      link: toCourse(t('See why')),
    }),
    'connection.requested': () => ({
      kind: 'info',
      text: t('{subject} would like to connect with you', { subject }),
      link: { href: '/community/people', label: t('Open') },
    }),
    'connection.accepted': () => ({
      kind: 'success',
      text: t('You are now connected with {subject}', { subject }),
      link: { href: '/community/people', label: t('Open') },
    }),
    'post.replied': () => ({
      kind: 'info',
      text: t('New replies: {subject}', { subject }),
      link: taskId === null ? null : { href: `/community/discussions/${encodeURIComponent(taskId)}`, label: t('Read') },
    }),
    'group.requested': () => ({
      kind: 'info',
      text: t('New request to join {subject}', { subject }),
      link: { href: '/community/groups', label: t('Open') },
    }),
    'group.accepted': () => ({
      kind: 'success',
      text: t('You are a member of {subject} now', { subject }),
      link: { href: '/community/groups', label: t('Open') },
    }),
    'text.cleared': () => ({ kind: 'success', text: t('Your text is visible now: {subject}', { subject }), link: null }),
    'text.help': () => ({
      kind: 'info',
      text: t('You wrote that you are not well: “{subject}”. You are not alone, and there are people who will listen.', { subject }),
      link: { href: 'https://findahelpline.com', label: t('Find a helpline') },
    }),
    'text.removed': () => ({
      kind: 'error',
      text: t('Your text was removed: {subject}', { subject }),
      link: { href: '/community/own', label: t('See why') },
    }),
    'author.warned': () => ({
      kind: 'warning',
      text: t('The moderators have warned you about: {subject}', { subject }),
      link: { href: '/community/own', label: t('See why') },
    }),
    'author.suspended': () => ({
      kind: 'error',
      text: t('The moderators have suspended your writing because of: {subject}', { subject }),
      link: { href: '/community/own', label: t('See why') },
    }),
    'event.cancelled': () => ({
      kind: 'warning',
      text: t('An event was cancelled: {subject}', { subject: translateServerText(subject) }),
      link: { href: '/community/nearby?show=events', label: t('See your events') },
    }),
    'event.seat': () => ({
      kind: 'success',
      text: t('A seat has opened up, and it is yours: {subject}', { subject: translateServerText(subject) }),
      link: { href: '/community/nearby?show=events', label: t('See your events') },
    }),
    'event.seat_offered': () => ({
      kind: 'info',
      text: t('A seat has opened up and is reserved for you for one day: {subject}', { subject: translateServerText(subject) }),
      link: { href: '/community/nearby?show=events', label: t('Pay for it') },
    }),
    'payout.sent': () => ({
      kind: 'success',
      text: t('A payout is on its way to your bank: {subject}', { subject: translateServerText(subject) }),
      link: { href: '/studio/payouts', label: t('See your payouts') },
    }),
    'payout.failed': () => ({
      kind: 'error',
      text: t('A payout could not be made: {subject}', { subject: translateServerText(subject) }),
      link: { href: '/studio/payouts', label: t('See your payouts') },
    }),
    'payment.failed': () => ({
      kind: 'error',
      text: t('Your payment did not go through: {subject}', { subject: translateServerText(subject) }),
      link: { href: '/billing', label: t('See your plan and payments') },
    }),
    'payment.to_confirm': () => ({
      kind: 'warning',
      text: t('Your payment needs your confirmation: {subject}', { subject: translateServerText(subject) }),
      link: { href: '/billing', label: t('See your plan and payments') },
    }),
    'plan.unpaid': () => ({
      kind: 'error',
      text: t('{subject} has ended because it was not paid for', { subject: translateServerText(subject) }),
      link: { href: '/billing', label: t('See your plan and payments') },
    }),
    'payment.review': () => ({
      kind: 'warning',
      text: t('We received a different amount and are reviewing it: {subject}', { subject: translateServerText(subject) }),
      link: { href: '/billing', label: t('See your plan and payments') },
    }),
    'sale.disputed': () => ({
      kind: 'warning',
      text: t('A bank is disputing a sale. Your share is on hold until the bank decides: {subject}', {
        subject: translateServerText(subject),
      }),
      link: { href: '/studio/payouts', label: t('See your payouts') },
    }),
    'sale.dispute_won': () => ({
      kind: 'success',
      text: t('The dispute over a sale has ended, and you get your share back: {subject}', { subject: translateServerText(subject) }),
      link: { href: '/studio/payouts', label: t('See your payouts') },
    }),
    'sale.dispute_lost': () => ({
      kind: 'error',
      text: t('The bank reversed the payment of a sale, including your share: {subject}', {
        subject: translateServerText(subject),
      }),
      link: { href: '/studio/payouts', label: t('See your payouts') },
    }),
    'payment.disputed': () => ({
      kind: 'error',
      text: t('Your bank is reviewing a disputed payment, and its tokens are on hold: {subject}', {
        subject: translateServerText(subject),
      }),
      link: { href: '/billing', label: t('See your plan and payments') },
    }),
    'dispute.won': () => ({
      kind: 'success',
      text: t('The dispute has ended and the payment stands: {subject}', { subject: translateServerText(subject) }),
      link: { href: '/billing', label: t('See your plan and payments') },
    }),
    'dispute.lost': () => ({
      kind: 'error',
      text: t('Your bank reversed a payment, so what it paid for has ended: {subject}', { subject: translateServerText(subject) }),
      link: { href: '/billing', label: t('See your plan and payments') },
    }),
  };
  if (Object.hasOwn(words, kind)) return words[kind as NotificationKind]();
  return { kind: 'info', text: subject, link: toCourse(t('Open course')) ?? toRun(t('Open')) };
}
