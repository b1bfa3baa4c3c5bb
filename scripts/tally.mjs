// Sums the test runs in test-results/: prints the name of each failed test, and the sum in the last line.
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

const folder = 'test-results';
const files = await readdir(folder).catch(() => []);
let passed = 0;
let failed = 0;
for (const file of files) {
  const run = JSON.parse(await readFile(join(folder, file), 'utf8'));
  for (const { name, message, assertionResults } of run.testResults) {
    const where = `${file.replace('.json', '')}: ${relative('.', name)}`;
    for (const test of assertionResults) {
      if (test.status === 'passed') continue;
      console.log(`${test.status}: ${where} > ${test.fullName}\n${test.failureMessages.join('\n')}`);
    }
    if (assertionResults.length === 0) console.log(`not loaded: ${where}\n${message}`);
  }
  passed += run.numPassedTests;
  failed += run.numFailedTests + run.numPendingTests + run.numTodoTests;
  // A file that could not be loaded has no test results.
  failed += run.testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.length === 0,
  ).length;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
