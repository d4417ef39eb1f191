import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** An act of a device that has been applied, so that it is not applied again when it is sent again. */
export class DeviceAct extends Model {
  static override tableName = 'device_act';
  static override idColumn = ['account_id', 'id'];

  declare account_id: Ref<'account'>;
  /** Chosen by the device. */
  declare id: string;
  /** When it was done, as it counts. */
  declare acted_at: Date;
  declare arrived_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    device_act: Table<DeviceAct>;
  }
}
