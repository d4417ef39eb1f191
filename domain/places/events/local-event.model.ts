import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** An event at a place. */
export class LocalEvent extends Model {
  static override tableName = 'local_event';

  declare id: string;
  /** Its organiser; null when their account is gone, which cancels the event. */
  declare account_id: Ref<'account'> | null;
  declare title: string;
  declare description: string;
  declare event_type: string;
  declare location_name: string;
  declare address: string;
  /** Row of the 500 m square; `cell_x` is its column. */
  declare cell_y: number;
  declare cell_x: number;
  declare starts_at: Date;
  declare ends_at: Date;
  /** IANA name of the place's time zone. */
  declare time_zone: string;
  declare max_attendees: number;
  /** US cents; 0 for free. */
  declare price_cents: number;
  /** Seeded for development. */
  declare is_sample: boolean;
  declare cancelled_at: Date | null;
  declare created_at: Date;
}

/** A person's seat at an event, or their place on the waiting list. */
export class EventAttendance extends Model {
  static override tableName = 'event_attendance';
  static override idColumn = ['event_id', 'account_id'];

  declare event_id: Ref<'local_event'>;
  declare account_id: Ref<'account'>;
  /** `offered`: a free seat is reserved for them until `held_until`; `paying`: their payment page is open until then. */
  declare state: 'joined' | 'waiting' | 'offered' | 'paying';
  /** Shown at the entrance. */
  declare confirmation_code: string | null;
  declare order_id: Ref<'billing_order'> | null;
  declare held_until: Date | null;
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    local_event: Table<LocalEvent>;
    event_attendance: Table<EventAttendance>;
  }
}
