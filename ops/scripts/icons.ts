import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { drawIcons } from './draw-icons.ts';
import { runScript } from './run-script.ts';

const PUBLIC = path.join(import.meta.dirname, '../../frontend/public');

// npm run icons: draws the app's icons and the picture of shared links again, from frontend/public/favicon.svg.
await runScript(async () => {
  const drawn = await drawIcons(readFileSync(path.join(PUBLIC, 'favicon.svg'), 'utf8'));
  for (const [file, bytes] of Object.entries(drawn)) {
    writeFileSync(path.join(PUBLIC, file), bytes);
    console.log(`${file}: ${bytes.length} bytes`);
  }
});
