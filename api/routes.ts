import { mountAlarms } from '#api/billing/alarms.routes.ts';
import { mountOrganisation } from '#api/billing/organisation.routes.ts';
import { mountPackages } from '#api/billing/packages.routes.ts';
import { mountPayments } from '#api/billing/payments.routes.ts';
import { mountSubscription } from '#api/billing/subscription.routes.ts';
import { mountWebhook } from '#api/billing/webhook.routes.ts';
import { mountWallet } from '#api/billing/wallet.routes.ts';
import { mountCourseVersions } from '#api/courses/course-versions.routes.ts';
import { mountCourses } from '#api/courses/courses.routes.ts';
import { mountMissingLessons } from '#api/courses/missing-lessons.routes.ts';
import { mountGeneration } from '#api/generation/generation.routes.ts';
import { mountOutlineDraft } from '#api/generation/outline-draft.routes.ts';
import { mountRunControl } from '#api/generation/run-control.routes.ts';
import { mountAccount } from '#api/identity/account.routes.ts';
import { mountIdentity } from '#api/identity/identity.routes.ts';
import { mountNotes } from '#api/notes/notes.routes.ts';
import { mountNotifications } from '#api/notifications/notifications.routes.ts';
import type { Door } from '#api/platform/door.ts';
import { mountPlatform } from '#api/platform/platform.routes.ts';
import { mountRuns } from '#api/platform/runs.routes.ts';
import { mountProgress } from '#api/progress/progress.routes.ts';
import { mountDataExport } from '#api/settings/data-export.routes.ts';
import { mountSettings } from '#api/settings/settings.routes.ts';
import { mountCreatorCourses } from '#api/studio/creator-courses.routes.ts';
import { mountCreatorFigures } from '#api/studio/creator-figures.routes.ts';
import type { Readiness } from '#api/platform/readiness.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';

/** Mounts every feature. @throws when an endpoint of the contract has been left out */
export function mountAll(door: Door, readiness: Readiness): void {
  mountPlatform(door, readiness);
  mountIdentity(door);
  mountAccount(door);
  mountRuns(door);
  mountRunControl(door);
  mountOutlineDraft(door);
  mountGeneration(door);
  // before the courses: `/api/courses/:course_id/versions` also looks like a course of a person
  mountCourseVersions(door);
  mountMissingLessons(door);
  mountCourses(door);
  mountProgress(door);
  mountNotes(door);
  mountNotifications(door);
  mountSettings(door);
  mountDataExport(door);
  mountCreatorCourses(door);
  mountCreatorFigures(door);
  mountOrganisation(door);
  mountAlarms(door);
  mountWallet(door);
  mountPackages(door);
  mountPayments(door);
  mountSubscription(door);
  mountWebhook(door);
  const missing = ENDPOINTS.filter((endpoint) => !door.mounted.has(endpoint.name)).map((endpoint) => endpoint.name);
  if (missing.length > 0) throw new Error(`declared but not mounted: ${missing.join(', ')}`);
}
