import { useState } from 'react';
import { BATCH_ACTS, USUAL_LIMITS, type BatchAct } from '#contract/operator/batches.contract.ts';
import { networkError } from '#frontend/lib/api-error.ts';
import { toast } from '#frontend/lib/toast.ts';
import { BatchActions } from '#frontend/ui/batches/batch-actions.tsx';
import { BatchLimits } from '#frontend/ui/batches/batch-limits.tsx';
import { ItemCounts, Pager } from '#frontend/ui/batches/batch-frame.tsx';
import { DifferencesDialog } from '#frontend/ui/batches/differences-dialog.tsx';
import { DryRun, PlanFields } from '#frontend/ui/batches/plan-fields.tsx';
import { BatchDifference } from '../batch-difference.tsx';
import { Opener, Row, Sample } from './sample.tsx';

const ACTS: readonly (readonly BatchAct[])[] = [['start', 'cancel'], ['approve', 'discard', 'retry_failed'], BATCH_ACTS];
const FACTS = [
  { name: 'Courses', figure: '12', note: '96 lessons' },
  { name: 'Expected', figure: '$ 4.20' },
];
const LESSON = {
  lesson_id: 'a',
  title: 'Spring and neap',
  live: 'The spring tide comes after the full moon.',
  proposed: 'The spring tide comes a day or two after the full moon.',
  similarity: 0.91,
  notes: ['longer'],
  is_reviewed: false,
};

const BAD_ROWS = [
  { line: 3, text: 'bread', problem: 'not_an_id' },
  { line: 7, text: '0194f0c2-0000-7000-8000-000000000000', problem: 'no_such_course' },
] as const;

/** A course's differences; without a reason, the course was not edited since. */
function Differences({
  reason,
  isLost = false,
  onClose,
}: {
  readonly reason: string | null;
  readonly isLost?: boolean;
  readonly onClose: () => void;
}) {
  return (
    <DifferencesDialog
      item={{ course_id: 'a', title: 'How tides work', reason, state: 'ready' }}
      query={{
        queryKey: ['kit', 'differences', isLost],
        queryFn: async () => {
          if (isLost) throw networkError();
          return { lessons: [LESSON] };
        },
      }}
      Diff={BatchDifference}
      isPending={false}
      onDecide={(_, done) => done()}
      onClose={onClose}
    />
  );
}

/** A batch as seen by operators and creators: its plan, its actions, its courses. */
export function BatchSamples() {
  const [page, setPage] = useState(0);
  return (
    <>
      <Sample title="Actions on a batch" aside="what comes next first, what gives something up last and after a question">
        {ACTS.map((acts) => (
          <BatchActions
            key={acts.join()}
            acts={acts}
            isPending={false}
            onAct={(act, done) => {
              toast('info', act);
              done();
            }}
          />
        ))}
      </Sample>
      <Sample title="Limits of a batch" aside="how far it is from pausing by itself">
        <BatchLimits
          batch={{
            limits: USUAL_LIMITS,
            judged: { results: 12, failed: 1, unclean: 7, cost_drift: 1.25, since: null },
            acts: ['set_limits'],
          }}
          isPending={false}
          onSet={(_, done) => done()}
        />
      </Sample>
      <Sample title="Courses of a batch">
        <ItemCounts items={{ pending: 4, running: 2, approved: 6 }} />
        <Pager page={page} shown={50} onPage={setPage} />
        <Row>
          <Opener label="Differences">{(onClose) => <Differences reason={null} onClose={onClose} />}</Opener>
          <Opener label="Differences to an edited course">
            {(onClose) => <Differences reason="course.version_conflict" onClose={onClose} />}
          </Opener>
          <Opener label="Differences that failed to load">{(onClose) => <Differences isLost reason={null} onClose={onClose} />}</Opener>
        </Row>
      </Sample>
      <Sample title="Plan of a batch" aside="its form, behind a button because it takes the focus; what a dry run found">
        <div>
          <Opener label="Plan a batch">
            {(onClose) => (
              <PlanFields
                title="Plan a batch"
                canary={3}
                limits={USUAL_LIMITS}
                editedLabel="Also lessons that were edited"
                dryRunLabel="Dry run"
                isPending={false}
                error={networkError()}
                onDryRun={() => undefined}
                outcome={null}
                onSave={() => undefined}
                onEdit={() => undefined}
                onClose={onClose}
              />
            )}
          </Opener>
        </div>
        <DryRun facts={FACTS} obstacle={null} badRows={[]} />
        <DryRun facts={FACTS} obstacle="It needs $ 4.20, and $ 1.15 are left." badRows={BAD_ROWS} />
      </Sample>
    </>
  );
}
