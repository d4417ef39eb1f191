// Preloaded (--import) into every Node process the launcher starts. Standard input is a pipe that only the launcher holds open: when
// it closes, the launcher is gone, even by kill -9. The process then ends as if asked to, and at the latest after LAST_CALL_MS.
const LAST_CALL_MS = 8_000;

let called = false;
function end() {
  if (called) return;
  called = true;
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), LAST_CALL_MS).unref();
  // Emitted, not sent: on Windows a sent SIGTERM ends the process without asking its handlers.
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
}

// Output has no reader any more either; that must not cut the orderly end short.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
process.stdin.on('end', end);
process.stdin.on('close', end);
process.stdin.on('error', end);
process.stdin.resume();
if ('unref' in process.stdin && typeof process.stdin.unref === 'function') process.stdin.unref();
