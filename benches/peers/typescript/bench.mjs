// The probe classifier of the TypeScript SDK on real -32021 answers: JSON.parse, then classifyProbeOutcome. Medians of CPU time.
//
// The function is not exported, so a copy of the package's own module with one export more is loaded from beside it.
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROUNDS = 41;
const CALLS = 20_000;
const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'node_modules/@modelcontextprotocol/client/dist');
const file = readdirSync(dist).find((name) => name.endsWith('.mjs') && readFileSync(join(dist, name), 'utf8').includes('function classifyProbeOutcome('));
const copy = join(dist, 'with-classifier.mjs');
writeFileSync(copy, `${readFileSync(join(dist, file), 'utf8')}\nexport { classifyProbeOutcome };\n`);
const { classifyProbeOutcome } = await import(copy);
rmSync(copy);

const rows = readFileSync(join(here, '../../../tests/wire/answers.jsonl'), 'utf8').trim().split('\n').map((row) => JSON.parse(row));
const texts = rows.filter((row) => row.expect.code === -32021 && row.body?.startsWith('{')).map((row) => row.body);
const context = { transportKind: 'stdio', clientModernVersions: ['2026-07-28'], requestedVersion: '2026-07-28', fallbackAvailable: true };

function classify(text) {
  const { code, message, data } = JSON.parse(text).error;
  return classifyProbeOutcome({ kind: 'rpc-error', code, message, data }, context);
}

if (texts.length < 10 || texts.some((text) => classify(text).kind === undefined)) throw new Error('the classifier has another form');
const times = [];
for (let round = 0; round < ROUNDS; round++) {
  const before = process.cpuUsage();
  for (let call = 0; call < CALLS; call++) classify(texts[call % texts.length]);
  const { user, system } = process.cpuUsage(before);
  times.push(((user + system) * 1000) / CALLS);
}
times.sort((a, b) => a - b);
console.log(`${process.version} ${times[ROUNDS >> 1].toFixed(0)}`);
