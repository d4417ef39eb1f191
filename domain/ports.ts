import { dropAudio, revokeAudioFeeds } from './audio/audio.commands.ts';
import { billingPorts } from './billing/billing.ports.ts';
import { closeBilling } from './billing/subscriptions/close-billing.command.ts';
import { planSummary } from './billing/subscriptions/current-plan.queries.ts';
import { describeDeletionLoss } from './billing/subscriptions/deletion-loss.queries.ts';
import { revokeDueCalendar } from './classes/due-calendar.commands.ts';
import { coursesPorts } from './courses/courses.ports.ts';
import { identityPorts } from './identity/identity.ports.ts';
import { grantCourse, notifySellerOfDispute, revokeCourse } from './market/enrolment.commands.ts';
import { recordDelivery } from './market/record-delivery.command.ts';
import { reserveCode } from './market/market-code.commands.ts';
import { mailPorts } from './mail/mail.ports.ts';
import { MODERATED_SUBJECTS } from './moderated-subjects.ts';
import { moderatedSubjects } from './moderation/moderation.ports.ts';
import { endAlerts, moveAlert, openAlert } from './operator/alerts/alert.commands.ts';
import { forgetIdentities } from './organisations/arrivals/arrival.commands.ts';
import { createOrganisation, endOrganisation, renewOrganisation } from './organisations/organisation.commands.ts';
import { revokeSeat, sellSeat } from './places/events/sell-seat.command.ts';
import { assertConnected } from './platform/ports.ts';
import { moveCards } from './practice/move-cards.command.ts';
import { recordCompletion } from './progress/record-completion.command.ts';
import { storeAccountLanguage } from './settings/save-settings.command.ts';
import { readSettings } from './settings/settings.queries.ts';
import { endShares } from './sharing/share-course.command.ts';
import { textsOf } from './translation/interface/interface-texts.queries.ts';
import { deleteWebhooksOf, endWebhooksOf } from './webhooks/webhook.commands.ts';

/**
 * Connects the ports of features with the features that implement them; `startEngine` calls it in every process. A missing function does
 * not compile.
 * @throws Error when the ports of a feature were left out completely
 */
export function connectPorts(): void {
  mailPorts.connect({ readSettings: (accountId) => readSettings(accountId), textsOf });
  identityPorts.connect({
    planOf: planSummary,
    describeDeletionLoss,
    closeBilling,
    storeLanguage: storeAccountLanguage,
    endWebhooks: endWebhooksOf,
    deleteWebhooks: deleteWebhooksOf,
    opened: {
      organisation_identity: forgetIdentities,
      audio_feed: revokeAudioFeeds,
      due_calendar: (trx, accountId) => revokeDueCalendar(accountId, trx),
      course_share: endShares,
    },
  });
  coursesPorts.connect({ dropAudio, moveCards, recordCompletion, recordDelivery });
  billingPorts.connect({
    sold: { course: grantCourse, event: sellSeat },
    takeBack: [revokeCourse, revokeSeat],
    reserveCode,
    notifySellerOfDispute,
    organisations: { create: createOrganisation, renew: renewOrganisation, end: endOrganisation },
    alerts: { open: openAlert, move: moveAlert, end: endAlerts },
  });
  moderatedSubjects.connect(MODERATED_SUBJECTS);
  assertConnected();
}
