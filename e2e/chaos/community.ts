import { attacks } from './attacks.ts';
import { calls } from './calls.ts';
import { chat } from './chat.ts';
import { maps } from './maps.ts';
import { fallback } from './fallback.ts';
import { openInstallation, type Installation } from './installation.ts';

/**
 * `npm run chaos -- community [--parts chat,fallback,calls,attacks,maps --seed 1 --cuts 20 --kills 10]`: several users in real browsers use
 * a separate installation: they chat while sockets are cut and the api is killed, fall back to polling, hold video calls with fake cameras,
 * and see attack strings in every field that other users write. The exit code is 1 after a violation.
 */
const option = (name: string, fallbackTo: string) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallbackTo : String(process.argv[at + 1]);
};
const number = (name: string, fallbackTo: number) => Number(option(name, String(fallbackTo)));
const PARTS: Readonly<Record<string, (on: Installation) => Promise<void>>> = {
  chat: (on) => chat(on, { seed: number('seed', 1), cuts: number('cuts', 20), kills: number('kills', 10) }),
  fallback,
  calls,
  attacks,
  maps,
};
const wanted = option('parts', Object.keys(PARTS).join(',')).split(',');
const on = await openInstallation();
try {
  for (const name of wanted) {
    const part = PARTS[name];
    if (!part) throw new Error(`there is no part named ${name}; parts: ${Object.keys(PARTS).join(', ')}`);
    await part(on).catch((error: unknown) => on.problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`));
  }
} finally {
  await on.stop();
}
for (const problem of on.problems) console.log(`  ${problem}`);
process.exit(on.problems.length === 0 ? 0 : 1);
