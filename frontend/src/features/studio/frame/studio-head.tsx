import { Fragment } from 'react';
import { useQuery } from '@tanstack/react-query';
import { formatDollars } from '#frontend/lib/format.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import type { PlaceHead } from '#frontend/ui/frames/frame-head.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { creatorStats } from '../figures/figure-queries.ts';

/** A greeting, and this month's earnings. */
function WelcomeLine() {
  const { user_id: userId, first_name: name } = useUser();
  const { data, error } = useQuery(creatorStats(userId));
  return (
    <MetaLine
      facts={[
        t('Welcome back, {name}', { name }),
        <Fragment key="revenue">
          {t('Revenue this month:')} <b>{data ? formatDollars(data.monthly_revenue) : error ? t('could not be loaded') : t('loading')}</b>
          {data && error ? ` (${t('not up to date')})` : ''}
        </Fragment>,
      ]}
    />
  );
}

/** The head of every studio screen: a greeting with this month's earnings, and a link to create a course (CRE-01). */
export const STUDIO_HEAD: PlaceHead = {
  line: <WelcomeLine />,
  action: <NewCourse />,
};

function NewCourse() {
  return (
    <LinkButton to="/studio/create" variant="contained">
      {t('New Course')}
    </LinkButton>
  );
}
