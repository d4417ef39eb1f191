import { SETTING_NAMES, type SettingName } from '#contract/platform/tuning.ts';
import { auditAct, type Operator } from '#domain/platform/operator-act.ts';
import { transact } from '#domain/platform/database.ts';
import { configured, clearTuningCache, settings } from '#domain/platform/tuning/tuning.queries.ts';

export interface Setting {
  readonly name: SettingName;
  /** The configured value. */
  readonly configured: number;
  /** The operator's value; null: none. */
  readonly set: number | null;
}

export async function listSettings(): Promise<Setting[]> {
  const [usual, set] = [configured(), await settings()];
  return SETTING_NAMES.map((name) => ({ name, configured: usual[name], set: set[name] ?? null }));
}

export interface Change {
  readonly name: SettingName;
  /** Null: as configured. */
  readonly value: number | null;
}

/** Changes limits, all or none; they take effect in every process within a second and survive restarts. Each is audited. */
export async function tune(changes: readonly Change[], operator: Operator): Promise<Setting[]> {
  await transact(async (trx) => {
    // in one order: two operators who save at once must not wait for each other
    for (const { name, value } of changes.toSorted((one, other) => one.name.localeCompare(other.name))) {
      const before = await trx('operator_setting').where({ name }).first('value');
      if (value === null) await trx('operator_setting').where({ name }).del();
      else await trx('operator_setting').insert({ name, value }).onConflict('name').merge({ value, updated_at: trx.fn.now() });
      await auditAct(trx, operator, {
        action: 'setting.change',
        subject: `setting:${name}`,
        before: { value: before?.value ?? null },
        after: { value },
      });
    }
  });
  clearTuningCache();
  return listSettings();
}
