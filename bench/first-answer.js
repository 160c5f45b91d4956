// Simulates a cold start in this process: reports milliseconds for the import and until the first response.
const [file = '', address = '', init = ''] = process.argv.slice(2);
const began = performance.now();
const { default: handler } = await import(file);
const imported = performance.now();
const answer = await handler(new Request(address, JSON.parse(init)), { ip: '198.18.0.1' });
await answer.arrayBuffer();
const report = { imported: imported - began, answered: performance.now() - began };
process.stdout.write(JSON.stringify({ ...report, status: answer.status }));
process.exit(0);
