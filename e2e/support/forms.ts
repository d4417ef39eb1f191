import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export interface CourseWish {
  readonly topic: string;
  readonly goals: string;
  readonly age: number;
  /** With pictures and without a clip; the form asks for both by itself. Left out: the text alone, which is what most journeys are about. */
  readonly pictures?: boolean;
}

/** Fills in what the AI Builder cannot do without. */
export async function describeCourse(page: Page, { topic, goals, age, pictures = false }: CourseWish): Promise<void> {
  await page.getByLabel('Topic').fill(topic);
  await page.getByLabel('Learning goals').fill(goals);
  await page.getByLabel('Age of the learner').fill(String(age));
  await choose(page.getByRole('switch', { name: /^Images/ }), pictures);
  await choose(page.getByRole('switch', { name: /^Video clips/ }), false);
}

/** Until the balance is there, the form itself may change what it asks for. */
const choose = (toggle: Locator, isOn: boolean) =>
  expect
    .poll(async () => {
      if ((await toggle.isChecked()) !== isOn) await toggle.click();
      return toggle.isChecked();
    })
    .toBe(isOn);

/** Presses Generate Course and answers the address of the run's page. */
export async function generate(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Generate Course' }).click();
  await page.waitForURL('**/create/runs/*');
  return new URL(page.url()).pathname;
}

/** Address of one course of somebody: both parts are ids, as in none of what belongs to a course. */
export const COURSE = /\/api\/courses\/[\da-f-]{36}\/[\da-f-]{36}$/;

export const emailField = (page: Page) => page.getByLabel('Email');
export const passwordField = (page: Page) => page.getByLabel(/^Password/);

/** Signs in through the form, wherever the page is asked to go afterwards. */
export async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await emailField(page).fill(email);
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
