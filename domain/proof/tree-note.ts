import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { openNote } from './note.ts'

/** A signed note of how many leaves a Merkle log has and of their root. Source: C2SP tlog-checkpoint. */
export interface TreeNote {
  readonly size: number
  /** Hex. */
  readonly root: string
  /** Lines of the log's own behind the root. */
  readonly lines: readonly string[]
}

/** What signs a log is called by its key: another key is another log. */
export const signerName = (log: string, publicKey: string): string => `${log}/${publicKey.slice(0, 16)}`

/** The text that is signed. */
export const treeText = (name: string, { size, root, lines }: TreeNote): string =>
  [name, size, base64.encode(hexToBytes(root)), ...lines, ''].join('\n')

const SIZE = /^\d{1,15}$/

/** Reads the note of a log that the holder of this key signed under this name; undefined of anything else. */
export function openTreeNote(note: string, name: string, publicKey: string): TreeNote | undefined {
  const text = openNote(note, name, publicKey)
  const [, size = '', root = '', ...rest] = text?.split('\n') ?? []
  if (text === undefined || !SIZE.test(size)) return undefined
  try {
    const found = {
      ...{ size: Number(size), root: bytesToHex(base64.decode(root)), lines: rest.slice(0, -1) },
    }
    // One note has one text only.
    return found.root.length === 64 && treeText(name, found) === text ? found : undefined
  } catch {
    return undefined
  }
}
