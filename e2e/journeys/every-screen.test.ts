import { describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '../support/browser.ts';
import { figuresOutsideCatalogue } from '../support/figures.ts';
import { resize, shoot, horizontalOverflow, squeezedTexts, unfold, axeViolations, setScheme } from '../support/page-checks.ts';
import { useScenes } from '../support/open-scene.ts';
import { SCENES } from '../support/scenes/scenes.ts';
import { SCENES_BILLING } from '../support/scenes/scenes-billing.ts';
import { SCENES_DECISIONS } from '../support/scenes/scenes-decisions.ts';
import { SCENES_OF_ACCOUNT } from '../support/scenes/scenes-of-account.ts';
import { SCENES_FOR_VISITORS } from '../support/scenes/scenes-for-visitors.ts';
import { SCENES_OPERATOR } from '../support/scenes/scenes-operator.ts';
import { SCENES_ORGANISATION } from '../support/scenes/scenes-organisation.ts';
import { SCENES_PERSONAL } from '../support/scenes/scenes-personal.ts';
import { SCENES_MENTOR } from '../support/scenes/scenes-mentor.ts';
import { SCENES_READING } from '../support/scenes/scenes-reading.ts';
import { SCENES_STUDIO } from '../support/scenes/scenes-studio.ts';
import { SCENES_DASHBOARD } from '../support/scenes/scenes-dashboard.ts';
import { SCENES_PLACES } from '../support/scenes/scenes-places.ts';
import { SCENES_CHAT } from '../support/scenes/scenes-chat.ts';
import { SCENES_COMMUNITY } from '../support/scenes/scenes-community.ts';
import { SCENES_VIDEO } from '../support/scenes/scenes-video.ts';
import { SCENES_SOURCES } from '../support/scenes/scenes-sources.ts';
import { SCENES_VOICE } from '../support/scenes/scenes-voice.ts';
import { SCENES_PRACTICE } from '../support/scenes/scenes-practice.ts';
import { SCENES_MARKET } from '../support/scenes/scenes-market.ts';
import { SCENES_STUDIO_COURSES } from '../support/scenes/scenes-studio-courses.ts';

const { open, knownFigures } = useScenes();

/**
 * A scheme has the same colours in both windows, so each is tested in one; `theme/tokens.test.ts` measures the pairs of the contrast scheme, and
 * `languages.test.ts` applies every rule to phones.
 */
const SCHEMES_IN = { desktop: ['light'], phone: ['dark'] } as const;

describe.each([
  ...SCENES,
  ...SCENES_FOR_VISITORS,
  ...SCENES_DECISIONS,
  ...SCENES_READING,
  ...SCENES_MENTOR,
  ...SCENES_BILLING,
  ...SCENES_OF_ACCOUNT,
  ...SCENES_ORGANISATION,
  ...SCENES_OPERATOR,
  ...SCENES_PERSONAL,
  ...SCENES_STUDIO,
  ...SCENES_STUDIO_COURSES,
  ...SCENES_MARKET,
  ...SCENES_DASHBOARD,
  ...SCENES_PLACES,
  ...SCENES_CHAT,
  ...SCENES_VIDEO,
  ...SCENES_COMMUNITY,
  ...SCENES_VOICE,
  ...SCENES_SOURCES,
  ...SCENES_PRACTICE,
])('$name', (scene) => {
  it('is usable by everybody: WCAG 2.2 AA, light and dark, on desktop and phone; nothing scrolls sideways, nor with text twice as large', async () => {
    const page = await open(scene);
    expect(
      (await figuresOutsideCatalogue(page, () => knownFigures(page))).stray,
      'figures that neither the server sent nor the catalogue contains (Shows 6)',
    ).toEqual([]);
    for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
      await resize(page, viewport);
      expect(await horizontalOverflow(page), size).toEqual({ px: 0, by: [] });
      for (const scheme of SCHEMES_IN[size as keyof typeof SCHEMES_IN]) {
        await setScheme(page, scheme);
        expect(await axeViolations(page, scheme === 'light' ? 'all' : 'of colour'), `${size}, ${scheme}`).toEqual([]);
        await shoot(page, `${scene.name} ${size} ${scheme}`.replaceAll(/[ ,]+/g, '-'));
      }
    }
    await setScheme(page, 'light');
    await resize(page, { width: 360, height: 800 }, '200%');
    await unfold(page);
    expect(await horizontalOverflow(page), '360 px wide, text at 200%').toEqual({ px: 0, by: [] });
    await expect.poll(() => squeezedTexts(page), { message: '360 px wide, text at 200%', timeout: 5_000 }).toEqual([]);
    await shoot(page, `${scene.name} text-200`.replaceAll(/[ ,]+/g, '-'));
  });
});
