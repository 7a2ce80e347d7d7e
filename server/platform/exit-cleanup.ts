import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/**
 * Runs a shell command after this process exits, however it exits, so that a killed test leaves neither
 * servers nor files behind.
 *
 * `args` are the line's `$1`, `$2` ...
 *
 * Returns: a function that cancels it.
 */
export function runAfterExit(line: string, ...args: readonly string[]): () => void {
  // It waits for the end of its standard input, in a session of its own, so that a signal to our group does not reach it.
  const cleanup = spawn('setsid', ['sh', '-c', `cat >/dev/null; ${line}`, 'exit-cleanup', ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  cleanup.unref()
  ;(cleanup.stdin as Socket | null)?.unref()
  return () => void cleanup.kill()
}
