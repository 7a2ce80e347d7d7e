import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { concat, isSameBytes } from './bytes.ts'

/**
 * Signed notes: a text that a person can read, and under an empty line who signed it.
 *
 * Source: C2SP signed-note, as transparency logs use it. The signature is over the text with its last line feed;
 * its line names the signer and the first four bytes of a hash of name and key.
 */

/** The byte that stands for Ed25519 in a key's id. */
const ED25519 = 1
const KEY_ID_BYTES = 4

const keyId = (name: string, publicKey: string): Uint8Array =>
  sha256(concat(utf8ToBytes(`${name}\n`), Uint8Array.of(ED25519), hexToBytes(publicKey))).subarray(
    0,
    KEY_ID_BYTES,
  )

/** The text with its signature (hex) under it; the text ends with a line feed. */
export function noteOf(
  text: string,
  name: string,
  { publicKey, signature }: { readonly publicKey: string; readonly signature: string },
): string {
  const signed = base64.encode(concat(keyId(name, publicKey), hexToBytes(signature)))
  return `${text}\n— ${name} ${signed}\n`
}

/** The text of a note that the holder of this key (hex) signed under this name; undefined of any other. */
export function openNote(note: string, name: string, publicKey: string): string | undefined {
  const end = note.lastIndexOf('\n\n')
  const text = note.slice(0, end + 1)
  const prefix = `— ${name} `
  const lines = note.slice(end + 2).split('\n')
  if (end < 0 || lines.length !== 2 || lines[1] !== '' || !lines[0]!.startsWith(prefix)) return undefined
  try {
    const signed = base64.decode(lines[0]!.slice(prefix.length))
    const isOurs = isSameBytes(signed.subarray(0, KEY_ID_BYTES), keyId(name, publicKey))
    const isSigned =
      isOurs && ed25519.verify(signed.subarray(KEY_ID_BYTES), utf8ToBytes(text), hexToBytes(publicKey))
    return isSigned ? text : undefined
  } catch {
    return undefined
  }
}
