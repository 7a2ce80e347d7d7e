/** How far a chain was looked through: its blocks up to this height, in which the last has this hash. */
export interface Looked {
  readonly height: number
  /** Null where it is not known: of a height that was stepped back to. */
  readonly hash: string | null
}

export interface LookedBlock<T> {
  readonly hash: string
  readonly parentHash: string | undefined
  /** What was looked for; undefined where the block does not have it. */
  readonly found: T | undefined
}

/** How many blocks are looked through for one transaction at a time; the next look goes on. */
const BLOCKS_A_LOOK = 300
/** How far a look steps back when the last block it knew is no more. Deeper than a miner's reward must wait to be spent. */
const STEP_BACK = 100

/**
 * Looks through the blocks after those that were, in their order, for the first that has something. What has it is not
 * counted as looked through, so that it is read again the next time: it may be gone by then.
 */
export async function lookThrough<T>(
  looked: Looked,
  upTo: number,
  read: (height: number) => Promise<LookedBlock<T>>,
): Promise<{ readonly looked: Looked; readonly at?: { readonly height: number; readonly found: T } }> {
  const last = Math.min(upTo, looked.height + BLOCKS_A_LOOK)
  let through = looked
  for (let height = looked.height + 1; height <= last; height++) {
    const { hash, parentHash, found } = await read(height)
    if (through.hash !== null && parentHash !== through.hash)
      return { looked: { height: Math.max(0, through.height - STEP_BACK), hash: null } }
    if (found !== undefined) return { looked: through, at: { height, found } }
    through = { height, hash }
  }
  return { looked: through }
}
