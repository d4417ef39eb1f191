import { expect, it } from 'vitest';
import { FREE_PLAN } from '#contract/billing/catalogue.ts';
import { BATCH_TRAITS } from '#contract/operator/batches.contract.ts';
import { QUOTAS, type QuotaName } from '#contract/platform/named-parts.ts';
import { RUN_KINDS, type KindOfWork } from '#contract/platform/kinds-of-work.ts';
import { BATCH_WORKS, KINDS } from '#domain/kinds.ts';
import type { RunKind } from '#domain/platform/runs/run-kind.ts';
import { PURPOSES } from '#domain/vendors/llm/hygiene/purposes.ts';
import { ASKED_BY } from '#ops/sandbox/answers/answer.ts';

/** Removes an entry from a table. */
const without = <Table extends object, Key extends keyof Table>(table: Table, key: Key): Omit<Table, Key> => {
  const { [key]: _, ...rest } = table;
  return rest;
};

it('a table that lacks a kind of work does not compile: each expected error is one that the compiler reports', () => {
  // @ts-expect-error its declaration
  const kinds: typeof KINDS = without(KINDS, 'simulation');
  // @ts-expect-error what batches do with it
  const batches: typeof BATCH_WORKS = without(BATCH_WORKS, 'simulation');
  // @ts-expect-error its traits in batches
  const traits: typeof BATCH_TRAITS = without(BATCH_TRAITS, 'simulation');
  // @ts-expect-error how clean its answers have to be
  const purposes: Record<keyof typeof PURPOSES, unknown> = without(PURPOSES, 'simulation');
  // @ts-expect-error what models answer for it in the sandbox
  const asked: typeof ASKED_BY = without(ASKED_BY, 'simulation');
  // @ts-expect-error the units of plans that pay for it
  const quotas: Readonly<Record<QuotaName, number>> = without(FREE_PLAN.quotas, 'ar_vr_simulation');
  for (const table of [kinds, batches, traits, purposes, asked]) expect(table).not.toHaveProperty('simulation');
  expect(Object.keys(quotas)).not.toContain('ar_vr_simulation');
  expect(QUOTAS).toHaveProperty('ar_vr_simulation');
});

it('a row states for every concern whether it applies', () => {
  const row: KindOfWork = RUN_KINDS.roster;
  expect(row).toMatchObject({ notice: null, batches: [], placed: null, asks: [] });
  // @ts-expect-error whether its end is told
  const untold: KindOfWork = without(row, 'notice');
  // @ts-expect-error what batches do with it
  const alone: KindOfWork = without(row, 'batches');
  // @ts-expect-error what teachers place of it
  const unplaced: KindOfWork = without(row, 'placed');
  // @ts-expect-error what services are asked for by it
  const unasked: KindOfWork = without(row, 'asks');
  // @ts-expect-error what of it is in an account's export
  const unexported: RunKind = without<RunKind, 'exported'>(KINDS.roster, 'exported');
  expect([untold, alone, unplaced, unasked, unexported].map((one) => Object.keys(one).length)).toEqual([
    ...Array.from({ length: 4 }, () => Object.keys(row).length - 1),
    Object.keys(KINDS.roster).length - 1,
  ]);
});
