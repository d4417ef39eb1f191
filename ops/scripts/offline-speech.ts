import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Replaces dependencies of the weights' package that only browsers need. */
const EMPTY = 'npm:empty-npm-package@1.0.0';
const PACKAGE = {
  name: 'offline-speech',
  private: true,
  dependencies: { '@moonshine-ai/moonshine-js': '0.1.29', 'onnxruntime-node': '1.30.0' },
  overrides: { '@huggingface/transformers': EMPTY, '@ricky0123/vad-web': EMPTY, 'onnxruntime-web': EMPTY },
};

// npm run offline-speech: installs the weights for English transcription, and their runtime (320 MB), below DATA_DIR. Their install scripts do
// not run: one would download parts for graphics cards. Removing the folder uninstalls it.
const folder = path.resolve(process.env['DATA_DIR'] ?? '.data', 'offline-speech');
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(PACKAGE, null, 2)}\n`);
const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder, stdio: 'inherit' });
if (status === 0) console.log(`ready     ${folder}`);
process.exitCode = status ?? 1;
