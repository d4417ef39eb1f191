import { mountLtiLaunch, mountLtiPlatforms } from '#api/lti/lti.routes.ts';
import { mountOrganisation } from '#api/organisations/organisation.routes.ts';
import { mountRosters, mountProvisioning } from '#api/organisations/people.routes.ts';
import { mountScim } from '#api/organisations/scim.routes.ts';
import {
  mountSubscription,
  mountPayments,
  mountPackages,
  mountWallet,
  mountWebhook,
  mountSales,
  mountAlarms,
} from '#api/billing/billing.routes.ts';
import { mountClasses } from '#api/classes/classes.routes.ts';
import { mountAudio } from '#api/audio/audio.routes.ts';
import { mountSimulations } from '#api/simulations/simulations.routes.ts';
import {
  mountCourses,
  mountLibrary,
  mountCourseVersions,
  mountCoursePictures,
  mountMissingLessons,
  mountSkippedChecks,
} from '#api/courses/courses.routes.ts';
import { mountGeneration, mountOutlineDraft, mountRunControl, mountTopics } from '#api/generation/generation.routes.ts';
import { mountIdentity, mountAccount, mountAge, mountSecondFactor } from '#api/identity/identity.routes.ts';
import { mountApiKeys } from '#api/identity/api-keys.routes.ts';
import { mountConnectedApps } from '#api/identity/connected-apps.routes.ts';
import { mountWebhooks } from '#api/webhooks/webhooks.routes.ts';
import { mountPasskeys } from '#api/identity/passkeys.routes.ts';
import { mountExports } from '#api/exports/exports.routes.ts';
import { mountInvestors } from '#api/investors/investors.routes.ts';
import { mountSharing } from '#api/sharing/sharing.routes.ts';
import { mountOrganisationSignIn } from '#api/identity/organisation-sign-in.routes.ts';
import { mountOrganisationAudit } from '#api/organisations/audit.routes.ts';
import { mountSignInSetup } from '#api/organisations/sign-in.routes.ts';
import { mountProviders } from '#api/identity/providers.routes.ts';
import { mountMentor } from '#api/mentor/mentor.routes.ts';
import { mountMarket, mountMarketPeople, mountMarketCodes, mountMarketModeration } from '#api/market/market.routes.ts';
import { mountDashboard } from '#api/dashboard/dashboard.routes.ts';
import { mountTranslation, mountCourseTranslations } from '#api/translation/translation.routes.ts';
import { mountSources } from '#api/sources/sources.routes.ts';
import { mountVideo } from '#api/video/video.routes.ts';
import { mountVoice } from '#api/voice/voice.routes.ts';
import { mountCertificates, mountFinalTests, mountPractice, mountWords, mountCards } from '#api/practice/practice.routes.ts';
import { mountRecommendations } from '#api/recommendations/recommendations.routes.ts';
import { mountModeration } from '#api/moderation/moderation.routes.ts';
import { mountCommunity } from '#api/community/community.routes.ts';
import { mountPeople } from '#api/people/people.routes.ts';
import { mountChat } from '#api/chat/chat.routes.ts';
import type { LiveHub } from '#api/live/live-hub.ts';
import { mountLive } from '#api/live/live.routes.ts';
import { mountStudyRooms } from '#api/study-rooms/study-rooms.routes.ts';
import { mountNotes } from '#api/notes/notes.routes.ts';
import {
  mountOverview,
  mountControl,
  mountServiceConnections,
  mountServices,
  mountRunsConsole,
  mountBatches,
  mountEvaluations,
  mountConsolePeople,
} from '#api/operator/operator.routes.ts';
import { mountPlaces, mountEvents } from '#api/places/places.routes.ts';
import { mountNotifications, mountPush } from '#api/notifications/notifications.routes.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mountPlatform, mountRuns } from '#api/platform/platform.routes.ts';
import { mountProgress } from '#api/progress/progress.routes.ts';
import { mountSearch } from '#api/search/search.routes.ts';
import { mountSettings, mountDataExport } from '#api/settings/settings.routes.ts';
import {
  mountCreatorCourses,
  mountCreatorBatches,
  mountCreatorFigures,
  mountCreatorMovements,
  mountCreatorPayouts,
} from '#api/studio/studio.routes.ts';
import type { Readiness } from '#api/platform/health/readiness.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';

interface Mounted {
  readonly readiness: Readiness;
  readonly live: LiveHub;
  /** Does not throw for an endpoint that is not mounted yet: the route walk reports each, and tests all others. */
  readonly mayLack?: boolean;
}

/** Mounts every feature. @throws if an endpoint of the contract is not mounted */
export function mountAll(router: ApiRouter, { readiness, live, mayLack = false }: Mounted): void {
  mountPlatform(router, readiness);
  mountIdentity(router);
  mountAccount(router);
  mountSecondFactor(router);
  mountSharing(router);
  mountClasses(router);
  mountProviders(router);
  mountOrganisationSignIn(router);
  mountPush(router);
  mountPasskeys(router);
  mountApiKeys(router);
  mountConnectedApps(router);
  mountWebhooks(router);
  mountAge(router);
  mountRuns(router);
  mountRunControl(router);
  mountTopics(router);
  mountOutlineDraft(router);
  mountGeneration(router);
  mountCourseVersions(router);
  mountMissingLessons(router);
  mountSkippedChecks(router);
  mountCourses(router);
  mountLibrary(router);
  mountCoursePictures(router);
  mountSimulations(router);
  mountAudio(router);
  mountProgress(router);
  mountDashboard(router);
  mountRecommendations(router);
  mountPractice(router);
  mountCards(router);
  mountWords(router);
  mountFinalTests(router);
  mountTranslation(router);
  mountCourseTranslations(router);
  mountVideo(router);
  mountVoice(router);
  mountCertificates(router);
  mountMarket(router);
  mountMarketCodes(router);
  mountMarketPeople(router);
  mountMarketModeration(router);
  mountNotes(router);
  mountChat(router);
  mountLive(router, live);
  mountStudyRooms(router);
  mountMentor(router);
  mountNotifications(router);
  mountSettings(router);
  mountSearch(router);
  mountDataExport(router);
  mountPeople(router);
  mountCommunity(router);
  mountModeration(router);
  mountCreatorCourses(router);
  mountCreatorFigures(router);
  mountCreatorMovements(router);
  mountCreatorPayouts(router);
  mountCreatorBatches(router);
  mountOrganisation(router);
  mountSignInSetup(router);
  mountOrganisationAudit(router);
  mountLtiPlatforms(router);
  mountLtiLaunch(router);
  mountRosters(router);
  mountProvisioning(router);
  mountScim(router);
  mountAlarms(router);
  mountSales(router);
  mountPlaces(router);
  mountEvents(router);
  mountServices(router);
  mountServiceConnections(router);
  mountExports(router);
  mountSources(router);
  mountInvestors(router);
  mountOverview(router);
  mountControl(router);
  mountRunsConsole(router);
  mountBatches(router);
  mountEvaluations(router);
  mountConsolePeople(router);
  mountWallet(router);
  mountPackages(router);
  mountPayments(router);
  mountSubscription(router);
  mountWebhook(router);
  const missing = ENDPOINTS.filter((endpoint) => !router.mounted.has(endpoint.name)).map((endpoint) => endpoint.name);
  if (missing.length > 0 && !mayLack)
    throw new Error(`declared but not mounted by mount(router, …) in api/<feature>/*.routes.ts: ${missing.join(', ')}`);
}
