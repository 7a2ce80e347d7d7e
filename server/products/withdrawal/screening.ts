import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { HOUR_MS } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'

/**
 * Addresses that no money may go to, from the lists in a folder: text files with one address a line. They are read again
 * every hour, so that a list is brought up to date by replacing its file. What is no longer in them stays listed until they have been
 * read without it twice: one reading may fall into the moment in which a file is replaced.
 */
export interface Screening {
  /** Whether an address is on a list. */
  isListed(address: string): boolean
  /** How many addresses there are, and since when; undefined without lists. */
  state(): { readonly addresses: number; readonly readAtMs: number } | undefined
}

/** Lists are read again after so long. */
const READ_EVERY_MS = HOUR_MS

/**
 * Opens the lists of a folder. What cannot be read later, or has no address any more, leaves what was read before in force: the
 * log says so once, and again when it can be read.
 *
 * Refuses: (by throwing) a folder that cannot be read, at the first reading.
 */
export function openScreening(
  folder: string | undefined,
  clock: Clock,
  log: Pick<Logger, 'info' | 'warn' | 'error'>,
): Screening {
  if (folder === undefined) return { isListed: () => false, state: () => undefined }
  let newest = readLists(folder)
  let listed = newest
  let readAtMs = clock.nowMs()
  let isUnread = false
  if (listed.size === 0) log.warn('screening: the lists have no address, so that none is screened')
  function refresh(): void {
    if (clock.nowMs() - readAtMs < READ_EVERY_MS) return
    try {
      const found = readLists(folder!)
      if (found.size === 0 && newest.size > 0) throw new Error('there is no address in them')
      const gone = [...newest].filter((address) => !found.has(address))
      if (gone.length > 0)
        log.warn(`screening: ${gone.length} addresses are in no list any more; listed until the next reading`)
      if (isUnread || found.size !== newest.size)
        log.info(`screening: the lists have ${found.size} addresses, and had ${newest.size}`)
      listed = new Set([...found, ...gone])
      newest = found
      readAtMs = clock.nowMs()
      isUnread = false
    } catch (error) {
      if (!isUnread)
        log.error({ err: error }, 'screening: the lists cannot be read; those of before stay in force')
      isUnread = true
    }
  }
  return {
    isListed(address) {
      refresh()
      return listed.has(oneSpelling(address))
    },
    state() {
      refresh()
      return { addresses: listed.size, readAtMs }
    },
  }
}

function readLists(folder: string): ReadonlySet<string> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.txt'))
  return new Set(
    files.flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split(/\s+/)
        .filter((line) => line !== '')
        .map(oneSpelling),
    ),
  )
}

/** Hexadecimal and bech32 do not tell small letters from capitals. */
const oneSpelling = (address: string): string =>
  /^(0x[0-9a-f]{40}|(bc|ltc|tb|bcrt|rltc|tltc)1[0-9a-z]+)$/i.test(address) ? address.toLowerCase() : address
