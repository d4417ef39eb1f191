import { PRODUCT } from '#contract/product.ts';
import { GetStarted } from '#frontend/features/marketing/landing/get-started.tsx';
import { t } from '#frontend/lib/text.ts';

/**
 * The last call to action. Its field has no name and no form, and is not sent anywhere (LAND-07); it fills in the sign-up form of this tab.
 */
export function Closing() {
  return (
    <section className="lp-chapter lp-closing" aria-labelledby="closing-title">
      <div>
        <h2 id="closing-title">{t('The first lesson is a few sentences away')}</h2>
        <p className="lp-measure">{t('Write down one thing you have wanted to understand for a while, and see what comes of it.')}</p>
      </div>
      <div>
        <div className="lp-ask">
          <label htmlFor="closing-email">{t('Your work email')}</label>
          <input id="closing-email" type="text" inputMode="email" autoComplete="off" aria-describedby="closing-note" data-typed-email="" />
          <GetStarted isPrimary>{t('Get Started Free')}</GetStarted>
        </div>
        <p className="lp-small" id="closing-note">
          {t('Nothing is sent from here: it is filled in for you when you create the account.')}
        </p>
      </div>
    </section>
  );
}

const pages = () =>
  [
    ['/terms', t('Terms and Conditions')],
    ['/privacy-policy', t('Privacy policy')],
    ['/privacy', t('Your privacy')],
    ['/accessibility-statement', t('Accessibility statement')],
    ['/accreditation-info', t('Accreditation')],
  ] as const;

/** The five legal pages, each in a new window, and the install button. */
export function Footer() {
  return (
    <footer className="lp-footer">
      <p className="lp-brand">{PRODUCT}</p>
      <div className="lp-body">
        <nav aria-label={t('About {product}', { product: PRODUCT })}>
          <ul>
            {pages().map(([href, name]) => (
              <li key={href}>
                <a href={href} target="_blank" rel="noopener">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="lp-material">
          <span data-needs-script="">
            <button type="button" className="lp-button" data-material="pitch-deck">
              {t('Investor Pitch Deck')}
            </button>
            <button type="button" className="lp-button" data-material="valuation-analysis">
              {t('Valuation Analysis')}
            </button>
            <span role="alert" data-material-note="" />
          </span>
          <a href="/investors">{t('Information for investors')}</a>
        </div>
        <div data-install="">
          <button type="button" className="lp-button">
            {t('Install App')}
          </button>
          <dialog className="lp-alert" role="alertdialog" aria-labelledby="install-title" aria-describedby="install-how">
            <h2 id="install-title">{t('Install App')}</h2>
            <p id="install-how" />
            <form method="dialog">
              <button className="lp-button">{t('Close')}</button>
            </form>
          </dialog>
        </div>
        <p className="lp-small">{t('These pages open in a new window.')}</p>
      </div>
    </footer>
  );
}
