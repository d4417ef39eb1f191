import { Model } from 'objection';
import type { Service } from '#contract/platform/status.contract.ts';
import type { Scene } from '#contract/simulations/scene.contract.ts';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A scene of a course that a learner explores, or the order for one. */
export class Simulation extends Model {
  static override tableName = 'simulation';
  static override idColumn = 'id';

  declare id: string;
  /** The run that writes the course, so that a simulation can be ordered before its course exists; without a run, the course itself. */
  declare home_id: string;
  /** Its number in the course, 1 to 4. */
  declare place: number;
  declare account_id: Ref<'account'>;
  /** The run that makes it. */
  declare run_id: Ref<'run'> | null;
  /** The phenomenon to show; default: the topic of the course. */
  declare wish: string;
  /** Null until it is made. */
  declare scene: Scene | null;
  /** The service that wrote the scene. */
  declare written_by: Service | null;
  /** Another service that checked physics and wording; null when none could. */
  declare checked_by: Service | null;
  declare created_at: Date;
}

/** A task of a simulation that a learner has solved. */
export class SolvedTask extends Model {
  static override tableName = 'solved_task';
  static override idColumn = ['account_id', 'simulation_id', 'task'];

  declare account_id: Ref<'account'>;
  declare simulation_id: Ref<'simulation'>;
  /** Its number in the scene, from 0. */
  declare task: number;
  declare solved_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    simulation: Table<Simulation>;
    solved_task: Table<SolvedTask>;
  }
}
