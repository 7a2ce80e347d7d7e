import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/**
 * Has a line of shell run once this process is gone, however it went: a killed test leaves neither
 * servers nor files behind.
 *
 * `args` are the line's `$1`, `$2` ...
 *
 * Returns: how to call it off.
 */
export function whenWeAreGone(line: string, ...args: readonly string[]): () => void {
  // It reads from us until we end, and has a session of its own, so that what ends us spares it.
  const undertaker = spawn('setsid', ['sh', '-c', `cat >/dev/null; ${line}`, 'undertaker', ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  undertaker.unref()
  ;(undertaker.stdin as Socket | null)?.unref()
  return () => void undertaker.kill()
}
