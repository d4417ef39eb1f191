import type { ReactNode } from 'react';
import type { NearbyLearner } from '#contract/places/places.contract.ts';
import { formatList } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ReportButton } from '#frontend/ui/report-button.tsx';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { Note } from './note.tsx';
import { distanceWord, listWord } from './place-words.ts';

/** LOC-10: the shared details of a learner who agreed to be found. @param connect the button that requests a connection */
export function LearnerCard({ learner, connect }: { readonly learner: NearbyLearner; readonly connect: ReactNode }) {
  const { common_interests: common, subjects } = learner;
  return (
    <>
      <Note>
        {listWord(learner.status)} · {distanceWord(learner.distance_km)}
      </Note>
      {subjects.length > 0 && (
        <Note>
          {t('Studies')}: <span dir="auto">{formatList(subjects)}</span>
        </Note>
      )}
      {common.length > 0 && (
        <Note>
          {t('You both study')}: <span dir="auto">{formatList(common)}</span>
        </Note>
      )}
      <Note>
        {t('{n, plural, one {# lesson completed} other {# lessons completed}}', { n: learner.study_sessions_completed })} ·{' '}
        {t('{n, plural, one {# point} other {# points}}', { n: learner.reputation_score })}
      </Note>
      {learner.bio && (
        <p dir="auto" style={{ margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {learner.bio}
        </p>
      )}
      <ActionRow>
        {connect}
        <ReportButton type="profile" id={learner.user_id} about={learner.name} />
      </ActionRow>
    </>
  );
}
