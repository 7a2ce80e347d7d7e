import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOUR_MS } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'

/**
 * Addresses that no money may go to, from the lists in a folder: text files with one address a line. They are read again
 * every hour, so that a list is brought up to date by replacing its file.
 */
export interface Screening {
  /** Whether an address is on a list. */
  isListed(address: string): boolean
  /** How many addresses there are, and since when; undefined without lists. */
  state(): { readonly addresses: number; readonly readAtMs: number } | undefined
}

/** Lists are read again after so long. */
const READ_EVERY_MS = HOUR_MS

/** Opens the lists of a folder. Refuses: (by throwing) a folder that cannot be read, at the first reading. */
export function openScreening(folder: string | undefined, clock: Clock): Screening {
  if (folder === undefined) return { isListed: () => false, state: () => undefined }
  let listed = readLists(folder)
  let readAtMs = clock.nowMs()
  function refresh(): void {
    if (clock.nowMs() - readAtMs < READ_EVERY_MS) return
    // What cannot be read now leaves what was read before in force.
    try {
      listed = readLists(folder!)
      readAtMs = clock.nowMs()
    } catch {}
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
