import type { JobName } from '#queues/registry.ts';
import type { Processor } from './platform/processor.ts';
import { RECOMMENDATION_PROCESSORS } from './recommendations/recommendations.processors.ts';
import { TRANSLATION_PROCESSORS } from './translation/translation.processors.ts';
import { MODERATION_PROCESSORS } from './moderation/moderation.processors.ts';
import { EXPORT_PROCESSORS } from './exports/exports.processors.ts';
import { SOURCE_PROCESSORS } from './sources/sources.processors.ts';
import { AUDIO_PROCESSORS } from './audio/audio.processors.ts';
import { SIMULATION_PROCESSORS } from './simulations/simulations.processors.ts';
import { VIDEO_PROCESSORS } from './video/video.processors.ts';
import { PRACTICE_PROCESSORS } from './practice/practice.processors.ts';
import { VOICE_PROCESSORS } from './voice/voice.processors.ts';
import { PICTURE_PROCESSORS } from './generation/pictures.processors.ts';
import { CONNECTION_PROCESSORS } from './operator/connections.processors.ts';
import { EVALUATION_PROCESSORS } from './operator/evaluations.processors.ts';
import { GENERATION_PROCESSORS } from './generation/generation.processors.ts';

/** The processor of each job, spread from the features. A job without a processor does not compile. */
export const PROCESSORS: Readonly<Record<JobName, Processor>> = {
  ...GENERATION_PROCESSORS,
  ...PICTURE_PROCESSORS,
  ...RECOMMENDATION_PROCESSORS,
  ...TRANSLATION_PROCESSORS,
  ...VIDEO_PROCESSORS,
  ...SIMULATION_PROCESSORS,
  ...AUDIO_PROCESSORS,
  ...EXPORT_PROCESSORS,
  ...SOURCE_PROCESSORS,
  ...MODERATION_PROCESSORS,
  ...VOICE_PROCESSORS,
  ...PRACTICE_PROCESSORS,
  ...EVALUATION_PROCESSORS,
  ...CONNECTION_PROCESSORS,
};
