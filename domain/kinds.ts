import { RUN_KINDS, type BatchTask, type RunKindName } from '#contract/platform/kinds-of-work.ts';
import { audioKind } from './audio/audio.kind.ts';
import { RUN_BILLING } from './billing/ledger/run-billing.command.ts';
import { courseEditKind } from './generation/editor/course-edit.kind.ts';
import { coursePicturesKind } from './generation/pictures/course-pictures.kind.ts';
import { courseKind } from './generation/runs/course.kind.ts';
import { lessonKind } from './generation/rewrites/lesson.kind.ts';
import { recommendationsKind } from './recommendations/recommendations.kind.ts';
import { MISSING_PICTURES } from './operator/batches/works/course-pictures.batch.ts';
import { MISSING_PRACTICE, REWRITES } from './operator/batches/works/lesson.batch.ts';
import { notifyingOfEnd } from './notifications/notification.commands.ts';
import { batchWorks, type BatchWork } from './operator/batches/batch-work.ts';
import { MISSING_SIMULATIONS } from './operator/batches/works/simulation.batch.ts';
import { TRANSLATIONS } from './operator/batches/works/course-translation.batch.ts';
import { setRunEngine } from './platform/runs/engine.ts';
import { batchKind } from './operator/batches/batch.kind.ts';
import { connectionTestKind } from './generation/trial/connection-test.kind.ts';
import { evaluationKind } from './generation/evaluations/evaluation.kind.ts';
import { bulkTextsKind } from './translation/bulk/bulk-texts.kind.ts';
import { courseTranslationKind } from './translation/courses/course-translation.kind.ts';
import { interfaceTextsKind } from './translation/interface/interface-texts.kind.ts';
import { judgementKind } from './moderation/judgement.kind.ts';
import { exportKind } from './exports/export.kind.ts';
import { importKind } from './exports/imports/import.kind.ts';
import { rosterKind } from './organisations/rosters/roster.kind.ts';
import { sourceKind } from './sources/source.kind.ts';
import { transcriptionKind } from './voice/transcription.kind.ts';
import { answerGradeKind } from './practice/words/answer-grade.kind.ts';
import { flashCardsKind } from './practice/cards/flash-cards.kind.ts';
import { simulationKind } from './simulations/simulation.kind.ts';
import { RUN_CALLS } from './vendors/llm/run-calls.ts';
import { videoKind } from './video/video.kind.ts';
import type { RunKind } from './platform/runs/run-kind.ts';
import { connectPorts } from './ports.ts';
import { publishRunEnd } from './webhooks/publish-event.command.ts';

/** Every kind of slow work. An incomplete declaration, or a missing kind, does not compile. */
export const KINDS: Readonly<Record<RunKindName, RunKind>> = {
  course: courseKind,
  'course-edit': courseEditKind,
  'course-pictures': coursePicturesKind,
  lesson: lessonKind,
  batch: batchKind,
  evaluation: evaluationKind,
  'course-translation': courseTranslationKind,
  'course-export': exportKind,
  'course-import': importKind,
  roster: rosterKind,
  recommendations: recommendationsKind,
  'source-reading': sourceKind,
  video: videoKind,
  simulation: simulationKind,
  audio: audioKind,
  'flash-cards': flashCardsKind,
  transcription: transcriptionKind,
  'answer.grade': answerGradeKind,
  'text-judgement': judgementKind,
  'interface-texts': interfaceTextsKind,
  'bulk-texts': bulkTextsKind,
  'connection-test': connectionTestKind,
};

/** The batch works, one for each row in the contract. */
export const BATCH_WORKS: Readonly<Record<BatchTask, BatchWork>> = {
  refresh_all: REWRITES.all,
  refresh_matching: REWRITES.chosen,
  fix: REWRITES.chosen,
  missing_practice: MISSING_PRACTICE,
  media: MISSING_PICTURES,
  simulation: MISSING_SIMULATIONS,
  translation: TRANSLATIONS,
};

/** Kinds of work that exist only in tests, which add their rows to the tables of the contract. */
interface FurtherWork {
  readonly kinds?: readonly RunKind[];
  readonly batches?: Readonly<Record<string, BatchWork>>;
}

/** Configures the run engine and the batch works, and connects the features' ports; call it once in every process. */
export function startEngine({ kinds = [], batches = {} }: FurtherWork = {}): void {
  setRunEngine({
    kinds: [...Object.values(KINDS), ...kinds].map(withNotice),
    billing: RUN_BILLING,
    calls: RUN_CALLS,
    tellEnd: publishRunEnd,
  });
  batchWorks.connect({ ...BATCH_WORKS, ...batches });
  connectPorts();
}

const withNotice = (kind: RunKind): RunKind => {
  const { notice } = RUN_KINDS[kind.name];
  return notice === null ? kind : notifyingOfEnd(kind, notice);
};
