import { RUN_BILLING } from './billing/ledger/run-billing.command.ts';
import { courseKind } from './generation/runs/course.kind.ts';
import { lessonKind } from './generation/rewrites/lesson.kind.ts';
import { recommendationsKind } from './recommendations/recommendations.kind.ts';
import { setRunEngine } from './platform/runs/engine.ts';
import { judgementKind } from './moderation/judgement.kind.ts';
import { videoKind } from './video/video.kind.ts';
import type { RunKind } from './platform/runs/run-kind.ts';

/** Every kind of slow work there is. A new one is a line here; the compiler names what its declaration lacks. */
// oxfmt-ignore
export const KINDS: readonly RunKind[] = [
  courseKind,
  lessonKind,
  recommendationsKind,
  videoKind,
  judgementKind,
];

/** Hands the engine what it works with: once in every process. @param more kinds that exist in a test only */
export function startEngine(more: readonly RunKind[] = []): void {
  setRunEngine({ kinds: [...KINDS, ...more], billing: RUN_BILLING });
}
