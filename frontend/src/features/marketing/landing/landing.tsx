import { PRODUCT } from '#contract/product.ts';
import { RATING } from '#contract/investors/claims.ts';
import { Closing, Footer } from '#frontend/features/marketing/landing/closing.tsx';
import { Examples } from '#frontend/features/marketing/landing/examples.tsx';
import { GetStarted } from '#frontend/features/marketing/landing/get-started.tsx';
import { Method } from '#frontend/features/marketing/landing/method.tsx';
import { Opening } from '#frontend/features/marketing/landing/opening.tsx';
import { Partnerships } from '#frontend/features/marketing/landing/partnerships.tsx';
import { Prices } from '#frontend/features/marketing/landing/prices.tsx';
import { Research } from '#frontend/features/marketing/landing/research.tsx';
import { t } from '#frontend/lib/text.ts';

function Bar() {
  return (
    <div className="lp-bar">
      <a className="lp-brand" href="/">
        {PRODUCT}
      </a>
      <nav aria-label={t('Contents')}>
        <ul>
          <li>
            <a href="#pricing">{t('Prices')}</a>
          </li>
          <li>
            <a href="#partnerships">{t('Partnerships')}</a>
          </li>
          <li>
            <a href="#research">{t('Research')}</a>
          </li>
          <li>
            <a href="/sign-in">{t('Sign in')}</a>
          </li>
        </ul>
      </nav>
      <GetStarted isPrimary>{t('Get Started Free')}</GetStarted>
    </div>
  );
}

/** The landing page. Plain elements, so that it works without any script. */
export function Landing() {
  return (
    <div className="lp">
      <aside className="lp-banner" aria-label={t('Rating')}>
        <span>{t('Rated {rating}', { rating: RATING })}</span> <small className="lp-stated">{t('operator’s statement')}</small>{' '}
        <span className="lp-white-paper" data-needs-script="">
          <button type="button" className="lp-button" data-material="white-paper">
            {t('Download White Paper')}
          </button>
          <span role="alert" data-material-note="" />
        </span>
      </aside>
      <header className="lp-header">
        <Bar />
      </header>
      <main>
        <Opening />
        <Examples />
        <Method />
        <Prices />
        <Partnerships />
        <Research />
        <Closing />
      </main>
      <Footer />
    </div>
  );
}
