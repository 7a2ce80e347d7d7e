import { expect, test } from 'vitest'
import ReportHangs from './report-hangs.mjs'

const module = { moduleId: '/a/b.test.ts', relativeModuleId: 'a/b.test.ts' }
const testCase = { module, fullName: 'a sum > is right' }

function reporter() {
  const written: string[] = []
  let ends = 0
  const hangs = new ReportHangs({ write: (line: string) => written.push(line), end: () => ends++ })
  return { hangs, written, ends: () => ends }
}
const beginAt = () => Date.now()

test('a file that is silent for less than two minutes is named once, with the test it is in', () => {
  const { hangs, written, ends } = reporter()
  hangs.onTestModuleQueued(module)
  hangs.onTestCaseReady(testCase)
  const begun = beginAt()
  hangs.look(begun + 100_000)
  expect(written).toEqual([])
  hangs.look(begun + 118_000)
  hangs.look(begun + 119_000)
  expect(written).toEqual([
    expect.stringMatching(/SILENT a\/b\.test\.ts: nothing for 11\d s in a sum > is right/),
  ])
  expect(ends()).toBe(0)
})

test('one that hangs while it is loaded is named too, and ended when it stays so', () => {
  const { hangs, written, ends } = reporter()
  hangs.onTestModuleQueued(module)
  hangs.look(beginAt() + 800_000)
  expect(written[0]).toContain('in loading it')
  expect(ends()).toBe(1)
})

test('one that ended, or goes on, is not named', () => {
  const { hangs, written } = reporter()
  hangs.onTestModuleQueued(module)
  hangs.onTestModuleEnd(module)
  hangs.look(beginAt() + 400_000)
  const other = { moduleId: '/a/c.test.ts', relativeModuleId: 'a/c.test.ts' }
  hangs.onTestModuleQueued(other)
  hangs.heard(other, 'the next', beginAt() + 300_000)
  hangs.look(beginAt() + 400_000)
  expect(written).toEqual([])
})

test('what is heard of a file after its end does not begin it again: events come in batches that overtake each other', () => {
  const { hangs, written, ends } = reporter()
  hangs.onTestModuleQueued(module)
  hangs.onTestModuleEnd(module)
  hangs.onHookEnd({ entity: testCase, name: 'afterAll' })
  hangs.look(beginAt() + 400_000)
  expect(written).toEqual([])
  expect(ends()).toBe(0)
})

test('a file that is run again is listened to again', () => {
  const { hangs, written } = reporter()
  hangs.onTestModuleEnd(module)
  hangs.onTestModuleQueued(module)
  hangs.look(beginAt() + 118_000)
  expect(written).toHaveLength(1)
})

test('how far the run is, it says from time to time', () => {
  const { hangs, written } = reporter()
  const file = { project: { name: 'unit' } }
  hangs.onTestRunStart([file, file, file])
  hangs.onTestModuleQueued(module)
  hangs.onTestModuleEnd(module)
  hangs.tell(beginAt() + 300_000)
  hangs.onTestRunEnd()
  expect(written).toEqual(['\nPROGRESS unit tests: 1 of 3 files after 5 min\n'])
})
