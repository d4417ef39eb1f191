import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** The displayed data of a video clip; its run does the work. */
export class VideoClip extends Model {
  static override tableName = 'video_clip';
  static override idColumn = 'run_id';

  declare run_id: Ref<'run'>;
  declare account_id: Ref<'account'>;
  declare title: string;
  /** What the clip shows, as requested. */
  declare prompt: string;
  /** What it must not show. */
  declare negative_prompt: string;
  declare mode: 'fast' | 'quality';
  declare seconds: number;
  /** The picture it starts from. */
  declare image_id: Ref<'media_object'> | null;
  /** That picture's file name. */
  declare image_name: string | null;
  declare video_id: Ref<'media_object'> | null;
  /** Its poster. */
  declare poster_id: Ref<'media_object'> | null;
  declare created_at: Date;
  /** WebVTT, or null. */
  declare captions: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    video_clip: Table<VideoClip>;
  }
}
