import { useParams } from '@tanstack/react-router';
import { BatchView } from '#frontend/features/studio/batches/batch-view.tsx';
import { BatchesView } from '#frontend/features/studio/batches/batches-view.tsx';
import { BatchDifference } from '../batch-difference.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';

/** Bulk updates of the creator's courses, i.e. rewriting or translating many: the list of batches, or the batch in the URL. */
export default function StudioBatchesPage() {
  const { user_id: userId } = useUser();
  const { batchId } = useParams({ strict: false });
  if (batchId !== undefined) return <BatchView userId={userId} batchId={batchId} Diff={BatchDifference} />;
  return (
    <DeskFrame title={t('Bulk updates')} subtitle={t('Change many courses at once. Nothing changes for your students until you approve.')}>
      <BatchesView userId={userId} />
    </DeskFrame>
  );
}
