import { COMPLIANCE, PARTNERS } from '#contract/investors/claims.ts';
import { Chapter } from '#frontend/features/marketing/landing/chapter.tsx';
import { t } from '#frontend/lib/text.ts';

/** The operator's statements about partners and compliance, as text (LAND-18). */
export function Partnerships() {
  return (
    <Chapter
      id="partnerships"
      title={t('Partnerships and compliance')}
      note={t('Ratings, figures and compliance on this page are statements of the operator, not measurements of this page.')}
    >
      <div className="lp-columns">
        <div className="lp-card">
          <dl className="lp-figures">
            {PARTNERS.map(({ figure, label }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{figure}</dd>
              </div>
            ))}
          </dl>
          <p className="lp-small">{t('Stated by the operator, not measured by this page.')}</p>
          <p>
            {t('What is done for readers with disabilities, and what is not yet, stands in the')}{' '}
            <a href="/accessibility-statement" target="_blank" rel="noopener">
              {t('accessibility statement')}
            </a>
            {'; '}
            {t('what is kept about you, in the')}{' '}
            <a href="/privacy-policy" target="_blank" rel="noopener">
              {t('privacy policy')}
            </a>
            .
          </p>
        </div>
        <div className="lp-card">
          <h3>{t('Committed to')}</h3>
          <dl className="lp-rows">
            {COMPLIANCE.map(({ name, full }) => (
              <div key={name}>
                <dt className="lp-name">{name}</dt>
                <dd className="lp-grow">{full}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </Chapter>
  );
}
