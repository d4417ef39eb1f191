import { appendFileSync } from 'node:fs';
import { servicesNamed } from '../support/page-checks.ts';
import { ALL_SCENES } from '../support/scenes/all-scenes.ts';
import { expect, test } from '../support/test.ts';

test.describe.configure({ mode: 'parallel' });
const WANTED = /console, |AI services|simulation|run finished|builder|console overview|reading a lesson|learning, a|audio course/;
for (const scene of ALL_SCENES.filter(({ name }) => WANTED.test(name)))
  test(`${scene.name}: no service`, async ({ open }) => {
    const page = await open(scene);
    const found = await servicesNamed(page);
    if (found.length > 0) appendFileSync('/tmp/t1-names.txt', `${scene.name}: ${JSON.stringify(found)}\n`);
    expect(found).toEqual([]);
  });
