import { SETTING_NAMES, type SettingName } from '#contract/platform/tuning.ts';
import { auditAct, type Operator } from '#domain/platform/operator-act.ts';
import { transact } from '#domain/platform/database.ts';
import { configured, clearTuningCache, settings } from '#domain/platform/tuning/tuning.queries.ts';

export interface Setting {
  readonly name: SettingName;
  /** The configured value. */
  readonly configured: number;
  /** The operator's value, or null. */
  readonly set: number | null;
}

/** Lists all settings that operators can change, with the configured value and the operators' one. */
export async function listSettings(): Promise<Setting[]> {
  const [usual, set] = [configured(), await settings()];
  return SETTING_NAMES.map((name) => ({ name, configured: usual[name], set: set[name] ?? null }));
}

export interface Change {
  readonly name: SettingName;
  /** Null to use the configured value. */
  readonly value: number | null;
}

/** Changes limits, all or none. The change takes effect in every process within a second and survives restarts. Each limit is audited. */
export async function tune(changes: readonly Change[], operator: Operator): Promise<Setting[]> {
  await transact(async (trx) => {
    // in a fixed order, so that two operators who save at once do not deadlock
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
