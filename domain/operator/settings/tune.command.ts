import { SETTING_NAMES, type SettingName } from '#contract/platform/tuning.ts';
import { auditAct, type Operator } from '#domain/operator/audit/operator-act.ts';
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

/** Changes a limit; it takes effect in every process within a second and survives restarts. Audited. @param value null: as configured */
export async function tune(name: SettingName, value: number | null, operator: Operator): Promise<Setting[]> {
  await transact(async (trx) => {
    const before = await trx('operator_setting').where({ name }).first('value');
    if (value === null) await trx('operator_setting').where({ name }).del();
    else await trx('operator_setting').insert({ name, value }).onConflict('name').merge({ value, updated_at: trx.fn.now() });
    await auditAct(trx, operator, {
      action: 'setting.change',
      subject: `setting:${name}`,
      before: { value: before?.value ?? null },
      after: { value },
    });
  });
  clearTuningCache();
  return listSettings();
}
