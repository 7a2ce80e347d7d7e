import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { type Hash, isConsistent, isIncluded, leafHash } from '../proof/merkle.ts'
import { noteOf } from '../proof/note.ts'
import { openTreeNote, signerName, type TreeNote, treeText } from '../proof/tree-note.ts'

/** The log of all statements, one behind the other, under a signed note of how many there are and of their root. */

const nameOf = (publicKey: string): string => signerName('plumb-liabilities', publicKey)

export type LiabilitiesCheckpoint = Pick<TreeNote, 'size' | 'root'>

/** The text of a checkpoint that is signed. */
export const checkpointText = (publicKey: string, { size, root }: LiabilitiesCheckpoint): string =>
  treeText(nameOf(publicKey), { size, root, lines: [] })

/** A checkpoint as the note that is given to everybody. */
export const checkpointNote = (
  publicKey: string,
  checkpoint: LiabilitiesCheckpoint,
  signature: string,
): string => noteOf(checkpointText(publicKey, checkpoint), nameOf(publicKey), { publicKey, signature })

/** Reads a checkpoint that the holder of this key signed; undefined of anything else. */
export function openLiabilitiesCheckpoint(
  note: string,
  publicKey: string,
): LiabilitiesCheckpoint | undefined {
  const found = openTreeNote(note, nameOf(publicKey), publicKey)
  return found?.lines.length === 0 ? { size: found.size, root: found.root } : undefined
}

/** The leaf that a statement is in the log. */
export const statementLeaf = (text: string): Hash => leafHash(utf8ToBytes(text))

/** Whether a statement stands in the log at its own place. */
export const isStated = (
  { size, root }: LiabilitiesCheckpoint,
  { number, text }: { readonly number: number; readonly text: string },
  proof: readonly Hash[],
): boolean => isIncluded(statementLeaf(text), { index: number - 1, size }, proof, hexToBytes(root))

/** Whether the log of the newer checkpoint begins with all that the older one covers. */
export const hasLogGrown = (
  older: LiabilitiesCheckpoint,
  newer: LiabilitiesCheckpoint,
  proof: readonly Hash[],
): boolean =>
  isConsistent(
    { size: older.size, root: hexToBytes(older.root) },
    { size: newer.size, root: hexToBytes(newer.root) },
    proof,
  )
