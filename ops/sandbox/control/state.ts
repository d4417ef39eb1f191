import type { Defects } from '../compose/defects.ts';
import type { Mailbox } from '../mail/mailbox.ts';
import type { CallLog } from './call-log.ts';
import type { Faults } from './faults.ts';
import type { Latency } from './latency.ts';

/** What the control API can read and change. */
export interface SandboxState {
  log: CallLog;
  faults: Faults;
  latency: Latency;
  /** Share of reviews that ask for a revision, 0 to 1. */
  reviseShare: number;
  /** What the authors get wrong. */
  defects: Defects;
  mailbox: Mailbox;
}
