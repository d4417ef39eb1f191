import type { JobsOf } from '#queues/registry.ts';
import { closePictures, drawPicture } from '#domain/generation/pictures/draw-picture.command.ts';
import { filmCourse } from '#domain/generation/pictures/film-course.command.ts';
import { planPictures } from '#domain/generation/pictures/picture.commands.ts';
import { settleFailure } from '#domain/platform/runs/settle-failure.command.ts';
import type { Processor } from '../platform/processor.ts';

export const PICTURE_PROCESSORS: Readonly<Record<JobsOf<'draw'>, Processor>> = {
  'plan-pictures': { work: planPictures, settle: settleFailure },
  'draw-picture': { work: drawPicture, settle: settleFailure },
  'film-course': { work: filmCourse, settle: settleFailure },
  'close-pictures': { work: closePictures, settle: settleFailure },
};
