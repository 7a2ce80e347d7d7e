/**
 * What a process of a test does to itself: `POINTS` in its environment is how many steps it lives, each counted when it
 * begins and when it has ended. It then kills itself, which nobody can catch.
 */

let left = Number(process.env.POINTS)

function step(): void {
  if (--left <= 0) process.kill(process.pid, 'SIGKILL')
}

/** One step, which the process may not live to the end of. */
export async function counted<T>(work: () => Promise<T>): Promise<T> {
  step()
  const result = await work()
  step()
  return result
}

/** The same thing with each call of these functions counted; of a database each transaction. */
export const dying = <T extends object>(target: T, names: readonly string[]): T =>
  new Proxy(target, {
    get(real, name) {
      const member = Reflect.get(real, name)
      if (typeof member !== 'function') return member
      const bound = member.bind(real) as (...args: unknown[]) => unknown
      if (!names.includes(String(name))) return bound
      return name === 'transaction'
        ? () => dying(bound() as object, ['execute'])
        : (...args: unknown[]) => counted(async () => bound(...args))
    },
  })
