import type { JobsOf } from '#queues/registry.ts';
import { settleFailure } from '#domain/platform/runs/settle-failure.command.ts';
import { takeCourse } from '#domain/exports/imports/import.commands.ts';
import { changePeople } from '#domain/organisations/rosters/change-people.command.ts';
import { writeExport } from '#domain/exports/export.commands.ts';
import type { Processor } from '../platform/processor.ts';

export const EXPORT_PROCESSORS: Readonly<Record<JobsOf<'export'>, Processor>> = {
  'write-export': { work: writeExport, settle: settleFailure },
  'take-course': { work: takeCourse, settle: settleFailure },
  'change-people': { work: changePeople, settle: settleFailure },
};
