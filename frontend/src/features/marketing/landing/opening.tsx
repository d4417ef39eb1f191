import { FREE_PLAN } from '#contract/billing/catalogue.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { STATISTICS } from '#contract/investors/claims.ts';
import { GetStarted } from '#frontend/features/marketing/landing/get-started.tsx';
import { t } from '#frontend/lib/text.ts';
import DrawnCover from '#frontend/ui/drawn-cover.tsx';

/** Seeds the cover, so that it looks the same in every language. */
const COVER_OF = 'Keeping bees on a city roof';

/** An example of the product's margin line: the states of lessons, with their words. */
const exampleRows = () =>
  [
    { number: '1.1', title: t('What lives in a hive'), state: 'done', word: t('Read now') },
    { number: '1.2', title: t('Choosing the roof'), state: 'done', word: t('Read now') },
    { number: '2.1', title: t('The first inspection'), state: 'writing', word: t('Being written') },
    { number: '2.2', title: t('Swarms, and what to do'), state: 'waiting', word: t('Waiting') },
  ] as const;

function Figure() {
  const course = t('Keeping bees on a city roof');
  return (
    <figure className="lp-card lp-figure">
      <div className="lp-cover">
        <DrawnCover title={COVER_OF} />
      </div>
      <p className="lp-figure-title">{course}</p>
      <ol>
        {exampleRows().map(({ number, title, state, word }) => (
          <li key={number} data-state={state}>
            <span className="lp-order">{number}</span>
            <span className="lp-grow">{title}</span>
            <span className="lp-state">{word}</span>
          </li>
        ))}
      </ol>
      <figcaption>
        <b>{t('Fig. 1')}</b> {t('An example: a course on its way. Solid line, finished; dashed line, being written; grey line, waiting.')}
      </figcaption>
    </figure>
  );
}

/** Describes the product in one sentence, one picture and four figures. */
export function Opening() {
  return (
    <section className="lp-chapter lp-opening" aria-labelledby="opening-title">
      <div className="lp-spread">
        <div>
          <p className="lp-small">{t('Written by AI services, for one reader: you.')}</p>
          <h1 id="opening-title" tabIndex={-1}>
            {t('Say what you want to learn, and read the course as it is written')}
          </h1>
          <p className="lp-lead">
            {t(
              '{product} writes a whole course for one reader: modules, lessons, questions to test yourself, at your level and in one of {n} languages.',
              { product: PRODUCT, n: FORM_OPTIONS.language_preference.length },
            )}
          </p>
          <p className="lp-actions">
            <GetStarted isPrimary>{t('Get Started')}</GetStarted>
            <a href="#pricing">{t('See the prices')}</a>
            <a href="/market">{t('Browse the marketplace')}</a>
          </p>
          <p className="lp-small">{t('Free to begin: {daily} tokens a day, no card.', { daily: FREE_PLAN.daily_tokens })}</p>
        </div>
        <Figure />
      </div>
      <dl className="lp-card lp-figures">
        {STATISTICS.map(({ figure, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <p className="lp-small" id="stated">
        {t('The rating, these figures, the mentors, partners and compliance below are stated by the operator, not measured by this page.')}
      </p>
    </section>
  );
}
