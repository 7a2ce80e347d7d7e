import { describe, type SuiteAPI, type TestAPI, test } from 'vitest'
import { testDatabaseKind } from './database.ts'

/*
 * Tests of what only one of the two databases does. On the other they are skipped, not passed: the summary of
 * `npm test` says how many ran on one database alone.
 */
const isPostgres = testDatabaseKind === 'postgres'
export const testOnPostgres = test.runIf(isPostgres) as TestAPI
export const testOnPglite = test.runIf(!isPostgres) as TestAPI
export const describeOnPostgres = describe.runIf(isPostgres) as SuiteAPI
