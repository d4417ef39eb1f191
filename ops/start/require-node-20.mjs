// Imported first by every entry point, so that an old Node prints this message instead of failing elsewhere.
const major = Number(process.versions.node.split('.')[0]);
if (major < 20) {
  console.error(
    'Coursewright needs Node 20 or newer to start; this is Node ' + process.versions.node + '. Install a newer one from nodejs.org.',
  );
  process.exit(1);
}
