import { globSync, readFileSync } from 'node:fs'
import { type NamingTest, namingTests } from './document.ts'

const TESTS = ['{domain,server,web,operator,scripts}/**/*.test.ts', 'e2e/*.e2e.ts']

/** Every test of the project that names a row, by file. */
export const allNamingTests = (root: string): NamingTest[] =>
  globSync(TESTS, { cwd: root, exclude: ['**/node_modules/**', 'scripts/threats/**'] })
    .sort()
    .flatMap((file) => namingTests(file, readFileSync(`${root}/${file}`, 'utf8')))
