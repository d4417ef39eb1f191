// Preloaded (--import) into every Node process the launcher starts. Standard input is a pipe that only the launcher holds open: it closes when
// the launcher exits, even by kill -9. The process then shuts down as if by SIGTERM, and is forced to exit after LAST_CALL_MS.
const LAST_CALL_MS = 8_000;

let called = false;
function end() {
  if (called) return;
  called = true;
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), LAST_CALL_MS).unref();
  // Emits the event instead of sending the signal: on Windows a sent SIGTERM kills the process without running its handlers.
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
}

// The output pipe is closed too; EPIPE must not interrupt the orderly shutdown.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
process.stdin.on('end', end);
process.stdin.on('close', end);
process.stdin.on('error', end);
process.stdin.resume();
if ('unref' in process.stdin && typeof process.stdin.unref === 'function') process.stdin.unref();
