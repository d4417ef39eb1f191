import type { Endpoint } from '#contract/platform/endpoint.ts';
import * as alarms from '#contract/billing/alarms.contract.ts';
import * as sales from '#contract/billing/sales.contract.ts';
import * as consoleKeys from '#contract/operator/keys.contract.ts';
import * as age from '#contract/identity/age.contract.ts';
import * as apiKeys from '#contract/identity/api-keys.contract.ts';
import * as connectedApps from '#contract/identity/connected-apps.contract.ts';
import * as passkeys from '#contract/identity/passkeys.contract.ts';
import * as providers from '#contract/identity/providers.contract.ts';
import * as secondFactor from '#contract/identity/second-factor.contract.ts';
import * as account from '#contract/identity/account.contract.ts';
import * as courseVersions from '#contract/courses/course-versions.contract.ts';
import * as library from '#contract/courses/library.contract.ts';
import * as missingLessons from '#contract/courses/missing-lessons.contract.ts';
import * as skippedChecks from '#contract/courses/skipped-checks.contract.ts';
import * as webhooks from '#contract/webhooks/webhooks.contract.ts';
import * as audio from '#contract/audio/audio.contract.ts';
import * as simulations from '#contract/simulations/simulations.contract.ts';
import * as coursePictures from '#contract/courses/course-pictures.contract.ts';
import * as courses from '#contract/courses/courses.contract.ts';
import * as generation from '#contract/generation/generation.contract.ts';
import * as outlineDraft from '#contract/generation/outline-draft.contract.ts';
import * as retryPractice from '#contract/generation/retry-practice.contract.ts';
import * as topics from '#contract/generation/topics.contract.ts';
import * as runControl from '#contract/generation/run-control.contract.ts';
import * as health from '#contract/platform/health.contract.ts';
import * as runSteps from '#contract/platform/run-steps.contract.ts';
import * as runs from '#contract/platform/runs.contract.ts';
import * as courseExports from '#contract/exports/exports.contract.ts';
import * as sources from '#contract/sources/sources.contract.ts';
import * as investors from '#contract/investors/investors.contract.ts';
import * as identity from '#contract/identity/identity.contract.ts';
import * as organisation from '#contract/organisations/organisation.contract.ts';
import * as organisationArrivals from '#contract/identity/organisation-sign-in.contract.ts';
import * as organisationSignIn from '#contract/organisations/sign-in.contract.ts';
import * as organisationSignInOverview from '#contract/organisations/sign-in-overview.contract.ts';
import * as organisationSignInLifetime from '#contract/organisations/sign-in-lifetime.contract.ts';
import * as organisationAudit from '#contract/organisations/audit.contract.ts';
import * as ltiLaunch from './lti/launch.contract.ts';
import * as ltiPlatforms from './lti/platforms.contract.ts';
import * as classes from '#contract/classes/classes.contract.ts';
import * as assignments from '#contract/classes/assignments.contract.ts';
import * as classMarks from '#contract/classes/class-marks.contract.ts';
import * as dueCalendar from '#contract/classes/due-calendar.contract.ts';
import * as classQuestions from '#contract/classes/class-questions.contract.ts';
import * as rosters from '#contract/organisations/rosters.contract.ts';
import * as provisioning from '#contract/organisations/provisioning.contract.ts';
import * as packages from '#contract/billing/packages.contract.ts';
import * as payments from '#contract/billing/payments.contract.ts';
import * as subscription from '#contract/billing/subscription.contract.ts';
import * as mentor from '#contract/mentor/mentor.contract.ts';
import * as sharing from '#contract/sharing/sharing.contract.ts';
import * as market from '#contract/market/market.contract.ts';
import * as publication from '#contract/market/publication.contract.ts';
import * as marketCodes from '#contract/market/codes.contract.ts';
import * as marketStudents from '#contract/market/students.contract.ts';
import * as satisfaction from '#contract/market/satisfaction.contract.ts';
import * as lessonQuestions from '#contract/market/questions.contract.ts';
import * as marketModeration from '#contract/market/moderation.contract.ts';
import * as dashboard from '#contract/dashboard/dashboard.contract.ts';
import * as courseTranslation from '#contract/translation/course-translation.contract.ts';
import * as translation from '#contract/translation/translation.contract.ts';
import * as video from '#contract/video/video.contract.ts';
import * as voice from '#contract/voice/voice.contract.ts';
import * as practice from '#contract/practice/practice.contract.ts';
import * as cards from '#contract/practice/cards.contract.ts';
import * as words from '#contract/practice/words.contract.ts';
import * as finalTask from '#contract/practice/final-task.contract.ts';
import * as finalTest from '#contract/practice/final-test.contract.ts';
import * as certificate from '#contract/practice/certificate.contract.ts';
import * as recommendations from '#contract/recommendations/recommendations.contract.ts';
import * as moderation from '#contract/moderation/moderation.contract.ts';
import * as community from '#contract/community/community.contract.ts';
import * as forums from '#contract/community/forums.contract.ts';
import * as groups from '#contract/community/groups.contract.ts';
import * as people from '#contract/people/people.contract.ts';
import * as chat from '#contract/chat/chat.contract.ts';
import * as live from '#contract/live/live.contract.ts';
import * as studyRooms from '#contract/study-rooms/study-rooms.contract.ts';
import * as notes from '#contract/notes/notes.contract.ts';
import * as notifications from '#contract/notifications/notifications.contract.ts';
import * as push from '#contract/notifications/push.contract.ts';
import * as readingPlace from '#contract/progress/reading-place.contract.ts';
import * as progress from '#contract/progress/progress.contract.ts';
import * as creatorCourses from '#contract/studio/creator-courses.contract.ts';
import * as creatorPayouts from '#contract/studio/creator-payouts.contract.ts';
import * as creatorFigures from '#contract/studio/creator-figures.contract.ts';
import * as creatorMovements from '#contract/studio/creator-movements.contract.ts';
import * as dataExport from '#contract/settings/data-export.contract.ts';
import * as profile from '#contract/settings/profile.contract.ts';
import * as search from '#contract/search/search.contract.ts';
import * as timeZone from '#contract/settings/time-zone.contract.ts';
import * as unsubscribe from '#contract/settings/unsubscribe.contract.ts';
import * as settings from '#contract/settings/settings.contract.ts';
import * as operatorOverview from '#contract/operator/overview.contract.ts';
import * as operatorConsole from '#contract/operator/console.contract.ts';
import * as operatorControl from '#contract/operator/control.contract.ts';
import * as schedules from '#contract/operator/schedules.contract.ts';
import * as creatorBatches from '#contract/studio/creator-batches.contract.ts';
import * as series from '#contract/operator/series.contract.ts';
import * as runViews from '#contract/operator/run-views.contract.ts';
import * as runsConsole from '#contract/operator/runs-console.contract.ts';
import * as events from '#contract/places/events.contract.ts';
import * as places from '#contract/places/places.contract.ts';
import * as consoleOrganisations from '#contract/operator/organisations.contract.ts';
import * as consolePeople from '#contract/operator/people.contract.ts';
import * as batchEstimates from '#contract/operator/batch-estimates.contract.ts';
import * as batches from '#contract/operator/batches.contract.ts';
import * as serviceConnections from '#contract/operator/service-connections.contract.ts';
import * as evaluations from '#contract/operator/evaluations.contract.ts';
import * as installationServices from '#contract/operator/installation-services.contract.ts';
import * as services from '#contract/operator/services.contract.ts';
import * as wallet from '#contract/billing/wallet.contract.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'responses' in value;

