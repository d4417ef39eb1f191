import { knownFields, readChoice, readText } from '../../control/read-body.ts';
import type { JsonObject } from '../../wire/wire.ts';
import { completeOnboarding } from '../connect/accounts.ts';
import { reverseTransfer } from '../connect/transfers.ts';
import type { World } from '../state/world.ts';
import { asControl, rowOf } from './object-controls.ts';

/** `POST onboard`: completes a creator's onboarding, as by its page. @throws BadControl */
export function onboardByControl(world: World, body: JsonObject): unknown {
  knownFields(body, ['account', 'outcome']);
  const account = rowOf(world, 'accounts', readText(body, 'account'));
  completeOnboarding(world, account, readChoice(body, 'outcome', ['verified', 'pending'], 'verified'));
  return { account };
}

/** `POST reverse`: reverses a transfer. @throws BadControl */
export function reverseByControl(world: World, body: JsonObject): unknown {
  knownFields(body, ['transfer']);
  const transfer = rowOf(world, 'transfers', readText(body, 'transfer'));
  return { transfer: asControl(() => reverseTransfer(world, transfer)) };
}
