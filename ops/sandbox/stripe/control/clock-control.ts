import { BadControl, knownFields, readCount } from '../../control/read-body.ts';
import type { JsonObject } from '../../wire/wire.ts';
import type { World } from '../state/world.ts';
import { runDueSteps } from '../time/due-steps.ts';

/** The sandbox's clock: `now` in s, how far it is ahead of the machine's, and whether it is frozen. */
export function describeClock(world: World): { now: number; iso: string; offset_s: number; frozen: boolean } {
  const now = world.now();
  return {
    now,
    iso: new Date(now * 1000).toISOString(),
    offset_s: now - Math.floor(Date.now() / 1000),
    frozen: world.settings.frozen !== null,
  };
}

/**
 * Moves the clock forward by `advance_s` or `to` a moment (s, or ISO text); everything due by then has happened when this answers. `freeze`
 * stops or resumes it. @throws BadControl
 */
export function advanceClock(world: World, body: JsonObject): ReturnType<typeof describeClock> & { steps: number } {
  knownFields(body, ['advance_s', 'to', 'freeze']);
  if (body.advance_s !== undefined && body.to !== undefined) throw new BadControl('give advance_s or to, not both');
  const { freeze = world.settings.frozen !== null } = body;
  if (typeof freeze !== 'boolean') throw new BadControl('freeze must be true or false');
  const now = world.now();
  const to = body.to === undefined ? now + readCount(body, 'advance_s', 0) : readMoment(body.to);
  if (to < now) throw new BadControl(`the clock can only go forward; it is ${new Date(now * 1000).toISOString()}`);
  const steps = runDueSteps(world, null, to);
  world.change((settings) => {
    settings.frozen = freeze ? to : null;
    settings.offset = to - Math.floor(Date.now() / 1000);
  });
  return { ...describeClock(world), steps };
}

/** `PUT renewals`: how long a renewal's invoice stays a draft. @throws BadControl */
export function setRenewals(world: World, body: JsonObject): { draft_s: number } {
  knownFields(body, ['draft_s']);
  const wait = readCount(body, 'draft_s', 0);
  world.change((settings) => (settings.draft_s = wait));
  return { draft_s: wait };
}

function readMoment(value: unknown): number {
  const moment = typeof value === 'string' ? Date.parse(value) / 1000 : value;
  if (typeof moment !== 'number' || !Number.isFinite(moment)) throw new BadControl('to must be seconds since 1970 or an ISO date');
  return Math.ceil(moment);
}
