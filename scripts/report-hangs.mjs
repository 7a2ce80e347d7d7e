/**
 * A reporter for vitest: names a file of which nothing was heard for nearly two minutes, be it a test, a hook, or the
 * loading of the file that hangs, and ends the run when it stays so. (The limits of vitest hold for tests and hooks
 * alone.) A long test on a machine that many use is named too, and goes on. It also says how far the run is: one that does
 * not come to its end in time has no report.
 */
const TOLD_AFTER_MS = 115_000
/** More than the longest limit of a test: what has one is ended by it, and the others go on. */
const ENDED_AFTER_MS = 12 * 60_000
const LOOK_EVERY_MS = 5_000
const PROGRESS_EVERY_MS = 5 * 60_000

export default class ReportHangs {
  /** Each file that runs: what was begun last, and when. */
  running = new Map()
  /** Files that ended. Events come in batches, and one of an earlier batch can be told after the end of its file. */
  ended = new Set()

  constructor({ write = (line) => process.stderr.write(line), end = () => process.exit(1) } = {}) {
    this.write = write
    this.end = end
  }

  onTestRunStart(files) {
    this.run = { name: files[0]?.project.name, files: files.length, startedMs: Date.now() }
    this.timers = [
      setInterval(() => this.look(Date.now()), LOOK_EVERY_MS).unref(),
      setInterval(() => this.tell(Date.now()), PROGRESS_EVERY_MS).unref(),
    ]
  }
  onTestRunEnd() {
    for (const timer of this.timers) clearInterval(timer)
  }

  onTestModuleQueued = (module) => {
    this.ended.delete(module.moduleId)
    this.heard(module, 'loading it')
  }
  onTestModuleCollected = (module) => this.heard(module, 'its first hook')
  onTestCaseReady = (test) => this.heard(test.module, test.fullName)
  onTestCaseResult = (test) => this.heard(test.module, `what follows ${test.fullName}`)
  onHookStart = ({ entity, name }) => this.heard(entity.module ?? entity, name)
  onHookEnd = ({ entity, name }) => this.heard(entity.module ?? entity, `what follows ${name}`)
  onTestModuleEnd = ({ moduleId }) => {
    this.ended.add(moduleId)
    this.running.delete(moduleId)
  }

  heard({ moduleId, relativeModuleId }, doing, nowMs = Date.now()) {
    if (this.ended.has(moduleId)) return
    this.running.set(moduleId, { name: relativeModuleId, doing, sinceMs: nowMs, isTold: false })
  }

  tell(nowMs) {
    const { name, files, startedMs } = this.run
    const minutes = Math.round((nowMs - startedMs) / 60_000)
    this.write(`\nPROGRESS ${name} tests: ${this.ended.size} of ${files} files after ${minutes} min\n`)
  }

  look(nowMs) {
    for (const one of this.running.values()) {
      const silentMs = nowMs - one.sinceMs
      if (silentMs >= TOLD_AFTER_MS && !one.isTold) {
        one.isTold = true
        this.write(`\nSILENT ${one.name}: nothing for ${Math.round(silentMs / 1_000)} s in ${one.doing}\n`)
      }
      if (silentMs >= ENDED_AFTER_MS) {
        this.write(`\nSILENT ${one.name}: the run is ended\n`)
        this.end()
      }
    }
  }
}
