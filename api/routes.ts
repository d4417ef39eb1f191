import { mountCourses } from '#api/courses/courses.routes.ts';
import { mountGeneration } from '#api/generation/generation.routes.ts';
import { mountIdentity } from '#api/identity/identity.routes.ts';
import type { Door } from '#api/platform/door.ts';
import { mountPlatform } from '#api/platform/platform.routes.ts';
import type { Readiness } from '#api/platform/readiness.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';

/** Mounts every feature. @throws when an endpoint of the contract has been left out */
export function mountAll(door: Door, readiness: Readiness): void {
  mountPlatform(door, readiness);
  mountIdentity(door);
  mountGeneration(door);
  mountCourses(door);
  const missing = ENDPOINTS.filter((endpoint) => !door.mounted.has(endpoint.name)).map((endpoint) => endpoint.name);
  if (missing.length > 0) throw new Error(`declared but not mounted: ${missing.join(', ')}`);
}