/** Every endpoint of the product, collected from the features' contracts; the route table, OpenAPI and the route test use this list. */
export const ENDPOINTS: readonly Endpoint[] = [
  identity,
  age,
  account,
  secondFactor,
  providers,
  passkeys,
  apiKeys,
  connectedApps,
  runs,
  runSteps,
  generation,
  retryPractice,
  topics,
  runControl,
  outlineDraft,
  courses,
  library,
  coursePictures,
  simulations,
  audio,
  courseVersions,
  missingLessons,
  skippedChecks,
  progress,
  dashboard,
  recommendations,
  practice,
  cards,
  words,
  translation,
  courseTranslation,
  video,
  voice,
  certificate,
  finalTask,
  finalTest,
  readingPlace,
  sharing,
  market,
  publication,
  marketCodes,
  marketStudents,
  satisfaction,
  lessonQuestions,
  marketModeration,
  notes,
  chat,
  live,
  studyRooms,
  mentor,
  webhooks,
  notifications,
  push,
  organisation,
  organisationArrivals,
  organisationSignIn,
  organisationSignInOverview,
  organisationSignInLifetime,
  organisationAudit,
  ltiPlatforms,
  ltiLaunch,
  classes,
  assignments,
  classMarks,
  dueCalendar,
  classQuestions,
  rosters,
  provisioning,
  alarms,
  sales,
  packages,
  payments,
  subscription,
  settings,
  timeZone,
  unsubscribe,
  search,
  profile,
  dataExport,
  people,
  consoleKeys,
  moderation,
  community,
  forums,
  groups,
  creatorCourses,
  creatorFigures,
  creatorMovements,
  creatorPayouts,
  wallet,
  courseExports,
  sources,
  investors,
  places,
  events,
  services,
  serviceConnections,
  installationServices,
  operatorOverview,
  operatorControl,
  series,
  schedules,
  creatorBatches,
  runsConsole,
  batches,
  batchEstimates,
  evaluations,
  consolePeople,
  consoleOrganisations,
  operatorConsole,
  runViews,
  health,
].flatMap((contract) => Object.values(contract).filter(isEndpoint));
