/** What became of a server that was under the same load for long. */

/** One look, after each part of the time. */
export interface SoakLook {
  readonly done: number
  /** Refused for what they are: a customer with nothing to close, mostly. */
  readonly refused: number
  /** Refused for when they came, with a wait. */
  readonly putOff: number
  readonly unanswered: number
  readonly orderP99Ms: number
  /** MiB of memory of each process. */
  readonly memory: Readonly<Record<string, number>>
  /** Files and connections that each process has open. */
  readonly files: Readonly<Record<string, number>>
}

/** The same number of clients has about as many connections; pools open and close some of their own. */
const MAX_MORE_FILES = 40
const MAX_MORE_MIB = 64
/** Fewer looks say nothing about growth: what a start has loaded is still there. */
const MIN_LOOKS = 10

/**
 * What is wrong, a sentence each: calls without an answer, and processes that grow. Of memory the least of the second quarter
 * of the time is compared with the least of the last one: just after garbage was collected, and long after the start.
 */
export function wrongWith(looks: readonly SoakLook[]): string[] {
  const unanswered = looks.reduce((sum, look) => sum + look.unanswered, 0)
  const wrong = unanswered > 0 ? [`${unanswered} calls had no answer`] : []
  if (looks.length < MIN_LOOKS) return wrong
  const quarter = Math.floor(looks.length / 4)
  const [early, late] = [looks.slice(quarter, 2 * quarter), looks.slice(-quarter)]
  const growth = (of: 'memory' | 'files', name: string): number => {
    const least = (some: readonly SoakLook[]) => Math.min(...some.map((look) => look[of][name]!))
    return least(late) - least(early)
  }
  for (const name of Object.keys(looks[0]!.memory)) {
    const [mib, files] = [growth('memory', name), growth('files', name)]
    if (mib > MAX_MORE_MIB) wrong.push(`${name} has ${Math.round(mib)} MiB more than in the beginning`)
    if (files > MAX_MORE_FILES) wrong.push(`${name} has ${files} more files open than in the beginning`)
  }
  return wrong
}
