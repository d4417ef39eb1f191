// Unpacks the Chromium of the npm package, its libraries and fonts, into the folder for temporary files.
process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs22.x'; // without it the package leaves its libraries packed
const { default: bundled } = await import('@sparticuz/chromium');
await bundled.executablePath();
