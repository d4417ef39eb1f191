import { expect, type Page } from '@playwright/test';

export interface CourseFields {
  readonly topic: string;
  readonly goals: string;
  readonly age: number;
  /** With pictures but no clip, although the form selects both by default. Default: only text, which most journeys need. */
  readonly pictures?: boolean;
}

/** Fills in the required fields of the AI Builder. */
export async function describeCourse(page: Page, { topic, goals, age, pictures = false }: CourseFields): Promise<void> {
  await page.getByLabel('Topic').fill(topic);
  await page.getByLabel('Learning goals').fill(goals);
  await page.getByLabel('Age of the learner').fill(String(age));
  const switches = [
    { toggle: page.getByRole('switch', { name: /^Images/ }), isOn: pictures },
    { toggle: page.getByRole('switch', { name: /^Video clips/ }), isOn: false },
  ];
  // the form may change its own selection when the balance arrives, even between the two
  await expect
    .poll(async () => {
      for (const { toggle, isOn } of switches) if ((await toggle.isChecked()) !== isOn) await toggle.click();
      return Promise.all(switches.map(({ toggle }) => toggle.isChecked()));
    })
    .toEqual(switches.map(({ isOn }) => isOn));
}

/**
 * Asks for the tutor, which costs nothing until it is used: a topic of the demo library is then requested, and its ready course does not open
 * instead.
 */
export async function askForTutor(page: Page): Promise<void> {
  const tutor = page.getByRole('switch', { name: /^Tutor/ });
  if (!(await tutor.isChecked())) await tutor.click();
}

/** Presses Generate Course and returns the URL of the run's page. */
export async function generate(page: Page): Promise<string> {
  await askForTutor(page);
  await page.getByRole('button', { name: 'Generate Course' }).click();
  await page.waitForURL('**/create/runs/*');
  return new URL(page.url()).pathname;
}

/**
 * Waits until a course is completed and in My Courses. A user who has just clicked is not redirected there (GEN-07), and a short course may
 * already be completed.
 */
export async function seeFinished(page: Page): Promise<void> {
  await page
    .getByText(/^Course generated/)
    .first()
    .waitFor();
  await page.goto('/courses');
  await page.getByRole('region', { name: 'Generated courses' }).getByRole('link').first().waitFor();
}

/** The URL of one course: both parts are ids, unlike in the URLs of a course's sub-resources. */
export const COURSE = /\/api\/courses\/[\da-f-]{36}\/[\da-f-]{36}$/;

export const emailField = (page: Page) => page.getByLabel('Email');
export const passwordField = (page: Page) => page.getByLabel(/^Password/);

/** Signs in through the form, whatever page follows. */
export async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await emailField(page).fill(email);
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
