/** An installation under test; each worker has its own, so that the faults one journey injects do not reach another's. */
export interface Installation {
  readonly appUrl: string;
  readonly sandboxUrl: string;
  /** Its data folder, through which the files of a run share data. */
  readonly stackDir: string;
}

const VARIABLE = 'E2E_INSTALLATIONS';

/** Tells the workers, which inherit the environment, which installations were started for them. */
export function announce(installations: readonly Installation[]): void {
  process.env[VARIABLE] = JSON.stringify(installations);
}

/** Returns the calling worker's installation. A worker that replaces another after a failure has the same one. */
export function installation(): Installation {
  const all = JSON.parse(process.env[VARIABLE] ?? '[]') as Installation[];
  const own = all[Number(process.env['TEST_PARALLEL_INDEX'])];
  if (!own) throw new Error('Only a test has an installation: this was called while the files were being collected.');
  return own;
}
